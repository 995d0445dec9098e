//! Where a request may come from: the origin of its page, and the address behind its proxies.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, FromRef, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::config::{Network, Origin, ServeArgs};
use crate::protocol::Code;
use crate::web::Error;

/// What the settings say about origins, cookies and proxies.
#[derive(Clone, Debug)]
pub struct Policy {
    public: Option<Origin>,
    allowed: Arc<[Origin]>,
    proxies: Arc<[Network]>,
}

/// What a request tells of the page that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A page of this server, or of an origin the settings name.
    Own,
    /// Another page.
    Foreign,
    /// No page, as far as the headers tell: a program.
    Unknown,
}

impl Policy {
    /// The settings' policy.
    #[must_use]
    pub fn new(args: &ServeArgs) -> Self {
        Self {
            public: args.public_origin.clone(),
            allowed: args.allowed_origin.clone().into(),
            proxies: args.trusted_proxy.clone().into(),
        }
    }

    /// The origin that the settings say browsers reach the server by.
    pub(super) fn public(&self) -> Option<&str> {
        self.public.as_ref().map(Origin::as_str)
    }

    /// Whether browsers reach the server over TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public.as_ref().is_some_and(Origin::is_https)
    }

    /// Which page a request comes from. An Origin counts when it is, to the letter, the public
    /// one or a listed one; where no public one is set, when it is the Host's.
    pub(super) fn source(&self, headers: &HeaderMap) -> Source {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let Some(origin) = origins.next() else {
            return match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
                None => Source::Unknown,
                Some(b"same-origin" | b"none") => Source::Own,
                Some(_) => Source::Foreign,
            };
        };
        let Ok(origin) = origin.to_str() else {
            return Source::Foreign;
        };
        let own = match &self.public {
            Some(public) => public.as_str() == origin,
            None => headers
                .get(header::HOST)
                .and_then(|host| host.to_str().ok())
                .is_some_and(|host| {
                    let authority = origin
                        .strip_prefix("http://")
                        .or_else(|| origin.strip_prefix("https://"));
                    authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
                }),
        };
        let listed = || {
            self.allowed
                .iter()
                .any(|allowed| allowed.as_str() == origin)
        };
        if origins.next().is_none() && (own || listed()) {
            Source::Own
        } else {
            Source::Foreign
        }
    }

    /// The client's address: the peer's, or, behind trusted proxies, the rightmost entry of
    /// X-Forwarded-For that is not one of them. What stands further left anybody can write.
    fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let trusted = |address| self.proxies.iter().any(|network| network.contains(address));
        let mut address = peer.to_canonical();
        if !trusted(address) {
            return address;
        }
        let values: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        for entry in values.into_iter().rev() {
            let Ok(hop) = entry.trim().parse::<IpAddr>() else {
                break;
            };
            address = hop.to_canonical();
            if !trusted(address) {
                break;
            }
        }
        address
    }
}

/// The client's address, as limits by address count it: of IPv6 the /64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Address(pub(super) IpAddr);

impl Address {
    fn new(address: IpAddr) -> Self {
        Self(match address {
            IpAddr::V4(_) => address,
            IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX)).into(),
        })
    }
}

impl<S> FromRequestParts<S> for Address
where
    S: Send + Sync,
    Policy: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        // The accept loop puts it there.
        let ConnectInfo(peer) = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .ok_or(Code::Internal)?;
        Ok(Self::new(
            Policy::from_ref(state).address(peer.ip(), &parts.headers),
        ))
    }
}

/// What bodies may be: types that no form of another site can send.
const KINDS: [&str; 2] = ["application/json", "application/vnd.draughts-pdn"];

/// Whatever may change something comes from a page of ours or from a program, and is one of
/// [`KINDS`].
pub(super) async fn guard(
    State(policy): State<Policy>,
    request: Request<Body>,
    next: Next,
) -> Result<Response, Error> {
    if request.method().is_safe() {
        return Ok(next.run(request).await);
    }
    let headers = request.headers();
    if policy.source(headers) == Source::Foreign {
        return Err(Error::http(
            StatusCode::FORBIDDEN,
            Code::Forbidden,
            "another origin",
        ));
    }
    let unsupported =
        |what| Error::http(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::BadRequest, what);
    let coding = headers.get(header::CONTENT_ENCODING);
    if coding.is_some_and(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(unsupported("no content coding is accepted"));
    }
    let kind = headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind
        .and_then(|kind| kind.split(';').next())
        .unwrap_or_default()
        .trim();
    if !KINDS.iter().any(|known| kind.eq_ignore_ascii_case(known)) {
        return Err(unsupported(
            "application/json is expected, or for PDN its type",
        ));
    }
    Ok(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(public: Option<&str>, allowed: &[&str], proxies: &[&str]) -> Policy {
        Policy {
            public: public.map(|origin| origin.parse().unwrap()),
            allowed: allowed
                .iter()
                .map(|origin| origin.parse().unwrap())
                .collect(),
            proxies: proxies
                .iter()
                .map(|network| network.parse().unwrap())
                .collect(),
        }
    }

    fn headers(entries: &[(&'static str, &str)]) -> HeaderMap {
        entries
            .iter()
            .map(|(name, value)| {
                (
                    header::HeaderName::from_static(name),
                    value.parse().unwrap(),
                )
            })
            .collect()
    }

    #[test]
    fn without_a_public_origin_it_is_the_host_that_counts() {
        let policy = policy(None, &["https://other.example"], &[]);
        for (origin, source) in [
            ("http://play.example:8080", Source::Own),
            ("https://play.example:8080", Source::Own),
            ("https://other.example", Source::Own),
            ("http://play.example", Source::Foreign),
            ("http://play.example:8080.evil", Source::Foreign),
            ("http://evil.example", Source::Foreign),
            ("play.example:8080", Source::Foreign),
            ("null", Source::Foreign),
            ("", Source::Foreign),
        ] {
            let headers = headers(&[("host", "play.example:8080"), ("origin", origin)]);
            assert_eq!(policy.source(&headers), source, "{origin}");
        }
    }

    #[test]
    fn a_public_origin_is_compared_to_the_letter() {
        let policy = policy(Some("https://good.com"), &[], &[]);
        for (origin, source) in [
            ("https://good.com", Source::Own),
            ("http://good.com", Source::Foreign),
            ("https://good.com.evil", Source::Foreign),
            ("https://evilgood.com", Source::Foreign),
            ("https://good.com:444", Source::Foreign),
        ] {
            let headers = headers(&[("host", "good.com"), ("origin", origin)]);
            assert_eq!(policy.source(&headers), source, "{origin}");
        }
    }

    #[test]
    fn without_an_origin_the_fetch_metadata_count() {
        let policy = policy(None, &[], &[]);
        for (site, source) in [
            ("same-origin", Source::Own),
            ("none", Source::Own),
            ("same-site", Source::Foreign),
            ("cross-site", Source::Foreign),
        ] {
            assert_eq!(
                policy.source(&headers(&[("sec-fetch-site", site)])),
                source,
                "{site}"
            );
        }
        assert_eq!(policy.source(&HeaderMap::new()), Source::Unknown);
    }

    #[test]
    fn only_trusted_proxies_are_believed_and_only_from_the_right() {
        let address = |proxies: &[&str], peer: &str, forwarded: &str| {
            let headers = headers(&[("x-forwarded-for", forwarded)]);
            policy(None, &[], proxies)
                .address(peer.parse().unwrap(), &headers)
                .to_string()
        };
        assert_eq!(address(&[], "203.0.113.9", "1.2.3.4"), "203.0.113.9");
        assert_eq!(
            address(&["10.0.0.0/8"], "203.0.113.9", "1.2.3.4"),
            "203.0.113.9"
        );
        assert_eq!(
            address(&["10.0.0.0/8"], "10.0.0.1", "1.2.3.4, 5.6.7.8"),
            "5.6.7.8"
        );
        assert_eq!(
            address(&["10.0.0.0/8"], "10.0.0.1", "1.2.3.4, 5.6.7.8, 10.0.0.2"),
            "5.6.7.8"
        );
        assert_eq!(
            address(&["10.0.0.0/8"], "10.0.0.1", "1.2.3.4, rubbish"),
            "10.0.0.1"
        );
        assert_eq!(
            address(&["10.0.0.0/8"], "::ffff:10.0.0.1", "2001:db8::1"),
            "2001:db8::1"
        );
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let address = |text: &str| Address::new(text.parse().unwrap());
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_ne!(address("203.0.113.1"), address("203.0.113.2"));
    }
}
