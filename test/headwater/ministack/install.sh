#!/usr/bin/env bash
# Installs MiniStack into node_modules/.cache/ministack.
exec bash "$(dirname "$0")/../../support/install-python.sh" test/headwater/ministack
