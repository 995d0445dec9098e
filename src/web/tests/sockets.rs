//! The socket: who may open one, what it does, and how it ends.

use super::*;

#[tokio::test]
async fn sockets_open_from_pages_of_ours_and_for_programs() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let cookie = format!("tiaoqi={token}");
    let auth = bearer(&token);
    let host = app.address.to_string();
    let own = format!("http://{host}");
    let alike = format!("http://{host}.evil");
    let status = async |headers: &[(&str, &str)]| app.socket(headers).await.err();
    assert_eq!(status(&[("cookie", &cookie), ("origin", &own)]).await, None);
    assert_eq!(status(&[("authorization", &auth)]).await, None);
    for origin in ["http://evil.example", "null", alike.as_str()] {
        let refused = Some(StatusCode::FORBIDDEN);
        assert_eq!(
            status(&[("cookie", &cookie), ("origin", origin)]).await,
            refused,
            "{origin}"
        );
        assert_eq!(
            status(&[("authorization", &auth), ("origin", origin)]).await,
            refused
        );
    }
    assert_eq!(
        status(&[("cookie", &cookie)]).await,
        Some(StatusCode::FORBIDDEN)
    );
    assert_eq!(
        status(&[("origin", &own)]).await,
        Some(StatusCode::UNAUTHORIZED)
    );
    let stale = [("authorization", "Bearer x")];
    assert_eq!(status(&stale).await, Some(StatusCode::UNAUTHORIZED));
    let other = [
        ("authorization", auth.as_str()),
        ("sec-websocket-protocol", "tiaoqi.v0.json"),
    ];
    assert_eq!(status(&other).await, Some(StatusCode::UPGRADE_REQUIRED));
}

#[tokio::test]
async fn a_socket_plays_its_part_of_the_protocol() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let room = app.room(&token).await;
    let (mut socket, welcome) = app.hello(&token).await;
    assert_eq!(welcome["build"], BUILD);
    assert_eq!(welcome["limits"]["frame"], 8192);
    assert_eq!(welcome["rooms"][0]["id"], room.as_str());

    let s = format!("room:{room}");
    socket.send(&json!({ "t": "ping", "n": 3 })).await;
    assert_eq!(socket.next("pong").await["n"], 3);
    socket.send(&json!({ "t": "sub", "s": s })).await;
    let snap = socket.next("snap").await;
    assert_eq!(
        (&snap["s"], &snap["you"]["host"]),
        (&json!(s), &json!(true))
    );
    let cid = Uuid::from_u128(1);
    let ready = json!({ "t": "cmd", "s": s, "cid": cid, "type": "ready", "d": {}, "x": 1 });
    socket.send(&ready).await;
    let ok = socket.next("ok").await;
    socket.send(&ready).await;
    assert_eq!(socket.next("ok").await, ok);
    socket.send(&json!({ "t": "sub", "s": "lobby" })).await;
    assert_eq!(
        socket.next("snap").await["state"]["rooms"][0]["id"],
        room.as_str()
    );
    socket.send(&json!({ "t": "sub", "s": "me" })).await;
    assert_eq!(
        socket.next("snap").await["state"]["user"],
        welcome["me"]["user"]
    );
    let absent = format!("room:{}", Uuid::nil());
    socket.send(&json!({ "t": "sub", "s": absent })).await;
    let no = socket.next("no").await;
    assert_eq!(
        (&no["s"], &no["code"]),
        (&json!(absent), &json!("not_found"))
    );

    // Leaving and following at once ends with following.
    socket.send(&json!({ "t": "unsub", "s": s })).await;
    socket.send(&json!({ "t": "sub", "s": s })).await;
    assert_eq!(socket.next("snap").await["s"], s.as_str());
}

#[tokio::test]
async fn what_cannot_be_read_is_answered_and_then_closes() {
    let app = TestApp::new().await;
    let (mut socket, _) = app.hello(&app.guest().await).await;
    let s = format!("room:{}", Uuid::nil());
    let cid = Uuid::from_u128(5).to_string();
    for (text, code, with_cid) in [
        ("{".to_owned(), "bad_request", false),
        (
            json!({ "t": "dance", "cid": cid }).to_string(),
            "unknown_type",
            true,
        ),
        (
            json!({ "t": "sub", "s": "room:x" }).to_string(),
            "bad_request",
            false,
        ),
        (
            json!({ "t": "cmd", "s": s, "cid": cid, "type": "ready", "d": { "x": 1 } }).to_string(),
            "bad_request",
            true,
        ),
        (
            json!({ "t": "cmd", "s": s, "cid": cid, "type": "fly", "d": {} }).to_string(),
            "bad_request",
            true,
        ),
        (
            json!({ "t": "cmd", "s": "lobby", "cid": cid, "type": "ready", "d": {} }).to_string(),
            "bad_request",
            true,
        ),
        ("[".repeat(8_000), "bad_request", false),
        (
            format!("{{\"t\":\"ping\",\"n\":1e999{}}}", ""),
            "bad_request",
            false,
        ),
    ] {
        socket.text(&text).await;
        let no = socket.next("no").await;
        assert_eq!(no["code"], code, "{text:.80}");
        assert_eq!(no["cid"] == cid.as_str(), with_cid, "{text:.80}");
    }
    for _ in 0..10 {
        socket.text("?").await;
    }
    assert_eq!(socket.closed().await, ByeCode::Protocol as u16);
}

#[tokio::test]
async fn large_and_binary_frames_close() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    for message in [
        Message::text("x".repeat(9 * 1024)),
        Message::binary(vec![1, 2, 3]),
    ] {
        let (mut socket, _) = app.hello(&token).await;
        socket.0.send(message).await.unwrap();
        assert_eq!(socket.closed().await, ByeCode::Protocol as u16);
    }
}

#[tokio::test]
async fn whoever_says_no_hello_is_sent_away() {
    let app = TestApp::new().await;
    let auth = bearer(&app.guest().await);
    let mut silent = app.socket(&[("authorization", &auth)]).await.unwrap();
    let mut rude = app.socket(&[("authorization", &auth)]).await.unwrap();
    rude.send(&json!({ "t": "ping", "n": 1 })).await;
    assert_eq!(rude.closed().await, ByeCode::Protocol as u16);
    assert_eq!(silent.closed().await, ByeCode::Protocol as u16);
}

#[tokio::test]
async fn a_flood_is_refused_and_then_closes() {
    let app = TestApp::new().await;
    let (mut socket, _) = app.hello(&app.guest().await).await;
    for n in 0..200 {
        if socket
            .0
            .send(Message::text(json!({ "t": "ping", "n": n }).to_string()))
            .await
            .is_err()
        {
            break;
        }
    }
    let no = socket.next("no").await;
    assert_eq!(no["code"], "rate");
    assert!(no["retry_ms"].as_u64().is_some());
    assert_eq!(socket.closed().await, ByeCode::Rate as u16);
}

#[tokio::test]
async fn a_turn_command_over_the_rate_still_reaches_its_room() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let s = format!("room:{}", app.room(&token).await);
    let (mut socket, _) = app.hello(&token).await;
    for n in 0..70 {
        socket.send(&json!({ "t": "ping", "n": n })).await;
    }
    let cid = Uuid::from_u128(1);
    let moves = json!({ "from": 0, "to": 1 });
    socket
        .send(&json!({ "t": "cmd", "s": s, "cid": cid, "ply": 1, "type": "move", "d": moves }))
        .await;
    let code = loop {
        let no = socket.next("no").await;
        if no["cid"] == cid.to_string() {
            break no["code"].clone();
        }
    };
    assert_eq!(code, "no_game");
}

#[tokio::test]
async fn a_log_out_closes_the_sessions_sockets() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let (mut socket, _) = app.hello(&token).await;
    let auth = bearer(&token);
    let headers = [("authorization", auth.as_str())];
    app.post("/api/v1/session/logout", &headers, &json!({}))
        .await;
    assert_eq!(socket.closed().await, ByeCode::Auth as u16);
    assert_eq!(
        app.socket(&headers).await.err(),
        Some(StatusCode::UNAUTHORIZED)
    );
}

#[tokio::test]
async fn a_players_newer_tab_takes_over() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let s = format!("room:{}", app.room(&token).await);
    let (mut older, _) = app.hello(&token).await;
    older.send(&json!({ "t": "sub", "s": s })).await;
    older.next("snap").await;
    let (mut newer, _) = app.hello(&token).await;
    newer.send(&json!({ "t": "sub", "s": s })).await;
    newer.next("snap").await;
    assert_eq!(older.closed().await, ByeCode::TakenOver as u16);
    newer.send(&json!({ "t": "ping", "n": 1 })).await;
    newer.next("pong").await;
}

#[tokio::test]
async fn the_lobby_tells_of_new_rooms_and_of_connections() {
    let app = TestApp::new().await;
    let (mut watcher, _) = app.hello(&app.guest().await).await;
    watcher.send(&json!({ "t": "sub", "s": "lobby" })).await;
    watcher.next("snap").await;
    let room = app.room(&app.guest().await).await;
    let line = loop {
        let event = watcher.next("ev").await;
        if event["type"] == "room" {
            break event;
        }
    };
    assert_eq!(
        (&line["s"], &line["d"]["id"]),
        (&json!("lobby"), &json!(room))
    );
}

#[tokio::test]
async fn a_slow_reader_is_closed_and_nobody_waits_for_it() {
    let app = TestApp::new().await;
    let settings = serde_json::from_value(json!({ "preset": "qq", "players": 2 })).unwrap();
    let room = LobbyRoom {
        id: Uuid::nil(),
        code: "ABCDEFGH".to_owned(),
        host: "x".repeat(200),
        settings,
        taken: 1,
        status: LobbyStatus::Waiting,
        created: 0,
    };
    for n in 0..400 {
        app.site.lobby.listed(LobbyRoom {
            id: Uuid::from_u128(n),
            ..room.clone()
        });
    }
    let (mut slow, _) = app.hello(&app.guest().await).await;
    let (mut quick, _) = app.hello(&app.guest().await).await;
    // Well over 100 KiB a snapshot, and nobody reads them.
    for _ in 0..55 {
        slow.send(&json!({ "t": "sub", "s": "lobby" })).await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    quick.send(&json!({ "t": "ping", "n": 1 })).await;
    quick.next("pong").await;
    assert_eq!(slow.closed().await, ByeCode::Slow as u16);
}

#[tokio::test]
async fn when_the_server_ends_clients_are_told_to_come_back() {
    let app = TestApp::new().await;
    let (mut socket, _) = app.hello(&app.guest().await).await;
    app.site.sockets.close_all(ByeCode::Restart);
    let bye = socket.next("bye").await;
    assert_eq!(bye["code"], 4001);
    assert!((500..3_500).contains(&bye["retry_ms"].as_u64().unwrap()));
    app.stop.cancel();
    app.site.tasks.close();
    drop(socket);
    timeout(PATIENCE, app.site.tasks.wait()).await.unwrap();
}
