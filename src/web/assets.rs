//! The browser client, embedded by `build.rs`.
//!
//! Files live under `/s/<build>/…` and never change there; the page that names them is asked for
//! anew each time. A client of another build gets 404 and learns from `welcome` what to do.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::protocol::Code;
use crate::web::Error;

struct File {
    path: &'static str,
    mime: &'static str,
    tag: &'static str,
    bytes: &'static [u8],
}

mod table {
    use super::File;
    include!(concat!(env!("OUT_DIR"), "/assets.rs"));
}

pub use table::BUILD;

/// The page every address of the client shows.
const PAGE: &str = "index.html";
/// The module the page begins with.
const MAIN: &str = "js/main.js";
/// For files whose address changes with their content.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// For the page: ask each time.
const ASK: HeaderValue = HeaderValue::from_static("no-cache");

/// The files, ready to send. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Assets(Arc<Table>);

#[derive(Debug)]
struct Table {
    /// Sorted by path.
    files: Vec<Asset>,
    page: Option<Asset>,
}

#[derive(Debug)]
struct Asset {
    path: &'static str,
    mime: &'static str,
    tag: String,
    plain: Bytes,
    /// Where it is smaller.
    gzip: Option<Bytes>,
}

impl Asset {
    fn new(path: &'static str, mime: &'static str, tag: String, plain: Bytes) -> Self {
        let gzip = gzip(&plain).filter(|gzip| gzip.len() < plain.len());
        Self {
            path,
            mime,
            tag,
            plain,
            gzip,
        }
    }

    fn respond(&self, request: &HeaderMap, cache: HeaderValue) -> Response {
        let gzip = self.gzip.as_ref().filter(|_| accepts_gzip(request));
        let tag = format!(
            "\"{}{}\"",
            self.tag,
            if gzip.is_some() { "-gz" } else { "" }
        );
        let mut response = if matches_tag(request, &tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            Body::from(gzip.unwrap_or(&self.plain).clone()).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, cache);
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.mime));
        if gzip.is_some() {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

impl Assets {
    /// Compresses the files and completes the page.
    #[must_use]
    pub fn load() -> Self {
        let asset =
            |file: &File| Asset::new(file.path, file.mime, file.tag.to_owned(), file.bytes.into());
        let files = table::FILES.iter().map(asset).collect();
        let page = table::FILES
            .iter()
            .find(|file| file.path == PAGE)
            .map(|file| {
                let text = String::from_utf8_lossy(file.bytes)
                    .replace("<!--preload-->", &preload(&modules(MAIN, source)))
                    .replace("{{build}}", BUILD);
                let tag: String = Sha256::digest(&text)
                    .iter()
                    .take(8)
                    .map(|byte| format!("{byte:02x}"))
                    .collect();
                Asset::new(file.path, file.mime, tag, text.into())
            });
        Self(Arc::new(Table { files, page }))
    }

    /// The file `path` of `build`.
    ///
    /// # Errors
    /// `not_found` for another build and for files that do not exist.
    pub(super) fn file(
        &self,
        build: &str,
        path: &str,
        request: &HeaderMap,
    ) -> Result<Response, Error> {
        let files = &self.0.files;
        let found = files.binary_search_by(|asset| asset.path.cmp(path)).ok();
        match found.and_then(|index| files.get(index)) {
            Some(asset) if build == BUILD => Ok(asset.respond(request, FOR_EVER)),
            _ => Err(Code::NotFound.into()),
        }
    }

    /// The page, for addresses of the client; whoever asks for something else gets 404.
    ///
    /// # Errors
    /// `not_found`.
    pub(super) fn page(
        &self,
        method: &Method,
        path: &str,
        request: &HeaderMap,
    ) -> Result<Response, Error> {
        let reads = *method == Method::GET || *method == Method::HEAD;
        let is_page = !["/api/", "/s/"]
            .iter()
            .any(|prefix| path.starts_with(prefix))
            && !path.rsplit('/').next().unwrap_or_default().contains('.');
        match &self.0.page {
            Some(page) if reads && is_page && accepts_html(request) => {
                Ok(page.respond(request, ASK))
            }
            _ => Err(Code::NotFound.into()),
        }
    }
}

fn source(path: &str) -> Option<&'static str> {
    let file = table::FILES.iter().find(|file| file.path == path)?;
    std::str::from_utf8(file.bytes).ok()
}

fn gzip(bytes: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// The values of a header that is a list, without spaces.
fn listed(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let values = headers
        .get_all(name)
        .into_iter()
        .filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    listed(headers, header::ACCEPT_ENCODING).any(|entry| {
        let (coding, rest) = entry.split_once(';').unwrap_or((entry, ""));
        let weight = rest
            .trim()
            .strip_prefix("q=")
            .map_or(Ok(1.0), str::parse::<f32>);
        coding.trim().eq_ignore_ascii_case("gzip") && weight.is_ok_and(|weight| weight > 0.0)
    })
}

fn accepts_html(headers: &HeaderMap) -> bool {
    !headers.contains_key(header::ACCEPT)
        || listed(headers, header::ACCEPT).any(|entry| {
            let range = entry.split(';').next().unwrap_or_default().trim();
            matches!(range, "text/html" | "text/*" | "*/*")
        })
}

fn matches_tag(headers: &HeaderMap, tag: &str) -> bool {
    listed(headers, header::IF_NONE_MATCH)
        .any(|entry| entry == "*" || entry.strip_prefix("W/").unwrap_or(entry) == tag)
}

fn preload(modules: &BTreeSet<String>) -> String {
    let mut links = String::new();
    for module in modules {
        let separator = if links.is_empty() { "" } else { "\n" };
        let _ = write!(
            links,
            "{separator}<link rel=\"modulepreload\" href=\"/s/{{{{build}}}}/{module}\">"
        );
    }
    links
}

/// Every module reachable from `main` through static imports, itself included.
fn modules<'a>(main: &str, source: impl Fn(&str) -> Option<&'a str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![main.to_owned()];
    while let Some(module) = open.pop() {
        let Some(text) = source(&module) else {
            continue;
        };
        let folder = module.rsplit_once('/').map_or("", |(folder, _)| folder);
        open.extend(imports(text).filter_map(|import| resolve(folder, import)));
        open.retain(|next| *next != module && !found.contains(next));
        found.insert(module);
    }
    found
}

/// The relative specifiers of a module's static imports and re-exports. Knows just enough of the
/// language: a string right after the word `from` or `import`. Whatever else looks so names a
/// file that does not exist, or costs one preload.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    let word = |word: &'static str| {
        text.match_indices(word).filter_map(move |(at, _)| {
            let apart = |c: char| !(c.is_alphanumeric() || "_$.".contains(c));
            let before = text.get(..at)?.chars().next_back().is_none_or(apart);
            let rest = text.get(at + word.len()..)?.trim_start();
            let quote = rest
                .chars()
                .next()
                .filter(|c| before && matches!(c, '"' | '\''))?;
            let specifier = rest.get(1..)?.split(quote).next()?;
            specifier.starts_with('.').then_some(specifier)
        })
    };
    word("from").chain(word("import"))
}

/// A relative specifier as a path from the root; none when it leaves the root.
fn resolve(folder: &str, specifier: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in specifier.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn static_imports_are_followed_and_nothing_else() {
        let source = |path: &str| match path {
            "js/main.js" => Some(
                "import { h } from '../vendor/preact.js';\nimport\"./a.js\";\n\
                 /** @typedef {import('./types.js').T} T */\n\
                 import fs from 'node:fs'; const lazy = () => import('./lazy.js');",
            ),
            "js/a.js" => Some("export * from \"./b/b.js\"; x.from './no.js'"),
            "js/b/b.js" => Some("import { a } from '../a.js';\nimport '../../../out.js';"),
            "vendor/preact.js" | "js/types.js" | "js/lazy.js" | "js/no.js" => Some(""),
            _ => None,
        };
        let found: Vec<String> = modules("js/main.js", source).into_iter().collect();
        assert_eq!(
            found,
            ["js/a.js", "js/b/b.js", "js/main.js", "vendor/preact.js"]
        );
    }

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let accepts = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            accepts_gzip(&headers)
        };
        assert!(accepts("gzip, deflate, br"));
        assert!(accepts("br;q=1.0, gzip;q=0.8"));
        assert!(!accepts("gzip;q=0"));
        assert!(!accepts("identity"));
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn files_are_found_by_a_sorted_table() {
        assert!(table::FILES.is_sorted_by_key(|file| file.path));
        assert!(
            table::FILES
                .iter()
                .all(|file| file.mime != "application/octet-stream")
        );
    }
}
