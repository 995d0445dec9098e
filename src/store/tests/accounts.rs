//! Accounts and sessions on both databases.

use crate::protocol::UserId;
use crate::store::test_support::{id, store_test};
use crate::store::{NewAccount, NewSession, SessionHash, StoreError, Upgrade};

fn account(number: u128, key: &str, password_hash: Option<&str>) -> NewAccount {
    NewAccount {
        id: id(number),
        name: key.to_uppercase(),
        name_key: key.to_owned(),
        password_hash: password_hash.map(str::to_owned),
        created_at: 1_000,
    }
}

fn session(number: u8, expires_at: i64) -> NewSession {
    NewSession {
        hash: SessionHash([number; 32]),
        created_at: 1_000,
        expires_at,
    }
}

store_test!(a_name_is_given_once, |store| {
    async move {
        let first = store
            .create_account(account(1, "ming", None), session(1, 9_000))
            .await;
        assert!(first.is_ok());
        let second = store
            .create_account(account(2, "ming", Some("x")), session(2, 9_000))
            .await;
        assert!(matches!(second, Err(StoreError::Conflict)), "{second:?}");
        // Nothing of the second is there.
        assert_eq!(store.account(id(2)).await.unwrap(), None);
        assert_eq!(
            store.session(SessionHash([2; 32]), 2_000).await.unwrap(),
            None
        );
    }
});

store_test!(a_session_lives_until_it_ends, |store| {
    async move {
        store
            .create_account(account(1, "ming", None), session(1, 9_000))
            .await
            .unwrap();
        let hash = SessionHash([1; 32]);
        let found = store.session(hash, 8_999).await.unwrap().unwrap();
        assert_eq!(
            (found.user, &*found.name, found.guest, found.points),
            (id(1), "MING", true, 0)
        );
        assert_eq!(store.session(hash, 9_000).await.unwrap(), None);
        store.extend_session(hash, 20_000).await.unwrap();
        assert!(store.session(hash, 19_999).await.unwrap().is_some());
        assert_eq!(store.end_session(hash).await.unwrap(), Some(id(1)));
        assert_eq!(store.session(hash, 2_000).await.unwrap(), None);
        assert_eq!(store.end_session(hash).await.unwrap(), None);
    }
});

store_test!(
    of_two_upgrades_at_once_one_wins_and_old_sessions_end,
    |store| {
        async move {
            store
                .create_account(account(1, "guest1", None), session(1, 9_000))
                .await
                .unwrap();
            let upgrade = |key: &'static str, number: u8| {
                let store = store.handle();
                tokio::spawn(async move {
                    let user: UserId = id(1);
                    store
                        .upgrade_account(
                            user,
                            key.to_uppercase(),
                            key.into(),
                            "hash".into(),
                            session(number, 9_000),
                        )
                        .await
                })
            };
            let (one, two) = (upgrade("ming", 2), upgrade("hong", 3));
            let outcomes = [one.await.unwrap().unwrap(), two.await.unwrap().unwrap()];
            let won = outcomes
                .iter()
                .filter(|outcome| matches!(outcome, Upgrade::Done { .. }))
                .count();
            assert_eq!(won, 1, "{outcomes:?}");
            let account = store.account(id(1)).await.unwrap().unwrap();
            assert!(!account.guest);
            assert_eq!(
                store.session(SessionHash([1; 32]), 2_000).await.unwrap(),
                None,
                "it ended"
            );
            let (key, number) = if account.name == "MING" {
                ("ming", 2)
            } else {
                ("hong", 3)
            };
            assert!(
                store
                    .session(SessionHash([number; 32]), 2_000)
                    .await
                    .unwrap()
                    .is_some()
            );
            assert_eq!(
                store.credentials(key).await.unwrap(),
                Some((id(1), "hash".to_owned()))
            );
        }
    }
);

store_test!(an_upgrade_to_a_taken_name_changes_nothing, |store| {
    async move {
        let guest = account(1, "guest1", None);
        store
            .create_account(guest, session(1, 9_000))
            .await
            .unwrap();
        let ming = account(2, "ming", Some("x"));
        store.create_account(ming, session(2, 9_000)).await.unwrap();
        let upgrade = store
            .upgrade_account(
                id(1),
                "Ming".into(),
                "ming".into(),
                "h".into(),
                session(3, 9_000),
            )
            .await;
        assert!(matches!(upgrade, Err(StoreError::Conflict)), "{upgrade:?}");
        assert!(store.account(id(1)).await.unwrap().unwrap().guest);
        assert!(
            store
                .session(SessionHash([1; 32]), 2_000)
                .await
                .unwrap()
                .is_some()
        );
        assert_eq!(
            store.session(SessionHash([3; 32]), 2_000).await.unwrap(),
            None
        );
        // Who is no guest has nothing to upgrade.
        let upgrade = store
            .upgrade_account(
                id(2),
                "Hong".into(),
                "hong".into(),
                "h".into(),
                session(3, 9_000),
            )
            .await;
        assert_eq!(upgrade.unwrap(), Upgrade::NotGuest);
    }
});

store_test!(a_new_password_ends_the_accounts_sessions, |store| {
    async move {
        let ming = account(1, "ming", Some("old"));
        store.create_account(ming, session(1, 9_000)).await.unwrap();
        store.open_session(id(1), session(2, 9_000)).await.unwrap();
        let mut ended = store
            .set_password(id(1), "new".into())
            .await
            .unwrap()
            .unwrap();
        ended.sort_by_key(|hash| hash.0);
        assert_eq!(ended, [SessionHash([1; 32]), SessionHash([2; 32])]);
        assert_eq!(
            store.session(SessionHash([1; 32]), 2_000).await.unwrap(),
            None
        );
        let credentials = store.credentials("ming").await.unwrap();
        assert_eq!(credentials, Some((id(1), "new".to_owned())));
        // A guest has none to change, and keeps its session.
        let guest = account(2, "guest2", None);
        store
            .create_account(guest, session(3, 9_000))
            .await
            .unwrap();
        assert_eq!(store.set_password(id(2), "new".into()).await.unwrap(), None);
        assert!(
            store
                .session(SessionHash([3; 32]), 2_000)
                .await
                .unwrap()
                .is_some()
        );
        assert_eq!(store.credentials("guest2").await.unwrap(), None);
        // Nor is a guest ever staff.
        assert!(store.set_staff(id(1), true).await.unwrap());
        assert!(!store.set_staff(id(2), true).await.unwrap());
        assert!(store.account(id(1)).await.unwrap().unwrap().staff);
        assert_eq!(
            store.account_by_key("ming").await.unwrap().unwrap().id,
            id(1)
        );
    }
});

store_test!(
    a_sweep_takes_ended_sessions_and_guests_who_never_played,
    |store| {
        async move {
            for (number, key) in [(1, "idle"), (2, "seated"), (3, "live"), (4, "young")] {
                let mut guest = account(number, key, None);
                guest.created_at = if number == 4 { 8_000 } else { 1_000 };
                let expires_at = if number == 3 { 90_000 } else { 5_000 };
                let hash = u8::try_from(number).unwrap();
                store
                    .create_account(guest, session(hash, expires_at))
                    .await
                    .unwrap();
            }
            let ming = account(5, "ming", Some("x"));
            store.create_account(ming, session(5, 5_000)).await.unwrap();
            let mut room = crate::store::test_support::new_room(id(9), "AAAA");
            room.projection = crate::store::test_support::playing(&[id(2)]);
            crate::room::ports::Journal::create(&store.handle(), room)
                .await
                .unwrap();
            let mut swept = store.sweep(10_000, 5_000).await.unwrap();
            swept.sessions.sort_by_key(|(_, user)| *user);
            let users: Vec<_> = swept.sessions.iter().map(|(_, user)| *user).collect();
            assert_eq!(users, [1, 2, 4, 5].map(id));
            assert_eq!(swept.guests, 1);
            for (number, left) in [(1, false), (2, true), (3, true), (4, true), (5, true)] {
                assert_eq!(
                    store.account(id(number)).await.unwrap().is_some(),
                    left,
                    "{number}"
                );
            }
        }
    }
);
