//! Headers, files, the state of the server, and the accept loop.

use super::*;

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let app = TestApp::new().await;
    for (path, status) in [
        ("/", StatusCode::OK),
        ("/r/ABCDEFGH", StatusCode::OK),
        ("/favicon.ico", StatusCode::NOT_FOUND),
        ("/healthz", StatusCode::OK),
        ("/api/v1/boot", StatusCode::OK),
        ("/api/v1/openapi.json", StatusCode::OK),
        ("/api/v1/me", StatusCode::UNAUTHORIZED),
        ("/api/v1/nothing", StatusCode::NOT_FOUND),
        ("/api/v1/session/login", StatusCode::METHOD_NOT_ALLOWED),
        ("/s/000000000000/app.css", StatusCode::NOT_FOUND),
        ("/ws", StatusCode::FORBIDDEN),
    ] {
        let answer = app.get(path, &[]).await;
        assert_eq!(answer.status(), status, "{path}");
        assert_secure(answer.headers(), path);
        assert!(
            !answer
                .headers()
                .contains_key(header::STRICT_TRANSPORT_SECURITY)
        );
        if !status.is_success() {
            assert_eq!(
                answer.headers()[header::CONTENT_TYPE],
                "application/problem+json",
                "{path}"
            );
        }
    }
    let foreign = app
        .post(
            "/api/v1/session/guest",
            &[("origin", "http://evil")],
            &json!({}),
        )
        .await;
    assert_secure(foreign.headers(), "403");

    let app = TestApp::with(&["--public-origin", "https://play.example"]).await;
    let answer = app.get("/", &[]).await;
    assert!(
        answer
            .headers()
            .contains_key(header::STRICT_TRANSPORT_SECURITY)
    );
}

#[tokio::test]
async fn a_panic_is_a_problem_with_the_same_headers() {
    async fn fail() -> &'static str {
        panic!("on purpose")
    }
    let app = TestApp::new().await;
    let broken = crate::web::furnish(Router::new().route("/fail", get(fail)), &app.site);
    let answer = broken
        .oneshot(Request::get("/fail").body(Body::empty()).unwrap())
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_secure(answer.headers(), "panic");
    let text = text_of(answer).await;
    assert!(
        text.contains("internal") && !text.contains("purpose"),
        "{text}"
    );
}

#[tokio::test]
async fn the_process_lives_and_the_store_answers() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/healthz", &[]).await.status(), StatusCode::OK);
    assert_eq!(app.get("/readyz", &[]).await.status(), StatusCode::OK);
    app.site.store.close().await;
    assert_eq!(app.get("/healthz", &[]).await.status(), StatusCode::OK);
    assert_eq!(
        app.get("/readyz", &[]).await.status(),
        StatusCode::SERVICE_UNAVAILABLE
    );
}

#[tokio::test]
async fn request_ids_are_the_servers_own() {
    let app = TestApp::new().await;
    let answer = app.get("/healthz", &[("x-request-id", "mine")]).await;
    let id = answer.headers()["x-request-id"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit()),
        "{id}"
    );
}

#[tokio::test]
async fn files_are_immutable_under_their_build_and_the_page_is_asked_for_anew() {
    let app = TestApp::new().await;
    let page = app.get("/", &[("accept", "text/html")]).await;
    assert_eq!(page.headers()[header::CACHE_CONTROL], "no-cache");
    assert_eq!(
        page.headers()[header::CONTENT_TYPE],
        "text/html; charset=utf-8"
    );
    let tag = page.headers()[header::ETAG].to_str().unwrap().to_owned();
    let html = text_of(page).await;
    assert!(html.contains(&format!("/s/{BUILD}/js/main.js")) && !html.contains("{{build}}"));
    assert!(html.contains(&format!(
        "<link rel=\"modulepreload\" href=\"/s/{BUILD}/js/app.js\">"
    )));
    assert!(!html.contains("<!--preload-->"));
    let again = app.get("/", &[("if-none-match", &tag)]).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(text_of(again).await, "");

    let path = format!("/s/{BUILD}/js/main.js");
    let plain = app.get(&path, &[]).await;
    assert_eq!(
        plain.headers()[header::CACHE_CONTROL],
        "public, max-age=31536000, immutable"
    );
    assert_eq!(
        plain.headers()[header::CONTENT_TYPE],
        "text/javascript; charset=utf-8"
    );
    assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
    let zipped = app.get(&path, &[("accept-encoding", "br, gzip")]).await;
    assert_eq!(zipped.headers()[header::CONTENT_ENCODING], "gzip");
    assert_eq!(zipped.headers()[header::VARY], "accept-encoding");
    assert_ne!(
        zipped.headers()[header::ETAG],
        plain.headers()[header::ETAG]
    );
    let bytes = to_bytes(zipped.into_body(), 1 << 20).await.unwrap();
    let unzipped = std::io::read_to_string(flate2::read::GzDecoder::new(&*bytes)).unwrap();
    assert_eq!(unzipped, text_of(plain).await);

    let old = app.get("/s/000000000000/js/main.js", &[]).await;
    assert_eq!(old.status(), StatusCode::NOT_FOUND);
    let absent = app.get(&format!("/s/{BUILD}/js/absent.js"), &[]).await;
    assert_eq!(absent.status(), StatusCode::NOT_FOUND);
    let hidden = app.get(&format!("/s/{BUILD}/js/protocol.d.ts"), &[]).await;
    assert_eq!(hidden.status(), StatusCode::NOT_FOUND);
    let image = app.get("/r/ABCDEFGH", &[("accept", "image/png")]).await;
    assert_eq!(image.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn slow_headers_cost_their_connection_and_nobody_elses() {
    let app = TestApp::new().await;
    let mut slow = TcpStream::connect(app.address).await.unwrap();
    slow.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: ")
        .await
        .unwrap();
    let mut quick = TcpStream::connect(app.address).await.unwrap();
    quick
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .await
        .unwrap();
    let mut answer = String::new();
    timeout(Duration::from_secs(2), quick.read_to_string(&mut answer))
        .await
        .unwrap()
        .unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"));
    let mut rest = Vec::new();
    timeout(PATIENCE, slow.read_to_end(&mut rest))
        .await
        .unwrap()
        .unwrap();
    assert!(!rest.starts_with(b"HTTP/1.1 200"));
}

#[tokio::test]
async fn methods_that_do_not_exist_are_problems() {
    let app = TestApp::new().await;
    let request = Request::builder()
        .method(Method::DELETE)
        .uri("/api/v1/rooms")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::empty())
        .unwrap();
    let answer = app.send(request).await;
    assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(json_of(answer).await["code"], "bad_request");
}
