#!/usr/bin/env bash
# Every check and test there is: formatting, lints, documentation, unit, property and store tests
# (SQLite and a real PostgreSQL), whole-process tests, the client's types and units, and games in
# a real Chromium. Exit status 0 only if all of it passed; nothing is skipped.
#
# On Debian as root it installs what is missing; elsewhere it says what is missing and fails.
# TEST_DATABASE_URL: a PostgreSQL server to use (its role may create databases). Without it a
# throw-away server is started from the installed binaries.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf '\n== %s (%ss)\n' "$*" "$SECONDS"; }
fail() { printf 'check: %s\n' "$*" >&2; exit 1; }

# --- what has to be here -----------------------------------------------------------------------
say "tools"
PATH="$PATH:$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)"
have() { command -v "$1" >/dev/null 2>&1; }
missing=()
have cargo || fail "Rust is missing: https://rustup.rs"
have cc || missing+=(gcc libc6-dev)
have node || missing+=(nodejs)
have npm || missing+=(npm)
have chromium || missing+=(chromium)
have initdb || missing+=(postgresql)
have fc-list && fc-list 2>/dev/null | grep -q 'Noto Sans CJK' || missing+=(fontconfig fonts-noto-cjk)
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && have apt-get; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
    PATH="$PATH:$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)"
  else
    fail "please install: ${missing[*]}"
  fi
fi
[ -d node_modules ] && [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --silent

# --- a PostgreSQL of our own, with fsync on: the kill tests mean what they say -------------------
cleanup() {
  status=$?
  if [ -n "${PG:-}" ]; then
    ${AS:-} pg_ctl -D "$PG/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$PG"
  fi
  exit "$status"
}
trap cleanup EXIT
if [ -z "${TEST_DATABASE_URL:-}" ]; then
  say "PostgreSQL"
  PG=$(mktemp -d -t pg.XXXXXX)
  AS=
  if [ "$(id -u)" = 0 ]; then chown postgres "$PG"; AS="runuser -u postgres --"; fi
  (cd / && $AS initdb -D "$PG/data" -A trust -U postgres -E UTF8 --locale=C >/dev/null)
  (cd / && $AS pg_ctl -D "$PG/data" -w -l "$PG/log" start >/dev/null -o \
    "-c listen_addresses='' -c unix_socket_directories=$PG -c max_connections=200")
  export TEST_DATABASE_URL="postgres://postgres@localhost/postgres?host=$PG"
fi

# --- Rust ----------------------------------------------------------------------------------------
export INSTA_UPDATE=no
say "format"
cargo fmt --check
rustfmt --check --edition 2024 fuzz/fuzz_targets/*.rs
say "lints"
cargo clippy --locked --all-targets -- -D warnings
say "build"
cargo build --locked --release --tests --bins
say "tests"
if have cargo-nextest; then
  cargo nextest run --locked --release
else
  cargo test --locked --release --lib --bins --tests -- --test-threads=1
fi
cargo test --locked --release --doc
say "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --document-private-items --quiet

# --- the client ----------------------------------------------------------------------------------
say "client: vendored files, types, units"
node scripts/vendor.mjs --check
npx tsc --noEmit -p tests/browser/tsconfig.json
node --test tests/browser/unit/*.test.mjs
say "client: games in Chromium"
node --test --test-concurrency=1 tests/browser/e2e/*.test.mjs
say "all passed"
