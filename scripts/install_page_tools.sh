#!/usr/bin/env bash
# Installs what tests of the page need, as far as it can be had here: Chromium and Node by apt, Node's
# modules by npm. Says in one line what is missing; the tests that need it are skipped then, unless
# RETE_CHESS_BROWSER=needed, with which this fails.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

has() { command -v "$1" >/dev/null 2>&1; }
has_browser() { has chromium || has chromium-browser || has google-chrome; }

packages=()
has_browser || packages+=(chromium)
has node && has npm || packages+=(nodejs npm)
if [ ${#packages[@]} -gt 0 ] && has apt-get; then
    as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    echo "installing ${packages[*]} by apt ..."
    { "${as_root[@]}" apt-get install -qq -y "${packages[@]}" ||
        { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" apt-get install -qq -y "${packages[@]}"; }; } >/dev/null 2>&1
fi
if has npm && [ ! web/node_modules/.package-lock.json -nt web/package-lock.json ]; then
    echo "installing what the page is built with into web/node_modules ..."
    (cd web && npm ci --silent --no-audit --no-fund && touch node_modules/.package-lock.json) >/dev/null 2>&1
fi

missing=()
has_browser || missing+=("Chromium")
has node && [ -d web/node_modules/esbuild ] || missing+=("Node with web/node_modules")
[ ${#missing[@]} -eq 0 ] && exit 0
echo "the page is not tested in full: $(IFS=,; echo "${missing[*]}") cannot be had here"
[ "${RETE_CHESS_BROWSER:-}" != needed ]
