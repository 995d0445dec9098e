//! REST, files, headers and the accept loop.

use super::*;
use crate::game::record;

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

#[tokio::test]
async fn rooms_are_made_found_and_commanded_once() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let auth = bearer(&token);
    let room = app.room(&token).await;
    let found = json_of(app.get(&format!("/api/v1/rooms/{room}"), &[]).await).await;
    let code = found["code"].as_str().unwrap().to_lowercase();
    let by_code = json_of(app.get(&format!("/api/v1/rooms/{code}"), &[]).await).await;
    assert_eq!(by_code["id"], room.as_str());
    let list = json_of(app.get("/api/v1/rooms", &[]).await).await;
    assert_eq!(list["rooms"][0]["id"], room.as_str());

    let path = format!("/api/v1/rooms/{room}/commands");
    let ready = json!({ "type": "ready", "d": {} });
    let cid = Uuid::from_u128(7).to_string();
    let headers = [
        ("authorization", auth.as_str()),
        ("idempotency-key", cid.as_str()),
    ];
    let first = json_of(app.post(&path, &headers, &ready).await).await;
    let again = json_of(app.post(&path, &headers, &ready).await).await;
    assert_eq!(first, again);
    let keyless = app.post(&path, &headers[..1], &ready).await;
    assert_eq!(keyless.status(), StatusCode::BAD_REQUEST);
    let odd = json!({ "type": "ready", "d": { "x": 1 } });
    assert_eq!(
        app.post(&path, &headers, &odd).await.status(),
        StatusCode::BAD_REQUEST
    );

    let events = app
        .get(&format!("/api/v1/rooms/{room}/events?since=1"), &[])
        .await;
    assert_eq!(
        events.headers()[header::CONTENT_TYPE],
        "application/x-ndjson"
    );
    let lines: Vec<Value> = text_of(events)
        .await
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["seq"], 2);
    assert_eq!(lines[0]["type"], "sat");
    assert_eq!(lines.last().unwrap()["type"], "readied");
    for absent in [
        "/api/v1/rooms/ZZZZZZZZ",
        "/api/v1/games/x",
        "/api/v1/players/x",
    ] {
        assert_eq!(
            app.get(absent, &[]).await.status(),
            StatusCode::NOT_FOUND,
            "{absent}"
        );
    }
    let nil = Uuid::nil();
    for kind in ["rooms", "games"] {
        let absent = app.get(&format!("/api/v1/{kind}/{nil}/events"), &[]).await;
        assert_eq!(absent.status(), StatusCode::NOT_FOUND);
    }
    let me = json_of(app.get("/api/v1/me", &[("authorization", &auth)]).await).await;
    let path = format!("/api/v1/players/{}", me["user"].as_str().unwrap());
    assert_eq!(json_of(app.get(&path, &[]).await).await["name"], me["name"]);
}

#[tokio::test]
async fn a_finished_game_is_listed_and_its_record_replays() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let auth = bearer(&token);
    let me = json_of(app.get("/api/v1/me", &[("authorization", &auth)]).await).await;
    let games = format!("/api/v1/players/{}/games", me["user"].as_str().unwrap());
    assert_eq!(
        json_of(app.get(&games, &[]).await).await,
        json!({ "games": [], "next": null })
    );
    for number in 0..3_u128 {
        let room = app.room(&token).await;
        let commands = [
            json!({ "type": "add_bot", "d": { "seat": 3 } }),
            json!({ "type": "ready", "d": {} }),
            json!({ "type": "start", "d": {} }),
            json!({ "type": "resign", "d": {} }),
            json!({ "type": "leave", "d": {} }),
        ];
        for (command, n) in commands.iter().zip(1_u128..) {
            let cid = Uuid::from_u128(100 * number + n).to_string();
            let headers = [
                ("authorization", auth.as_str()),
                ("idempotency-key", cid.as_str()),
            ];
            let path = format!("/api/v1/rooms/{room}/commands");
            let answer = app.post(&path, &headers, command).await;
            assert_eq!(answer.status(), StatusCode::OK, "{command}");
        }
    }
    let whole = json_of(app.get(&games, &[]).await).await;
    let ids = |page: &Value| -> Vec<String> {
        let games = page["games"].as_array().unwrap().iter();
        games
            .map(|game| game["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = ids(&whole);
    assert_eq!((all.len(), &whole["next"]), (3, &Value::Null));
    let first = json_of(app.get(&format!("{games}?limit=2"), &[]).await).await;
    assert_eq!(ids(&first), all[..2]);
    let next = first["next"].as_str().unwrap();
    let second = json_of(
        app.get(&format!("{games}?limit=2&before={next}"), &[])
            .await,
    )
    .await;
    assert_eq!(ids(&second), all[2..]);
    let nonsense = app.get(&format!("{games}?before=x"), &[]).await;
    assert_eq!(nonsense.status(), StatusCode::BAD_REQUEST);

    let id = &all[0];
    let path = format!("/api/v1/games/{id}/record");
    let text = app.get(&path, &[]).await;
    assert_eq!(
        text.headers()[header::CONTENT_TYPE],
        "text/plain; charset=utf-8"
    );
    assert_eq!(
        text.headers()[header::CONTENT_DISPOSITION],
        format!("attachment; filename=\"tiaoqi-{id}.txt\"").as_str()
    );
    let text = record::read(&text_of(text).await).unwrap();
    assert_eq!(text.site(), "play.example");
    let answer = app.get(&format!("{path}?format=json"), &[]).await;
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/json");
    assert_eq!(record::read(&text_of(answer).await).unwrap(), text);
    for (path, status) in [
        (format!("{path}?format=pdf"), StatusCode::BAD_REQUEST),
        (
            format!("/api/v1/games/{}/record", Uuid::nil()),
            StatusCode::NOT_FOUND,
        ),
        (
            format!("/api/v1/players/{}/games", Uuid::nil()),
            StatusCode::NOT_FOUND,
        ),
    ] {
        assert_eq!(app.get(&path, &[]).await.status(), status, "{path}");
    }
}

#[tokio::test]
async fn each_family_has_a_ladder_and_nothing_else_has() {
    let app = TestApp::new().await;
    let auth = bearer(&app.guest().await);
    for family in ["star", "draughts"] {
        for headers in [&[][..], &[("authorization", auth.as_str())]] {
            let path = format!("/api/v1/ladders/{family}");
            assert_eq!(
                json_of(app.get(&path, headers).await).await,
                json!({ "rows": [], "next": null, "own": null }),
                "{family}"
            );
        }
    }
    for (path, status) in [
        ("chess", StatusCode::NOT_FOUND),
        ("star?after=x", StatusCode::BAD_REQUEST),
        ("star?after=1.x", StatusCode::BAD_REQUEST),
        ("star?before=1", StatusCode::BAD_REQUEST),
    ] {
        let answer = app.get(&format!("/api/v1/ladders/{path}"), &[]).await;
        assert_eq!(answer.status(), status, "{path}");
    }
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
