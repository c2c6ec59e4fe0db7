# `make` builds .venv from the hashed lock; everything else runs inside it.
# Needs python3 (3.11 or newer) and make. PYTHON=python3.13 chooses another interpreter.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
PIP := $(BIN)/python -m pip --disable-pip-version-check
UV := VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/uv pip
SITE := .site
FUZZ_COUNT ?= 200000
COVERAGE ?= 95
LOCK_ARGS ?=

.DEFAULT_GOAL := dev
.DELETE_ON_ERROR:
.PHONY: help dev demo test check pytest format fuzz bench docs lock clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' Makefile

dev: $(STAMP) ## build the development environment in .venv (the default)

demo: dev ## show what the library does
	@$(BIN)/python -m citebridge demo --output .demo.html

test: check pytest docs ## everything that must be green: checks, tests with coverage, docs

check: dev ## lint, format, types, layers, dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright --warnings
	$(BIN)/pyrefly check
	$(BIN)/lint-imports --no-logo
	$(BIN)/deptry citebridge

pytest: dev
	$(BIN)/python -m pytest -n auto --cov --cov-fail-under=$(COVERAGE)

format: dev ## mend what ruff can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

fuzz: dev ## random answers and cuts: FUZZ_COUNT=200000
	$(BIN)/python -m tests.fuzz --count $(FUZZ_COUNT)

bench: dev ## measure speed and growth
	$(BIN)/python -m tests.benchmarks

docs: dev ## build the documentation into .site
	$(BIN)/zensical build -f .zensical.toml --clean --strict

lock: $(BIN)/uv ## pin again after pyproject.toml changed; LOCK_ARGS=--upgrade takes newer releases
	$(BIN)/uv pip compile --quiet --universal --all-extras --group dev --generate-hashes \
	  --no-emit-index-url --no-header --no-annotate $(LOCK_ARGS) pyproject.toml -o requirements.lock

clean: ## remove everything that was built
	rm -rf $(VENV) $(SITE) .coverage .pytest_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks .cache dist
	find citebridge tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'citebridge needs Python 3.11 or newer: make PYTHON=/path/to/python3.11' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# uv only makes it faster (its own pin and hashes come from the lock); where it cannot work, pip does the same.
$(BIN)/uv: | $(BIN)/python
	-@awk '/^uv==/ {on = 1} on {print} on && !/\\$$/ {exit}' requirements.lock > $(VENV)/uv.txt && \
	  $(PIP) install --quiet --require-hashes --no-deps -r $(VENV)/uv.txt

$(STAMP): requirements.lock pyproject.toml | $(BIN)/uv
	@{ $(UV) sync --quiet --require-hashes --compile-bytecode requirements.lock && \
	   $(UV) install --quiet --no-deps --no-build-isolation -e .; } || \
	 { echo 'uv could not; installing with pip' && \
	   $(PIP) install --quiet --require-hashes -r requirements.lock && \
	   $(PIP) install --quiet --no-deps --no-build-isolation -e .; }
	@touch $@
