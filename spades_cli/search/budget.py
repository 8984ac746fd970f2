"""How much the search looks at."""

from __future__ import annotations

from typing import NamedTuple

#: Deals where a budget leaves their number open: compiled, and interpreted.
FAST, SLOW = 2000, 64


class Budget(NamedTuple):
    """How much is looked at: deals, deals weighed by the cards for each that is kept, the noise of play-outs in 256.

    With 0 ``samples`` there are as many deals as the speed allows. Where few of those weighed are likely, ``steps``
    changes are offered to a deal for each that is kept. ``tail`` is the most tricks to come that are solved exactly, in
    ``solved`` deals, none of which may take more than ``cap`` nodes. With ``time`` (seconds) there are as many times
    ``samples`` deals as fit in.
    """

    samples: int = 160
    drawn: int = 1
    steps: int = 10
    noise: int = 15
    tail: int = 3
    solved: int = 40
    time: float = 0.0
    cap: int = 20000
