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

# Seconds in all, on two cores. Each part has its own budget as well.
BUDGET=1800

say() { printf '\n== %s (%ss)\n' "$*" "$SECONDS"; }
fail() { printf 'check: %s\n' "$*" >&2; exit 1; }
# within SECONDS COMMAND…: fails when it takes longer, or when all is used up.
within() {
  local most=$1 left=$((BUDGET - SECONDS)) status=0
  shift
  [ "$left" -gt 0 ] || fail "over $BUDGET s in all, before: $*"
  [ "$most" -lt "$left" ] || most=$left
  timeout --foreground "$most" "$@" || status=$?
  [ "$status" != 124 ] || fail "over $most s: $*"
  return "$status"
}
# The newest PostgreSQL that Debian keeps off the path; nothing where there is none.
postgresql() { { find /usr/lib/postgresql -mindepth 2 -maxdepth 2 -name bin 2>/dev/null || true; } | sort -V | tail -n 1; }

# --- what has to be here -----------------------------------------------------------------------
say "tools"
PATH="$PATH:$(postgresql)"
have() { command -v "$1" >/dev/null 2>&1; }
missing=()
have cargo || fail "Rust is missing: https://rustup.rs"
have cc || missing+=(gcc libc6-dev)
have node || missing+=(nodejs)
have npm || missing+=(npm)
have timeout || missing+=(coreutils)
have chromium || missing+=(chromium)
have initdb || missing+=(postgresql)
have fc-list && [[ $(fc-list 2>/dev/null) == *'Noto Sans CJK'* ]] || missing+=(fontconfig fonts-noto-cjk)
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && have apt-get; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null
    PATH="$PATH:$(postgresql)"
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
within 60 cargo fmt --check
rustfmt --check --edition 2024 fuzz/fuzz_targets/*.rs
say "lints"
within 600 cargo clippy --locked --all-targets -- -D warnings
say "build"
within 1000 cargo build --locked --release --tests --bins
say "tests"
if have cargo-nextest; then
  within 600 cargo nextest run --locked --release
else
  within 900 cargo test --locked --release --lib --bins --tests -- --test-threads=1
fi
within 300 cargo test --locked --release --doc
say "documentation"
RUSTDOCFLAGS="-D warnings" within 300 cargo doc --locked --no-deps --document-private-items --quiet

# --- the client ----------------------------------------------------------------------------------
say "client: vendored files, types, units"
within 30 node scripts/vendor.mjs --check
within 120 npx tsc --noEmit -p tests/browser/tsconfig.json
within 120 node --test tests/browser/unit/*.test.mjs
say "client: games in Chromium"
within 600 node --test --test-concurrency=1 tests/browser/e2e/*.test.mjs
say "all passed"
