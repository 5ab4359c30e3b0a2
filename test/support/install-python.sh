#!/usr/bin/env bash
# Installs the requirements.txt of a folder, such as test/headwater/ministack, into node_modules/.cache/ministack. Fails without Python 3.10, or without a way to its registry.
set -euo pipefail
cd "$(dirname "$0")/../.."

requirements="$1/requirements.txt"
target="node_modules/.cache/$(basename "$1")"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))'
if ! cmp -s "$requirements" "$target/requirements.txt"; then
  rm -rf "$target"
  python3 -m venv "$target"
  # Wheels only: nothing of theirs runs when they are installed.
  "$target/bin/pip" install --quiet --disable-pip-version-check --retries 1 --only-binary :all: --requirement "$requirements"
  cp "$requirements" "$target"
fi
