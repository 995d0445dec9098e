//! Files of draughts games over HTTP.

use super::*;

/// Sends a file as it is.
async fn read(app: &TestApp, token: Option<&str>, file: impl Into<Body>) -> Response<Body> {
    let mut request =
        Request::post("/api/v1/pdn").header(header::CONTENT_TYPE, "application/vnd.draughts-pdn");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, bearer(token));
    }
    app.send(request.body(file.into()).unwrap()).await
}

#[tokio::test]
async fn games_of_a_file_are_read_and_faults_keep_nothing_else_away() {
    let app = TestApp::new().await;
    let token = app.guest().await;
    let file = "[White \"Lin\"] [Black \"?\"] 1. 32-28 19-23 2. 28x19 14x23 1-1\n\
                [FEN \"W:W50,K1:B46\"] 1. 50-44 *\n\
                [FEN \"W:W7:BK50\"] 1. 7-1 50-44 0-2\n\
                1. 32-29 *";
    let answer = read(&app, Some(&token), file).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let answer = json_of(answer).await;
    let games = answer["games"].as_array().unwrap();
    assert_eq!((games.len(), &answer["more"]), (4, &json!(false)));
    assert_eq!(
        games[0]["moves"][2],
        json!({ "from": 28, "to": 19, "taken": [23], "route": [28, 19], "promoted": false })
    );
    let tags = ["white", "black", "preset", "start", "result"].map(|name| games[0][name].clone());
    assert_eq!(
        tags,
        [
            "Lin".into(),
            Value::Null,
            "fmjd".into(),
            "W:W31-50:B1-20".into(),
            "1-1".into()
        ]
    );
    assert_eq!(
        (&games[1]["why"], &games[1]["ply"]),
        (&json!("man_on_far_row"), &json!(0))
    );
    assert_eq!(games[2]["moves"][0]["promoted"], true);
    assert_eq!(
        (&games[3]["why"], &games[3]["token"], &games[3]["ply"]),
        (&json!("illegal"), &json!("32-29"), &json!(1))
    );
}

#[tokio::test]
async fn whoever_is_unknown_sends_too_much_or_too_often_is_refused() {
    let app = TestApp::new().await;
    assert_eq!(
        read(&app, None, "*").await.status(),
        StatusCode::UNAUTHORIZED
    );
    let token = app.guest().await;
    let large = vec![b' '; 256 * 1024 + 1];
    let answer = read(&app, Some(&token), large).await;
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let many = "1. 32-28 *\n".repeat(101);
    let answer = json_of(read(&app, Some(&token), many).await).await;
    assert_eq!(answer["games"].as_array().unwrap().len(), 100);
    assert_eq!(answer["more"], true);
    let mut refused = None;
    for _ in 0..30 {
        let answer = read(&app, Some(&token), "*").await;
        if !answer.status().is_success() {
            refused = Some(answer.status());
        }
    }
    assert_eq!(refused, Some(StatusCode::TOO_MANY_REQUESTS));
}
