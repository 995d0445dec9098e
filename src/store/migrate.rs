//! The tables' history. `sqlx::migrate!` would compile SQLite twice, so the list stands here
//! and a test compares it with the folder.

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Every migration: version, description, text.
const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "init", include_str!("../../migrations/0001_init.sql")),
    (
        2,
        "draughts",
        include_str!("../../migrations/0002_draughts.sql"),
    ),
];

/// What brings a database up to date.
pub(super) fn migrator() -> Migrator {
    let migrations = MIGRATIONS.iter().map(|&(version, description, text)| {
        Migration::new(
            version,
            description.into(),
            MigrationType::Simple,
            SqlStr::from_static(text),
            false,
        )
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use super::MIGRATIONS;

    #[test]
    fn the_list_is_the_folder() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let listed: Vec<_> = MIGRATIONS
            .iter()
            .map(|(version, description, _)| format!("{version:04}_{description}.sql"))
            .collect();
        assert_eq!(files, listed);
        for (file, (_, _, text)) in files.iter().zip(MIGRATIONS) {
            let on_disk = std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
            assert_eq!(on_disk, *text, "{file}");
        }
    }
}
