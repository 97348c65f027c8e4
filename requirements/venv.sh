#!/bin/sh
# Makes the virtual environment FOLDER with PYTHON, or says in one sentence what is missing.
# Usage: requirements/venv.sh PYTHON FOLDER
set -eu
python=$1
folder=$2

refuse() {
    echo "$1" >&2
    exit 1
}

command -v "$python" >/dev/null 2>&1 ||
    refuse "Paltable needs Python 3.11 or newer, and there is no '$python' here: install it, or name yours with PYTHON=/path/to/python."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    refuse "Paltable needs Python 3.11 or newer, and '$python' is $("$python" --version 2>&1): name a newer one with PYTHON=/path/to/python."
"$python" -c 'import ensurepip, venv' 2>/dev/null ||
    refuse "'$python' cannot make virtual environments: on Debian and Ubuntu, 'apt install python3-venv' adds what it lacks."

"$python" -m venv --clear "$folder"
