"""A plugin to begin from: an installable folder with a working strategy, its test and its page."""

from __future__ import annotations

from pathlib import Path
from string import Template

from spades_cli.errors import SpadesError, UsageError
from spades_cli.players.manager import KEBAB, RESERVED


def write_plugin(name: str, folder: Path) -> Path:
    """Write the folder ``spades-cli-NAME`` with a plugin into ``folder`` and return its path.

    Raises UsageError for a name no strategy can have, SpadesError where something is in the way.
    """
    if not KEBAB.fullmatch(name) or name in RESERVED:
        raise UsageError(
            f"no strategy can be called {name!r}", hint="lower-case words joined by hyphens, as in safe-nil"
        )
    words = name.split("-")
    values = {
        "name": name,
        "module": f"spades_cli_{'_'.join(words)}",
        "cls": f"{''.join(map(str.capitalize, words))}Strategy",
        "test": "_".join(words),
    }
    target = folder / f"spades-cli-{name}"
    try:
        target.mkdir(parents=True)
        for path, text in FILES.items():
            file = target / Template(path).substitute(values)
            file.parent.mkdir(exist_ok=True)
            file.write_text(Template(text).substitute(values), encoding="utf-8")
    except FileExistsError as error:
        raise SpadesError(
            f"{error.filename} is there already, and nothing is overwritten",
            hint="choose another name or folder (-o DIR), or move it away",
        ) from None
    except OSError as error:
        raise SpadesError(f"{error.filename or target} cannot be written: {error.strerror}") from None
    return target


PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "spades-cli-$name"
version = "0.1.0"
description = "The strategy $name for spades-cli"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["spades-cli"]

[project.optional-dependencies]
dev = ["pytest"]

[project.entry-points.spades_cli]
$name = "$module"

[tool.setuptools]
py-modules = ["$module"]

[tool.pytest.ini_options]
testpaths = ["tests"]
pythonpath = ["."]
"""

MODULE = '''\
"""``$name``: a strategy for spades-cli."""

from __future__ import annotations

import random

from spades_cli import Bid, Card, Strategy, View, hookimpl


class $cls(Strategy):
    """Bids its aces, kings and long spades; plays high until the bid is made, and low from then on.

    ``caution`` is how many tricks are left out of the bid: ``-p $name:caution=0``.
    """

    name = "$name"
    summary = "bids its high cards, plays high until the bid is made"

    def __init__(self, *, rng: random.Random, caution: float = 1.0) -> None:
        super().__init__(rng=rng)
        self.caution = caution

    def bid(self, view: View) -> Bid:
        """The number nearest to what the hand is worth; nil only where nothing else is legal."""
        high = sum(card.rank in "AK" for card in view.hand)
        spades = sum(view.deck.suit(card) == "S" for card in view.hand)
        worth = high + max(0, spades - 3) - self.caution
        bids = [bid for bid in view.legal if isinstance(bid, Bid)]
        return min(bids, key=lambda bid: (bid.nil, abs(bid.tricks - worth)))

    def play(self, view: View) -> Card:
        """The strongest legal card while tricks are missing, the weakest when they are not."""
        cards = [card for card in view.legal if isinstance(card, Card)]
        own = view.bids.get(view.seat)
        missing = own is None or view.taken[view.seat] < own.tricks
        return max(cards, key=view.deck.rank) if missing else min(cards, key=view.deck.rank)


@hookimpl
def spades_register_strategies() -> list[type[Strategy]]:
    """Registers ``$name``."""
    return [$cls]
'''

TEST = '''\
"""``$name`` keeps to what every strategy must, and plays as it says."""

import random

from spades_cli import Round, load_rules
from spades_cli.testing import check_strategy

from $module import $cls


def test_it_keeps_to_the_rules_of_every_variant() -> None:
    check_strategy($cls)


def test_it_keeps_to_them_with_its_option_set() -> None:
    check_strategy($cls, "standard", caution=3.0)


def test_caution_lowers_the_bid() -> None:
    hands = {"N": "AS KS QS JS", "E": "2H 3H 4H 5H", "S": "2D 3D 4D 5D", "W": "2C 3C 4C 5C"}
    view = Round.from_hands(load_rules("standard"), hands, dealer="W").view("N")
    assert $cls(rng=random.Random(0), caution=0).bid(view).tricks == 3
    assert $cls(rng=random.Random(0), caution=2).bid(view).tricks == 1
'''

PAGE = """\
# spades-cli-$name

The strategy `$name` for spades-cli.

```console
$$ python -m pip install -e '.[dev]'
$$ python -m pytest
$$ spades-cli strategies check $name
$$ spades-cli play -p NS=$name:caution=0.5 -p EW=basic -s 1 -q
```

Without installing it: `spades-cli play --plugin ./$module.py -p NS=$name`.

| option | type | default | meaning |
|---|---|---|---|
| `caution` | float | 1.0 | tricks left out of the bid |
"""

#: The files of a plugin folder.
FILES = {
    "pyproject.toml": PROJECT,
    "$module.py": MODULE,
    "tests/test_$test.py": TEST,
    "README.md": PAGE,
}
