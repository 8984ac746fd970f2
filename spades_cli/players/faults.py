"""A player's failure as a value: what kind it is, what was answered, and why that will not do."""

from __future__ import annotations

from typing import Literal, TypeAlias

#: ``exception``: the strategy raised. ``timeout``: no answer in time. ``illegal``: a real action, forbidden now.
#: ``malformed``: no action at all. ``died``: the process ended or closed its pipe.
FaultKind: TypeAlias = Literal["exception", "timeout", "illegal", "malformed", "died"]


class PlayerFault(Exception):
    """A player failed its seat; the table decides what follows."""

    def __init__(self, kind: FaultKind, detail: str, answer: str = "") -> None:
        super().__init__(detail)
        self.kind, self.detail, self.answer = kind, detail, answer
