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
