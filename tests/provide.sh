#!/usr/bin/env bash
# Prints the path of a program that tests run and pip cannot bring; installs it where that can be done without asking
# (root on Debian), else says in one sentence what to do. A test is never left out for want of it.
# Usage: tests/provide.sh chromium|haproxy|redis-server
set -euo pipefail

program=${1:?which program}
case $program in
    chromium)
        named=${PALTABLE_CHROMIUM-}
        variable=PALTABLE_CHROMIUM
        package=chromium
        names=(chromium chromium-browser google-chrome google-chrome-stable
            "/Applications/Chromium.app/Contents/MacOS/Chromium"
            "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
        ;;
    haproxy)
        named=${PALTABLE_HAPROXY-}
        variable=PALTABLE_HAPROXY
        package=haproxy
        names=(haproxy /usr/sbin/haproxy)
        ;;
    redis-server)
        named=${PALTABLE_REDIS-}
        variable=PALTABLE_REDIS
        package=redis-server
        names=(redis-server valkey-server)
        ;;
    *)
        echo "tests/provide.sh knows no program '$program'." >&2
        exit 2
        ;;
esac

find_program() {
    local name
    for name in "${names[@]}"; do
        if command -v "$name"; then return 0; fi
    done
    return 1
}

if [[ -n $named ]]; then
    if command -v "$named"; then exit 0; fi
    echo "$variable names '$named', which is not a program." >&2
    exit 1
fi
if find_program; then exit 0; fi

if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
    echo "Installing $package" >&2
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends "$package" >&2 && find_program; then
        exit 0
    fi
fi
echo "The tests need $program: install it (Debian: 'apt install $package'), or name yours with $variable=/path/to/it." >&2
exit 1
