#!/usr/bin/env bash
# Measures a server under load: starts one on a database of its own, plays with `tiaoqi load`
# (all arguments go there), and tells what the server's process used. docs/PERFORMANCE.md holds
# results. DATABASE_URL: an empty database; by default an SQLite file in a temporary folder.
set -euo pipefail
cd "$(dirname "$0")/.."
BIN=${BIN:-target/release/tiaoqi}
PORT=${PORT:-8090}
DIR=$(mktemp -d)
URL=${DATABASE_URL:-sqlite:$DIR/games.db}
"$BIN" serve --listen "127.0.0.1:$PORT" --database-url "$URL" --data-dir "$DIR" \
  --accounts-per-hour 1000000 --log warn >/dev/null &
SERVER=$!
trap 'kill "$SERVER" 2>/dev/null || true; wait "$SERVER" 2>/dev/null || true; rm -rf "$DIR"' EXIT
for _ in $(seq 100); do
  (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null && break
  sleep 0.1
done
ticks() { awk '{print $14 + $15}' "/proc/$SERVER/stat"; }
before=$(ticks)
out=$("$BIN" load --url "http://127.0.0.1:$PORT" "$@")
after=$(ticks)
printf '%s\n' "$out"
moves=$(awk '/^accepted moves/ {print $3}' <<<"$out")
awk -v t="$((after - before))" -v hz="$(getconf CLK_TCK)" -v m="$moves" 'BEGIN {
  printf "server CPU seconds  %.1f\nmoves a CPU second  %.0f\n", t / hz, m / (t / hz) }'
awk '/^VmHWM/ {printf "server memory, peak %d MiB\n", $2 / 1024}' "/proc/$SERVER/status"
