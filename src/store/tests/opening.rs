//! Opening, closing, and whether the store is well.

use crate::room::ports::{Journal as _, JournalError};
use crate::store::test_support::{batch, id, new_room, on_postgresql, store_test};
use crate::store::{Store, StoreError, StoreOptions};

#[tokio::test]
async fn urls_that_name_no_database_are_refused_without_their_secrets() {
    for url in [
        "",
        "mysql://a",
        "sqlite:",
        "sqlite::memory:",
        "sqlite:x?mode=rw",
        "tiaoqi.db",
        "postgres://u:secret@host:notaport/x",
    ] {
        let error = Store::open(url).await.unwrap_err();
        assert!(matches!(error, StoreError::Url(_)), "{url}: {error:?}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[tokio::test]
async fn a_database_that_is_not_there_is_said_to_be_unavailable() {
    for url in ["sqlite:/no/such/folder/x.db", "postgres://x@127.0.0.1:1/x"] {
        let error = Store::open(url).await.unwrap_err();
        assert!(
            matches!(error, StoreError::Unavailable(_)),
            "{url}: {error:?}"
        );
    }
}

store_test!(a_database_opens_again_and_its_tables_stay, |store| {
    async move {
        store.create(new_room(id(1), "AAAA")).await.unwrap();
        let next = store.another().await;
        assert_eq!(next.find("AAAA").await, Ok(Some(id(1))));
        assert!(next.health().await.is_good());
        next.close().await;
        let health = next.health().await;
        assert!(!health.reads && !health.writes);
        let late = next.append(batch(id(1), 1, 1, &["x"])).await;
        assert_eq!(late, Err(JournalError::Unavailable));
        assert!(store.health().await.is_good(), "the other one lives on");
    }
});

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgresql_that_may_lose_commits_is_refused() {
    on_postgresql(|store| async move {
        let mark = if store.url().contains('?') { '&' } else { '?' };
        let url = format!("{}{mark}options=-c%20synchronous_commit%3Doff", store.url());
        let refused = Store::open(&url).await.unwrap_err();
        assert!(
            matches!(
                refused,
                StoreError::Unsafe {
                    setting: "synchronous_commit",
                    ..
                }
            ),
            "{refused:?}"
        );
        let options = StoreOptions {
            allow_unsafe: true,
            ..StoreOptions::default()
        };
        let allowed = Store::open_with(&url, &options).await.unwrap();
        allowed.close().await;
    })
    .await;
}
