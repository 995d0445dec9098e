//! Sessions over HTTP: their cookie, and what is kept from other sites, large bodies and many
//! accounts.

use super::*;

#[tokio::test]
async fn the_cookie_is_kept_from_scripts_and_other_sites() {
    let cookie = |answer: &Response<Body>| {
        answer.headers()[header::SET_COOKIE]
            .to_str()
            .unwrap()
            .to_owned()
    };
    let app = TestApp::new().await;
    let answer = app.post("/api/v1/session/guest", &[], &json!({})).await;
    assert_eq!(answer.status(), StatusCode::CREATED);
    let set = cookie(&answer);
    let rest = set.split_once(';').unwrap().1;
    assert_eq!(rest, " Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000");
    assert!(set.starts_with("tiaoqi="));
    assert!(json_of(answer).await.get("token").is_none());
    let session = set.split(';').next().unwrap();
    let me = app.get("/api/v1/me", &[("cookie", session)]).await;
    assert_eq!(me.status(), StatusCode::OK);
    let again = app
        .post("/api/v1/session/guest", &[("cookie", session)], &json!({}))
        .await;
    assert_eq!(json_of(again).await, json_of(me).await);

    let out = app
        .post("/api/v1/session/logout", &[("cookie", session)], &json!({}))
        .await;
    assert_eq!(out.status(), StatusCode::NO_CONTENT);
    assert!(cookie(&out).contains("tiaoqi=; ") && cookie(&out).contains("Max-Age=0"));
    let me = app.get("/api/v1/me", &[("cookie", session)]).await;
    assert_eq!(me.status(), StatusCode::UNAUTHORIZED);

    let app = TestApp::with(&["--public-origin", "https://play.example"]).await;
    let set = cookie(&app.post("/api/v1/session/guest", &[], &json!({})).await);
    assert!(
        set.starts_with("__Host-tiaoqi=") && set.ends_with("; Secure"),
        "{set}"
    );
}

#[tokio::test]
async fn a_new_session_ends_the_one_before_it() {
    let app = TestApp::new().await;
    let cookie = async |path: &str, before: &str, body: Value| {
        let answer = app.post(path, &[("cookie", before)], &body).await;
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        let set = answer.headers()[header::SET_COOKIE].to_str().unwrap();
        set.split(';').next().unwrap().to_owned()
    };
    let status = async |cookie: &str| app.get("/api/v1/me", &[("cookie", cookie)]).await.status();
    let who = json!({ "name": "Ming", "password": "correct horse battery" });
    let guest = cookie("/api/v1/session/guest", "", json!({})).await;
    let upgraded = cookie("/api/v1/session/upgrade", &guest, who.clone()).await;
    assert_eq!(status(&guest).await, StatusCode::UNAUTHORIZED);
    let login = cookie("/api/v1/session/login", &upgraded, who.clone()).await;
    assert_eq!(status(&upgraded).await, StatusCode::UNAUTHORIZED);
    assert_eq!(status(&login).await, StatusCode::OK);

    let wrong = json!({ "name": "Ming", "password": "incorrect horse" });
    let refused = app.post("/api/v1/session/login", &[], &wrong).await;
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(json_of(refused).await["code"], "bad_credentials");
    let taken = app.post("/api/v1/session/register", &[], &who).await;
    assert_eq!(json_of(taken).await["code"], "name_taken");
}

#[tokio::test]
async fn other_sites_cannot_post() {
    let app = TestApp::new().await;
    let path = "/api/v1/session/guest";
    for headers in [
        [("origin", "http://evil.example")],
        [("origin", "null")],
        [("origin", "http://play.example.evil")],
        [("sec-fetch-site", "cross-site")],
        [("sec-fetch-site", "same-site")],
    ] {
        let answer = app.post(path, &headers, &json!({})).await;
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{headers:?}");
    }
    let own = [
        ("origin", "http://play.example"),
        ("sec-fetch-site", "same-origin"),
    ];
    assert_eq!(
        app.post(path, &own, &json!({})).await.status(),
        StatusCode::CREATED
    );

    let form = Request::post(path)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from("a=b"))
        .unwrap();
    assert_eq!(
        app.send(form).await.status(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
    let bare = Request::post("/api/v1/session/logout")
        .body(Body::empty())
        .unwrap();
    assert_eq!(
        app.send(bare).await.status(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
}

#[tokio::test]
async fn bodies_are_small_and_plain() {
    let app = TestApp::new().await;
    let path = "/api/v1/session/login";
    let large = json!({ "name": "x".repeat(65 * 1024), "password": "x" });
    let answer = app.post(path, &[], &large).await;
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let zipped = app
        .post(path, &[("content-encoding", "gzip")], &json!({}))
        .await;
    assert_eq!(zipped.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let unknown = app
        .post(path, &[], &json!({ "name": "a", "password": "b", "c": 1 }))
        .await;
    assert_eq!(unknown.status(), StatusCode::BAD_REQUEST);
    assert_eq!(json_of(unknown).await["code"], "bad_request");
    let deep = Request::post(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from("[".repeat(60_000)))
        .unwrap();
    assert_eq!(app.send(deep).await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn forged_forwarded_addresses_do_not_widen_the_limit() {
    let app = TestApp::with(&["--accounts-per-hour", "3"]).await;
    let mut made = 0;
    for n in 0..6 {
        let forged = format!("198.51.100.{n}");
        let headers = [("x-forwarded-for", forged.as_str())];
        let answer = app
            .post("/api/v1/session/guest", &headers, &json!({}))
            .await;
        match answer.status() {
            StatusCode::CREATED => made += 1,
            StatusCode::TOO_MANY_REQUESTS => {
                assert!(answer.headers().contains_key(header::RETRY_AFTER));
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(made, 3);

    let app = TestApp::with(&[
        "--accounts-per-hour",
        "3",
        "--trusted-proxy",
        "203.0.113.0/24",
    ])
    .await;
    for n in 0..6 {
        let forwarded = format!("1.2.3.4, 198.51.100.{n}");
        let headers = [("x-forwarded-for", forwarded.as_str())];
        let answer = app
            .post("/api/v1/session/guest", &headers, &json!({}))
            .await;
        assert_eq!(answer.status(), StatusCode::CREATED);
    }
}
