//! Guests, accounts and sessions on both databases.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

use uuid::Uuid;

use crate::auth::{Auth, AuthError, GUEST_LIFE, LIFE, Tongue};
use crate::game::Millis;
use crate::protocol::{Code, Refusal};
use crate::room::ports::{Clock, Ids};
use crate::store::test_support::{TestStore, new_id, store_test};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 7));
const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 8));
const DAY: Millis = 24 * 3_600_000;

#[derive(Default)]
struct Hand(AtomicI64);

impl Hand {
    fn step(&self, by: Millis) {
        self.0.fetch_add(by, Relaxed);
    }
}

impl Clock for Hand {
    fn now(&self) -> Millis {
        self.0.load(Relaxed)
    }
}

/// Draws the same seed so many times, then others.
struct Draws {
    same: AtomicU64,
}

impl Ids for Draws {
    fn id(&self) -> Uuid {
        new_id()
    }

    fn seed(&self) -> u64 {
        if self.same.load(Relaxed) > 0 {
            self.same.fetch_sub(1, Relaxed);
            return 7;
        }
        u64::try_from(new_id().as_u128() & u128::from(u64::MAX))
            .unwrap()
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

fn auth(store: &TestStore) -> (Auth, Arc<Hand>) {
    let clock = Arc::new(Hand::default());
    clock.step(1_000 * DAY);
    let draws = Draws {
        same: AtomicU64::new(0),
    };
    let auth = Auth::new(store.handle(), Arc::clone(&clock) as _, Arc::new(draws));
    (auth, clock)
}

fn code(result: Result<impl Sized, AuthError>) -> Code {
    match result {
        Ok(_) => panic!("it was accepted"),
        Err(error) => Refusal::from(&error).code,
    }
}

store_test!(a_guest_becomes_an_account_and_keeps_its_id, |store| {
    async move {
        let (auth, _) = auth(&store);
        let (first, guest) = auth.guest(Tongue::Hant).await.unwrap();
        let mut ended = auth.ended();
        assert!(
            guest.guest && guest.name.chars().count() >= 7,
            "{}",
            guest.name
        );
        let seen = auth.session(first.as_str()).await.unwrap();
        assert_eq!(seen.as_ref(), Some(&guest));

        assert_eq!(
            code(auth.upgrade(&guest, "x", "password").await),
            Code::BadName
        );
        assert_eq!(
            code(auth.upgrade(&guest, "小明", "short").await),
            Code::BadPassword
        );
        let (second, account) = auth.upgrade(&guest, "小明", "password").await.unwrap();
        assert_eq!(
            (account.user, &*account.name, account.guest),
            (guest.user, "小明", false)
        );
        assert_ne!(first, second, "the token is another");
        assert_eq!(auth.session(first.as_str()).await.unwrap(), None);
        assert_eq!(auth.session(second.as_str()).await.unwrap(), Some(account));
        assert_eq!(
            ended.recv().await.unwrap(),
            guest.hash,
            "live sockets hear of it"
        );
        assert_eq!(
            code(auth.upgrade(&guest, "大明", "password").await),
            Code::Forbidden
        );
    }
});

store_test!(a_name_is_one_accounts_in_every_spelling, |store| {
    async move {
        let (auth, _) = auth(&store);
        auth.register("Ming Li", "password").await.unwrap();
        for name in ["ming li", "MINGLI", "Ｍｉｎｇ_Ｌｉ", "M1ng-Li"] {
            assert_eq!(
                code(auth.register(name, "password").await),
                Code::NameTaken,
                "{name}"
            );
        }
        let (_, guest) = auth.guest(Tongue::En).await.unwrap();
        assert_eq!(
            code(auth.upgrade(&guest, "ming-li", "password").await),
            Code::NameTaken
        );
        // Ten at once: one has it.
        let all: Vec<_> = (0..10)
            .map(|_| {
                let auth = auth.clone();
                tokio::spawn(async move { auth.register("Hong", "password").await.is_ok() })
            })
            .collect();
        let mut won = 0;
        for one in all {
            won += usize::from(one.await.unwrap());
        }
        assert_eq!(won, 1);
    }
});

store_test!(whoever_knows_the_password_gets_in, |store| {
    async move {
        let (auth, _) = auth(&store);
        let (_, made) = auth.register("Ming", "correct horse").await.unwrap();
        let (token, session) = auth.login(HERE, "ming", "correct horse").await.unwrap();
        assert_eq!((session.user, &*session.name), (made.user, "Ming"));
        for (name, password) in [
            ("Ming", "correct hors€"),
            ("Ming", "x"),
            ("nobody", "correct horse"),
            ("", "correct horse"),
            ("a\0b", "correct horse"),
            ("Ming", "\0\0\0\0\0\0\0\0"),
        ] {
            let refused = code(auth.login(HERE, name, password).await);
            assert_eq!(refused, Code::BadCredentials, "{name:?} {password:?}");
        }
        let (_, guest) = auth.guest(Tongue::En).await.unwrap();
        let refused = code(auth.login(HERE, &guest.name, "correct horse").await);
        assert_eq!(refused, Code::BadCredentials, "a guest has no password");

        auth.logout(&session).await.unwrap();
        assert_eq!(auth.session(token.as_str()).await.unwrap(), None);
        for token in ["", "x", &"0".repeat(64), &"g".repeat(64), "\0"] {
            assert_eq!(auth.session(token).await.unwrap(), None, "{token:?}");
        }
    }
});

store_test!(guessing_is_slowed_down_where_it_comes_from, |store| {
    async move {
        let (auth, clock) = auth(&store);
        auth.register("Ming", "correct horse").await.unwrap();
        for _ in 0..5 {
            let refused = code(auth.login(HERE, "Ming", "wrong horse").await);
            assert_eq!(refused, Code::BadCredentials);
        }
        // Not even the right one is looked at now, in whatever spelling.
        let refused = auth.login(HERE, "M1NG", "correct horse").await.unwrap_err();
        let refused = Refusal::from(&refused);
        assert_eq!((refused.code, refused.retry_ms), (Code::Rate, Some(2_000)));
        assert!(auth.login(THERE, "Ming", "correct horse").await.is_ok());
        clock.step(2_000);
        assert!(auth.login(HERE, "Ming", "correct horse").await.is_ok());
        assert!(auth.login(HERE, "Ming", "correct horse").await.is_ok());
    }
});

store_test!(a_session_lives_on_while_it_is_used, |store| {
    async move {
        let (auth, clock) = auth(&store);
        let (guest, _) = auth.guest(Tongue::En).await.unwrap();
        let (account, _) = auth.register("Ming", "password").await.unwrap();
        // Used every 29 days, a guest's session of 30 days has no end.
        for _ in 0..3 {
            clock.step(GUEST_LIFE - DAY);
            assert!(auth.session(guest.as_str()).await.unwrap().is_some());
        }
        clock.step(LIFE - 3 * (GUEST_LIFE - DAY) - 1);
        assert!(auth.session(account.as_str()).await.unwrap().is_some());
        clock.step(LIFE - 1);
        assert!(auth.session(account.as_str()).await.unwrap().is_some());
        assert_eq!(auth.session(guest.as_str()).await.unwrap(), None);
        clock.step(LIFE);
        assert_eq!(auth.session(account.as_str()).await.unwrap(), None);
    }
});

store_test!(a_guests_name_is_drawn_again_when_it_is_taken, |store| {
    async move {
        let clock: Arc<dyn Clock> = Arc::new(Hand::default());
        // The name's draw, and four for the token: as long as they are the same, so is the name.
        let draws = |same| {
            let same = AtomicU64::new(same);
            Auth::new(store.handle(), Arc::clone(&clock), Arc::new(Draws { same }))
        };
        let (_, first) = draws(1).guest(Tongue::Hans).await.unwrap();
        // Taken at the first draw; the token's four are others, but so is the second name.
        let (_, second) = draws(1).guest(Tongue::Hans).await.unwrap();
        assert_ne!(first.name, second.name);
        assert_eq!(
            code(draws(u64::MAX).guest(Tongue::Hans).await),
            Code::NameTaken
        );
    }
});

store_test!(a_reset_password_ends_what_was_open, |store| {
    async move {
        let (auth, _) = auth(&store);
        let (token, session) = auth.register("Ming", "forgotten").await.unwrap();
        let mut ended = auth.ended();
        assert!(auth.reset_password("MING", "remembered").await.unwrap());
        assert_eq!(ended.recv().await.unwrap(), session.hash);
        assert_eq!(auth.session(token.as_str()).await.unwrap(), None);
        assert_eq!(
            code(auth.login(HERE, "Ming", "forgotten").await),
            Code::BadCredentials
        );
        assert!(auth.login(HERE, "Ming", "remembered").await.is_ok());
        assert!(!auth.reset_password("nobody", "remembered").await.unwrap());
        assert!(!auth.reset_password("", "remembered").await.unwrap());
        assert_eq!(
            code(auth.reset_password("Ming", "x").await),
            Code::BadPassword
        );
    }
});

store_test!(a_store_that_does_not_answer_is_said_to_be_so, |store| {
    async move {
        let (auth, _) = auth(&store);
        let (token, _) = auth.guest(Tongue::En).await.unwrap();
        let other = store.another().await;
        let (closed, clock) = (other.clone(), Arc::new(Hand::default()));
        let draws = Draws {
            same: AtomicU64::new(0),
        };
        let cut_off = Auth::new(other, clock, Arc::new(draws));
        closed.close().await;
        assert_eq!(
            code(cut_off.session(token.as_str()).await),
            Code::Unavailable
        );
        assert_eq!(code(cut_off.guest(Tongue::En).await), Code::Unavailable);
        assert_eq!(
            code(cut_off.login(HERE, "Ming", "password").await),
            Code::Unavailable
        );
    }
});

#[test]
fn a_token_is_not_shown() {
    let draws = Draws {
        same: AtomicU64::new(0),
    };
    let token = crate::auth::Token::draw(&draws);
    assert_eq!(token.as_str().len(), 64);
    assert!(!format!("{token:?}").contains(&token.as_str()[..8]));
}
