# make play   sets up what is missing, starts the server, opens the page (PORT=8123 chooses a port)
# make test   sets up what is missing, runs the linters and the tests; EXTRAS=cluster,examples installs
#             Ray, PyTorch and what the examples need, too, so that their tests run
# make test-slow     runs the tests without a browser that take minutes
# make test-release  runs those in a browser that take minutes, and the tests that take an hour or more
# make lint   types, style, format
# make bench  measures on this machine; make performance measures beside other projects, for docs/performance.md;
#             make pictures draws the README's pictures anew; make studies plays the games of docs/studies

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TOOLS := $(VENV)/.test$(EXTRAS:%=-%)
# What is never imported need not be compiled to bytecode: that takes a third of an installation.
QUIETLY := --quiet --disable-pip-version-check --no-compile

.PHONY: play test test-slow test-release rules lint bench performance pictures studies clean

play: $(VENV)/.play
	@$(BIN)/proa play $(if $(PORT),--port $(PORT))

test: $(TOOLS)
	@$(MAKE) --no-print-directory --jobs 2 lint rules
	$(call tests-without-browser,not slow and not release)
	$(call tests-in-browser,not slow and not release)

test-slow: $(TOOLS) rules
	$(call tests-without-browser,slow and not release)

test-release: $(TOOLS) rules
	$(call tests-without-browser,release)
	$(call tests-in-browser,slow or release)

# The browser's driver keeps an event loop running, which asynchronous tests can't share: two runs.
# For two cores: without a browser many tests wait for other processes, so a third goes on meanwhile.
define tests-without-browser
	$(BIN)/pytest -n 3 --dist worksteal -m "$(1)" --ignore=tests/browser $(PYTEST)
endef

define tests-in-browser
	$(BIN)/pytest -n 2 --dist worksteal -m "$(1)" tests/browser $(PYTEST)
endef

rules: $(TOOLS)
	@$(BIN)/python tests/compiled.py

lint: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(TOOLS)
	$(BIN)/python benchmarks/engine.py

performance: $(VENV)/.play
	$(BIN)/python benchmarks/peers.py --write
	$(BIN)/python benchmarks/vector.py --write

pictures: $(TOOLS)
	$(BIN)/python scripts/pictures.py

GAMES ?= 1000
study = nice -n 19 $(BIN)/proa study $(1) --players $(2) --games $(GAMES) --level expert:100 --force -o docs/studies/$(1).html

studies: $(VENV)/.play
	$(call study,tahiti,3)
	$(call study,borneo,4)
	$(call study,borabora,3)

$(VENV)/bin/python:
	@$(PYTHON) scripts/check_python.py
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	@echo "Installing proa and what it needs into $(VENV) ..."
	@$(BIN)/python -m pip install $(QUIETLY) -e .
	@touch $@

$(TOOLS): pyproject.toml | $(VENV)/bin/python
	@echo "Installing proa and its tools into $(VENV) ..."
	@$(BIN)/python -m pip install $(QUIETLY) -e ".[test$(EXTRAS:%=,%)]"
	@touch $@ $(VENV)/.play

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
