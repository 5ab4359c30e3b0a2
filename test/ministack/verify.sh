#!/usr/bin/env bash
# Runs all tests of deployments where MiniStack can be installed, and says what is left out elsewhere.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! bash test/ministack/install.sh; then
  echo "skipped: deployments, updates, rollbacks and removals, for there is no Python (3.10 or later), or MiniStack cannot be installed"
  exit 0
fi
exec npx vitest run --config test/ministack/vitest.config.ts "$@"
