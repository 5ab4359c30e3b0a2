#!/usr/bin/env bash
# Runs the archives in AWS's own runtime client where it can be built, and says what is left out elsewhere.
set -euo pipefail
cd "$(dirname "$0")/../../.."

if ! bash test/service/runtime/install.sh; then
  echo "skipped: the archives, and the HTTP suite over them, in AWS's runtime client, for it cannot be built here (it needs Linux, cmake, make, a C++ compiler, Python and xz)"
  exit 0
fi
exec npx vitest run --config test/service/runtime/vitest.config.ts "$@"
