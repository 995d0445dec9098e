//! What HTTP answers when it says no: RFC 9457 problem documents with the wire's codes.

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use crate::protocol::{Code, Refusal};
use crate::room::ports::JournalError;
use crate::store::StoreError;

/// A request that is not answered with what it asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{status} {code}")]
pub struct Error {
    status: StatusCode,
    code: Code,
    why: Option<&'static str>,
    detail: Option<String>,
    retry_ms: Option<u32>,
}

/// A problem document (RFC 9457). Its `type` is `about:blank` and left out.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
pub struct Problem {
    /// The status in words.
    pub title: String,
    /// The status.
    pub status: u16,
    /// Why: one of the wire's codes.
    #[schema(value_type = String, example = "not_found")]
    pub code: Code,
    /// What exactly is wrong with settings, a name or a password, as `team_players`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// A detail for developers, never shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// After how many milliseconds another try makes sense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u32>,
}

/// The status each code comes with.
const fn status(code: Code) -> StatusCode {
    match code {
        Code::BadRequest | Code::UnknownType => StatusCode::BAD_REQUEST,
        Code::Unauthenticated | Code::BadCredentials => StatusCode::UNAUTHORIZED,
        Code::Forbidden | Code::NotHost | Code::NotSeated | Code::NeedsAccount => {
            StatusCode::FORBIDDEN
        }
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::NotYourTurn
        | Code::StalePly
        | Code::SeatTaken
        | Code::RoomFull
        | Code::Over
        | Code::AlreadySeated
        | Code::NotReady
        | Code::SeatsFree
        | Code::GameRunning
        | Code::NoGame
        | Code::NoOffer
        | Code::OfferTooSoon
        | Code::NameTaken => StatusCode::CONFLICT,
        Code::Gone => StatusCode::GONE,
        Code::Illegal
        | Code::MustCapture
        | Code::MostPieces
        | Code::KingPriority
        | Code::Ambiguous
        | Code::BadSettings
        | Code::NoSuchSeat
        | Code::BadName
        | Code::BadPassword => StatusCode::UNPROCESSABLE_ENTITY,
        Code::Rate => StatusCode::TOO_MANY_REQUESTS,
        Code::Frozen | Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl Error {
    /// An error of HTTP itself, whose status says more than its code.
    pub(crate) fn http(status: StatusCode, code: Code, detail: impl Into<String>) -> Self {
        Self {
            status,
            detail: Some(detail.into()),
            ..code.into()
        }
    }

    /// A refusal with a detail for developers.
    pub(crate) fn refused(refusal: Refusal, detail: impl Into<String>) -> Self {
        Self {
            detail: Some(detail.into()),
            ..refusal.into()
        }
    }

    /// Too many requests.
    pub(crate) fn rate(retry_ms: u32) -> Self {
        Refusal::rate(retry_ms).into()
    }

    /// The request does not have the form asked for.
    pub(crate) fn bad_request(detail: impl Into<String>) -> Self {
        Self {
            detail: Some(detail.into()),
            ..Code::BadRequest.into()
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        let Refusal {
            code,
            retry_ms,
            why,
            hint,
        } = refusal;
        Self {
            status: status(code),
            code,
            why,
            detail: hint.map(str::to_owned),
            retry_ms,
        }
    }
}

impl From<Code> for Error {
    fn from(code: Code) -> Self {
        Refusal::from(code).into()
    }
}

impl From<JournalError> for Error {
    fn from(error: JournalError) -> Self {
        match error {
            JournalError::Unavailable => Refusal::UNAVAILABLE.into(),
            JournalError::Corrupt(_) => Code::Internal.into(),
        }
    }
}

/// Logs what the store says and keeps it from the client.
impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        JournalError::from(error).into()
    }
}

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Self {
        let status = match rejection.status() {
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            status => status,
        };
        Self::http(status, Code::BadRequest, rejection.body_text())
    }
}

impl From<BytesRejection> for Error {
    fn from(rejection: BytesRejection) -> Self {
        Self::http(rejection.status(), Code::BadRequest, rejection.body_text())
    }
}

impl From<PathRejection> for Error {
    fn from(_: PathRejection) -> Self {
        Code::NotFound.into()
    }
}

impl From<QueryRejection> for Error {
    fn from(rejection: QueryRejection) -> Self {
        Self::bad_request(rejection.body_text())
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let problem = Problem {
            title: self
                .status
                .canonical_reason()
                .unwrap_or_default()
                .to_owned(),
            status: self.status.as_u16(),
            code: self.code,
            why: self.why.map(str::to_owned),
            detail: self.detail,
            retry_ms: self.retry_ms,
        };
        let mut response = (self.status, Json(problem)).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, kind);
        if let Some(retry_ms) = self.retry_ms {
            headers.insert(header::RETRY_AFTER, retry_ms.div_ceil(1_000).into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer");
            headers.insert(header::WWW_AUTHENTICATE, scheme);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_status_that_says_no() {
        for &code in Code::ALL {
            assert!(
                status(code).is_client_error() || status(code).is_server_error(),
                "{code}"
            );
        }
    }

    #[tokio::test]
    async fn a_refusal_is_a_problem_document() {
        let response = Error::rate(1_500).into_response();
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(response.headers()[header::RETRY_AFTER], "2");
        assert_eq!(
            response.headers()[header::CONTENT_TYPE],
            "application/problem+json"
        );
        let body = axum::body::to_bytes(response.into_body(), 1_000)
            .await
            .unwrap();
        let problem: Problem = serde_json::from_slice(&body).unwrap();
        assert_eq!((problem.status, problem.code), (429, Code::Rate));
    }
}
