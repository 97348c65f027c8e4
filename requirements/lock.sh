#!/usr/bin/env bash
# Writes the lock files from the ranges of pyproject.toml, each complete for one purpose:
#   runtime.txt  what the installed program needs     dev.txt    play.txt and what tests and checks need
#   play.txt     that and what builds it              bench.txt  dev.txt and what benchmarks compare with
# Usage: requirements/lock.sh PYTHON [--upgrade]. PYTHON is the oldest that is supported, so that the back-ports it
# needs are locked too. The machine's own pip configuration is left out: no file may depend on or name an index.
set -euo pipefail

python=$1
shift
cd "$(dirname "$0")/.."
"$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || {
    echo "Lock files are written with Python 3.11: name one with PYTHON=/path/to/python3.11." >&2
    exit 1
}
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
"$python" -m venv "$tools"
"$tools/bin/python" -m pip --disable-pip-version-check --quiet install pip-tools==7.6.2

compile() {
    local name=$1
    shift
    env -u PIP_CONSTRAINT -u PIP_EXTRA_INDEX_URL -u PIP_FIND_LINKS PIP_CONFIG_FILE=/dev/null \
        CUSTOM_COMPILE_COMMAND="make lock" "$tools/bin/pip-compile" --quiet --generate-hashes --strip-extras \
        --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
        --output-file "requirements/$name.txt" "$@" pyproject.toml
}

compile runtime "$@"
compile play --extra build "$@"
compile dev --extra build --extra dev "$@"
compile bench --extra build --extra dev --extra bench "$@"
