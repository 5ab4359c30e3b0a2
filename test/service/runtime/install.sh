#!/usr/bin/env bash
# Builds AWS's runtime client in test/service/runtime/node_modules, from the sources in its npm package; takes two minutes, once.
# Fails where something is missing, and says what.
set -euo pipefail
cd "$(dirname "$0")"

target=node_modules/built-from.json
if cmp -s package-lock.json "$target" && test -e node_modules/aws-lambda-ric/rapid-client.node; then exit 0; fi
test "$(uname)" = Linux || { echo "It does not build on $(uname)." >&2; exit 1; }
for tool in cmake make c++ python3 tar xz; do
  command -v "$tool" >/dev/null || { echo "There is no $tool." >&2; exit 1; }
done
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! npm ci --foreground-scripts >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  exit 1
fi
cp package-lock.json "$target"
