# One command for each job. Needs Python 3.10 or newer, pip, a C compiler and make.
# Work is done on the sources as they lie, in pure Python; RETE_CHESS_PURE=1 leaves compiling out altogether.

PYTHON ?= python3
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
INSTALL := $(PY) -m pip install --quiet --disable-pip-version-check
# An editable installation has no bytecode of the package, which would be made at every first start.
COMPILE := $(PY) -m compileall -q rete_chess

# A compiled installation beside the environment, whose dependencies it shares, and the tests that run on it.
COMPILED := build/compiled
BUILT := $(COMPILED)/.built
COMPILED_TESTS := tests/core tests/engine tests/network
SOURCES := pyproject.toml hatch_build.py scripts/compile_package.py $(shell find rete_chess -name '*.py')

# The stamps stand inside the environment, so they vanish with it.
BASE := $(VENV)/.installed
SERVER := $(VENV)/.installed-server
DEV := $(VENV)/.installed-dev
# What the sources of the page are built with, if Node is there.
MODULES := web/node_modules/.package-lock.json

# Healthy: the interpreter starts, has pip, is new enough, and was made in this very folder
# (the scripts of a moved or copied environment still name the old one).
HEALTHY := $(shell grep -qsF '$(CURDIR)/$(PY)' $(BIN)/pip \
	&& $(PY) -c 'import pip, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && echo yes)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo serve web test test-compiled format bench compiled clean

help: ## print the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: $(BASE) ## install the package and run the demo
	@$(BIN)/rete-chess demo

serve: $(SERVER) ## serve the page and its rooms, and open it in a browser
	@$(BIN)/rete-chess serve --open

web: $(MODULES) ## check the sources of the page, and build it anew into rete_chess/web/static
	@cd web && npm run --silent check && npm run --silent build

test: $(DEV) ## check format, lint and types, then run the tests, those of the page in a browser
	@scripts/install_page_tools.sh
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n $(JOBS) --dist loadfile
ifeq ($(filter-out 0,$(RETE_CHESS_PURE)),)
	@$(MAKE) --no-print-directory test-compiled
endif

test-compiled: $(BUILT) ## run tests of core, engine and networks on a compiled installation
	PYTHONPATH=$(COMPILED) $(BIN)/pytest -n $(JOBS) --dist loadfile $(COMPILED_TESTS)

format: $(DEV) ## rewrite the sources in the common format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(DEV) ## measure the engine beside other libraries
	@$(BIN)/rete-chess bench

compiled: $(BUILT) ## install into build/compiled as pip does, compiled: PYTHONPATH=build/compiled runs it
	@PYTHONPATH=$(COMPILED) $(BIN)/rete-chess --version

clean: ## remove the environment, builds and caches
	rm -rf $(VENV) web/node_modules build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An environment that is missing or broken is made anew, and everything is installed again.
ifneq ($(HEALTHY),yes)
.PHONY: environment
$(BASE) $(SERVER) $(DEV): environment
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
	@rm -f $(BASE) $(SERVER) $(DEV)
	@RETE_CHESS_PURE=1 $(INSTALL) --editable .
	@$(COMPILE)
	@touch $(BASE)

$(SERVER): pyproject.toml
	@echo "installing rete-chess and its server into $(VENV) ..."
	@rm -f $(BASE) $(SERVER) $(DEV)
	@RETE_CHESS_PURE=1 $(INSTALL) --editable '.[server]'
	@$(COMPILE)
	@touch $(BASE) $(SERVER)

$(DEV): pyproject.toml
	@echo "installing rete-chess and its development tools into $(VENV) ..."
	@rm -f $(BASE) $(SERVER) $(DEV)
	@RETE_CHESS_PURE=1 $(INSTALL) --editable '.[dev]'
	@$(COMPILE)
	@touch $(BASE) $(SERVER) $(DEV)

# As users install it: from the sources, with nothing but what `pyproject.toml` asks for.
$(BUILT): $(DEV) $(SOURCES)
	@echo "compiling rete-chess into $(COMPILED) ..."
	@rm -rf $(COMPILED)
	@$(INSTALL) --no-deps --target $(COMPILED) .
	@touch $(BUILT)

$(MODULES): web/package-lock.json
	@echo "installing what the page is built with into web/node_modules ..."
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@
