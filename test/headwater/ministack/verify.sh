#!/usr/bin/env bash
# Runs all tests of deployments, and the HTTP suite over the deployed API, where MiniStack can be installed, and says what is left out elsewhere.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! bash test/headwater/ministack/install.sh; then
  echo "skipped: deployments, updates, rollbacks and removals, and the HTTP suite over the deployed API, for there is no Python (3.10 or later), or MiniStack cannot be installed"
  exit 0
fi
npx vitest run --config test/headwater/ministack/vitest.config.ts "$@"
# Those who name tests want no others.
http=test/service/ministack/http/vitest.config.ts
if test $# -eq 0 && test -e "$http"; then npx vitest run --config "$http"; fi
