"""A search fits into small machines, also where it has to be compiled first."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.processes import running

#: Megabytes that the program may take.
LIMIT = 400
CODE = """
import random, re
from pathlib import Path
from spades_cli import Round, load_rules
from spades_cli.search import prepare
from spades_plugins.search import Search

rules = load_rules("standard")
prepare(rules)
deal, search = Round(rules, seed=7), Search(rng=random.Random(0))
for _ in range(6):
    deal.apply(search.decide(deal.view(deal.turn)))
print(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.skipif(not list(running()), reason="no /proc tells how much memory a process took")
def test_a_process_that_searches_stays_small() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) / 1024 < LIMIT
