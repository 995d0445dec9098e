//! Rooms, games and ladders over REST.

use super::*;
use crate::game::record;

#[tokio::test]
async fn settings_that_make_no_game_are_refused_with_their_code_on_both_ways() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let auth = bearer(&token);
    for (settings, why) in [
        (json!({ "preset": "qq", "players": 5 }), "players"),
        (
            json!({ "preset": "qq", "players": 3, "teams": true }),
            "team_players",
        ),
        (
            json!({ "preset": "fmjd", "players": 2, "items": true }),
            "draughts",
        ),
    ] {
        let body = json!({ "settings": settings });
        let answer = app
            .post("/api/v1/rooms", &[("authorization", &auth)], &body)
            .await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let problem = json_of(answer).await;
        assert_eq!(
            (&problem["code"], &problem["why"]),
            (&json!("bad_settings"), &json!(why))
        );
    }
    let none = app
        .post("/api/v1/rooms", &[], &json!({ "settings": {} }))
        .await;
    assert!(json_of(none).await.get("why").is_none());

    let room = app.room(&token).await;
    let (mut host, _) = app.hello(&token).await;
    let settings = json!({ "preset": "qq", "players": 3, "teams": true });
    let cid = Uuid::from_u128(8).to_string();
    host.send(&json!({
        "t": "cmd", "s": format!("room:{room}"), "cid": cid, "type": "configure", "d": { "settings": settings },
    }))
    .await;
    let no = host.next("no").await;
    assert_eq!(
        (&no["code"], &no["why"]),
        (&json!("bad_settings"), &json!("team_players"))
    );
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
