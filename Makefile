# One command for each job. Needs Python 3.10 or newer, pip, a C compiler and make.

PYTHON ?= python3
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check
# An editable installation has no bytecode of the package, which would be made at every first start.
COMPILE := $(PY) -m compileall -q rete_chess

# The stamps stand inside the environment, so they vanish with it.
BASE := $(VENV)/.installed
DEV := $(VENV)/.installed-dev

# Healthy: the interpreter starts, has pip, is new enough, and was made in this very folder
# (the scripts of a moved or copied environment still name the old one).
HEALTHY := $(shell grep -qsF '$(CURDIR)/$(PY)' $(BIN)/pip \
	&& $(PY) -c 'import pip, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && echo yes)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo test format bench compiled clean

help: ## print the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: $(BASE) ## install the package and run the demo
	@$(BIN)/rete-chess demo

test: $(DEV) ## check format, lint and types, then run the tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n $(JOBS) --dist loadfile

format: $(DEV) ## rewrite the sources in the common format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(DEV) ## measure the engine beside other libraries
	@$(BIN)/rete-chess bench

compiled: $(DEV) ## compile the core into build/ and compare it with the interpreted one
	@$(PY) scripts/compile_core.py

clean: ## remove the environment, builds and caches
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment that is missing or broken is made anew, and everything is installed again.
ifneq ($(HEALTHY),yes)
.PHONY: environment
$(BASE) $(DEV): environment
environment:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and \
	"Python 3.10 or newer is needed; name one: make PYTHON=python3.12")'
	@echo "creating $(VENV) with $$($(PYTHON) --version) ..."
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
endif

# A stamp is removed before an installation and written after it, so half of one never counts.
# The dev extra holds everything the base needs: it writes both stamps.
$(BASE): pyproject.toml
	@echo "installing rete-chess into $(VENV) ..."
	@rm -f $(BASE) $(DEV)
	@$(INSTALL) --editable .
	@$(COMPILE)
	@touch $(BASE)

$(DEV): pyproject.toml
	@echo "installing rete-chess and its development tools into $(VENV) ..."
	@rm -f $(BASE) $(DEV)
	@$(INSTALL) --editable '.[dev]'
	@$(COMPILE)
	@touch $(BASE) $(DEV)
