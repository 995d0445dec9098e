//! What REST reads: games, the ladder, changes of points.

use uuid::Uuid;

use crate::protocol::UserId;
use crate::room::ports::{Appended, Journal as _};
use crate::rules::{OutReason, Seat};
use crate::store::test_support::{TestStore, batch, booking, id, new_room, store_test};
use crate::store::{FAMILY_STAR, NewAccount, NewSession, SessionHash};

/// Plays a game between two in a room of its own; the second to be named is out.
async fn game(store: &TestStore, game: u128, ended: i64, seats: &[(UserId, i32)]) {
    let room = id(game + 1_000_000);
    store
        .create(new_room(room, &format!("ROOM{game}")))
        .await
        .unwrap();
    let mut ending = batch(room, 1, 1, &["started", "moved", "scored", "rematch"]);
    let mut result = booking(id(game), 3, seats);
    result.first_seq = 2;
    result.last_seq = 4;
    result.ended = ended;
    result.seats[1].out = Some(OutReason::TimedOut);
    ending.booking = Some(result);
    assert_eq!(store.append(ending).await, Ok(Appended::Committed));
}

async fn account(store: &TestStore, number: u8) -> UserId {
    let user = id(u128::from(number));
    let new = NewAccount {
        id: user,
        name: format!("Player{number}"),
        name_key: format!("player{number}"),
        password_hash: Some("hash".into()),
        created_at: 1,
    };
    let session = NewSession {
        hash: SessionHash([number; 32]),
        created_at: 1,
        expires_at: 2,
    };
    store.create_account(new, session).await.unwrap();
    user
}

store_test!(a_game_is_read_with_its_seats_and_events, |store| {
    async move {
        game(&store, 50, 2_000, &[(id(1), 25), (id(2), -30)]).await;
        let found = store.game(id(50)).await.unwrap().unwrap();
        assert_eq!(
            (&*found.family, &*found.preset, found.rated, found.day),
            ("star", "qq", true, 3)
        );
        assert_eq!(
            (found.first_seq, found.last_seq, found.ended),
            (2, 4, 2_000)
        );
        let loser = &found.seats[1];
        assert_eq!(
            (loser.seat, loser.user, loser.place, loser.out, loser.points),
            (Seat::ALL[1], Some(id(2)), 2, Some(OutReason::TimedOut), -30)
        );
        let events = store.game_events(&found).await.unwrap();
        let payloads: Vec<_> = events.iter().map(|event| &*event.payload).collect();
        assert_eq!(payloads, ["started", "moved", "scored"]);
        assert_eq!(store.game(id(51)).await.unwrap(), None);
    }
});

store_test!(an_accounts_games_come_in_pages, |store| {
    async move {
        // Two of them ended in the same millisecond.
        for (number, ended) in [
            (50, 1_000),
            (51, 3_000),
            (52, 2_000),
            (53, 2_000),
            (54, 500),
        ] {
            game(&store, number, ended, &[(id(1), 1), (id(2), -1)]).await;
        }
        game(&store, 60, 2_500, &[(id(3), 1), (id(2), -1)]).await;
        let mut seen: Vec<Uuid> = Vec::new();
        let mut before = None;
        for length in [2, 2, 1] {
            let page = store.games_of(id(1), before, 2).await.unwrap();
            assert_eq!(page.games.len(), length);
            assert!(page.games.iter().all(|game| game.seats.len() == 2));
            seen.extend(page.games.iter().map(|game| game.id));
            before = page.next;
        }
        assert_eq!(before, None);
        assert_eq!(seen, [51, 53, 52, 50, 54].map(id));
        assert_eq!(store.games_of(id(9), None, 2).await.unwrap().games, []);
        let whole = store.games_of(id(1), None, 5).await.unwrap();
        assert_eq!((whole.games.len(), whole.next), (5, None));
    }
});

store_test!(a_ladder_ranks_equals_equally_over_its_pages, |store| {
    async move {
        let mut users = Vec::new();
        for number in 1..=6 {
            users.push(account(&store, number).await);
        }
        // Points: 30, 20, 20, 20, -10, and one who never played.
        game(&store, 50, 1_000, &[(users[0], 30), (users[4], -10)]).await;
        game(&store, 51, 1_000, &[(users[1], 20), (users[2], 20)]).await;
        game(&store, 52, 1_000, &[(users[3], 20), (id(99), -90)]).await;
        let expected = [(1, 1, 30), (2, 4, 20), (2, 3, 20), (2, 2, 20), (5, 5, -10)];
        for size in 1..=6_u16 {
            let mut rows = Vec::new();
            let mut after = None;
            loop {
                let page = store.ladder(FAMILY_STAR, after, size).await.unwrap();
                let Some(last) = page.last() else { break };
                after = Some((last.points, last.user));
                rows.extend(page);
            }
            let got: Vec<_> = rows
                .iter()
                .map(|row| (row.rank, row.user.as_u128(), row.points))
                .collect();
            assert_eq!(got, expected, "pages of {size}");
        }
        for row in store.ladder(FAMILY_STAR, None, 9).await.unwrap() {
            let own = store.ladder_row(FAMILY_STAR, row.user).await.unwrap();
            assert_eq!(own, Some(row));
        }
        let none = store.ladder_row(FAMILY_STAR, users[5]).await.unwrap();
        assert_eq!(none, None);
        assert_eq!(store.ladder("draughts", None, 5).await.unwrap(), []);
        let winner = store.account_standings(users[0]).await.unwrap();
        assert_eq!(
            (
                winner[0].points,
                winner[0].games,
                winner[0].rated,
                winner[0].firsts
            ),
            (30, 1, 1, 1)
        );
        let loser = store.account_standings(users[4]).await.unwrap();
        assert_eq!((loser[0].points, loser[0].firsts), (-10, 0));
    }
});
