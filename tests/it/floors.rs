//! ARCHITECTURE.md's floors: a module imports what is below it, and `rules` knows neither time
//! nor chance nor sockets.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each floor's modules, from the ground.
const FLOORS: [&[&str]; 8] = [
    &["rules"],
    &["scoring", "bot"],
    &["game"],
    &["protocol", "room", "lobby"],
    &["store", "cluster"],
    &["auth", "people"],
    &["web"],
    &["cli", "app", "config", "system", "main"],
];

/// What may be imported on the same floor.
const BESIDE: &[(&str, &str)] = &[
    ("room", "protocol"),
    ("lobby", "room"),
    ("lobby", "protocol"),
    ("cluster", "store"),
];

/// Ways up that exist. `web` reads its part of the settings; these import nothing themselves
/// (checked below), so no circle comes of it.
const EXCEPTIONS: &[(&str, &str)] = &[("web", "config")];

/// Sorted maps are iterated in rules that replay for ever; clocks and chance come in as values.
const NOT_IN_RULES: &[&str] = &[
    "tokio",
    "tracing",
    "rand",
    "axum",
    "sqlx",
    "HashMap",
    "HashSet",
    "std::time",
    "std::env",
    "std::fs",
    "std::net",
    "std::thread",
    "uuid",
    "async fn",
];

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

fn may_import(from: &str, to: &str) -> bool {
    let (Some(upper), Some(lower)) = (floor(from), floor(to)) else {
        return false;
    };
    // The top is one composition: the sub-commands, the app and its settings.
    let top = FLOORS.len() - 1;
    from == to || lower < upper || (upper == top && lower == top) || BESIDE.contains(&(from, to))
}

fn sources(under: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(under).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

/// The lines of code, without comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or(line))
}

/// The modules a source names behind `crate::`, also in `use crate::{a, b::c}`.
fn imports(text: &str) -> BTreeSet<String> {
    let code: String = code(text).collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    let name = |text: &str| -> String {
        text.chars()
            .take_while(|c| c.is_ascii_lowercase() || *c == '_')
            .collect()
    };
    for (at, matched) in code.match_indices("crate::") {
        // Not the end of a longer name, as in `mycrate::`.
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &code[at + matched.len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut item = String::new();
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        found.insert(name(item.trim()));
                        item.clear();
                    }
                    _ if depth == 0 => item.push(c),
                    _ => {}
                }
            }
            found.insert(name(item.trim()));
        } else {
            found.insert(name(rest));
        }
    }
    found.remove("");
    found
}

fn module_of(source: &Path) -> String {
    let inside = source.strip_prefix(root()).unwrap();
    let first = inside.iter().next().unwrap().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// Where modules stand that are compiled for tests alone; these may put together what they need.
fn test_modules(sources: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for source in sources {
        let inside = match source.file_name().and_then(|name| name.to_str()) {
            Some("mod.rs" | "lib.rs" | "main.rs") => source.parent().unwrap().to_owned(),
            _ => source.with_extension(""),
        };
        let text = fs::read_to_string(source).unwrap();
        for (at, mark) in text.match_indices("#[cfg(test)]\n") {
            let line = text[at + mark.len()..].lines().next().unwrap_or_default();
            let name = line
                .strip_suffix(';')
                .and_then(|line| line.rsplit_once("mod "));
            found.extend(name.map(|(_, name)| inside.join(name)));
        }
    }
    found
}

/// A source without the tests at its end.
fn product(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn every_module_imports_only_what_is_below_it() {
    let mut found = Vec::new();
    sources(&root(), &mut found);
    let tests = test_modules(&found);
    assert!(tests.contains(&root().join("store/tests")), "{tests:?}");
    found.retain(|source| {
        !tests
            .iter()
            .any(|test| source.with_extension("").starts_with(test))
    });
    let mut wrong = Vec::new();
    let mut exceptions = BTreeSet::new();
    let mut seen = 0;
    for source in &found {
        let module = module_of(source);
        if module == "lib" {
            continue;
        }
        assert!(floor(&module).is_some(), "{module} stands on no floor");
        for import in imports(product(&fs::read_to_string(source).unwrap())) {
            seen += 1;
            let way = EXCEPTIONS.iter().find(|way| **way == (&module, &import));
            if let Some(way) = way {
                exceptions.insert(*way);
            } else if !may_import(&module, &import) {
                wrong.push(format!("{}: crate::{import}", source.display()));
            }
        }
    }
    assert!(seen > 50, "the test reads no imports any more");
    assert!(wrong.is_empty(), "upward imports:\n{}", wrong.join("\n"));
    let expected: BTreeSet<_> = EXCEPTIONS.iter().copied().collect();
    assert_eq!(exceptions, expected, "an exception that is none any more");
    let config = fs::read_to_string(root().join("config.rs")).unwrap();
    assert_eq!(imports(&config), BTreeSet::new(), "settings import nothing");
}

#[test]
fn the_rules_know_neither_time_nor_chance_nor_sockets() {
    let mut found = Vec::new();
    sources(&root().join("rules"), &mut found);
    assert!(found.len() > 10);
    // Tests may draw numbers and print JSON.
    let is_test = |source: &PathBuf| source.to_string_lossy().ends_with("_tests.rs");
    for source in found.into_iter().filter(|source| !is_test(source)) {
        let text = fs::read_to_string(&source).unwrap();
        for line in code(product(&text)) {
            for word in NOT_IN_RULES.iter().chain(&["serde_json"]) {
                assert!(!names(line, word), "{}: {line}", source.display());
            }
        }
    }
}

/// Whether the line holds the word, and not as a part of another.
fn names(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(part) && !line[at + word.len()..].starts_with(part))
}

#[test]
fn the_reader_of_imports_sees_every_form() {
    let text = "use crate::game;\nuse crate::{rules::{Seat, star}, room::Room};\n\
        // crate::web\nfn f(x: crate::store::Row) { let y = crate::bot::choose(); }";
    let expected = ["bot", "game", "room", "rules", "store"];
    assert_eq!(imports(text), expected.map(str::to_owned).into());
}

#[test]
fn the_floors_forbid_the_way_up_and_across() {
    for (from, to) in [
        ("rules", "game"),
        ("protocol", "room"),
        ("room", "lobby"),
        ("store", "cluster"),
        ("scoring", "bot"),
        ("web", "app"),
        ("room", "nowhere"),
    ] {
        assert!(!may_import(from, to), "{from} -> {to}");
    }
    for (from, to) in [
        ("room", "protocol"),
        ("web", "auth"),
        ("app", "cli"),
        ("lobby", "room"),
    ] {
        assert!(may_import(from, to), "{from} -> {to}");
    }
}
