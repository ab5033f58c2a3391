# Two commands do everything on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run test lint bench faults languages screenshots clean

# What is imported is compiled once, when it is first used, by whoever comes first: all of it would take half a minute.
export PYTHONDONTWRITEBYTECODE :=

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt -e ".[test]"
	@touch $(STAMP)

run: $(STAMP)
	@$(BIN)/python -m kiosk.check_system
	@$(BIN)/dealer-assist run --sample

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --num-workers 2

# One worker more than there are cores: some tests wait for a line or a clock. A thread each: theirs would only wait for
# one another.
test: export OPENCV_FOR_THREADS_NUM := 1
test: export OPENBLAS_NUM_THREADS := 1
test: lint
	$(BIN)/pytest --numprocesses $$(($$(nproc) + 1)) --dist loadfile --no-loadscope-reorder

# One table of figures, each beside its peer and its aim, in under five minutes; the same goes to bench.json.
bench: $(STAMP)
	$(BIN)/python -m tests.bench

# The long form of the fault tests: a thousand kills, every byte of a journal, devices away for half a minute.
faults: $(STAMP)
	FAULTS=long $(BIN)/pytest -q tests/test_faults_*.py

# Finds every sentence of the screens, and lists those that a language lacks.
languages: $(STAMP)
	$(BIN)/python -m kiosk.extraction

# Pictures of every page, in three languages at three sizes, into docs/pictures; the README's are kept in docs.
screenshots: $(STAMP)
	$(BIN)/python -m tests.screenshots

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
