"""Where every random number comes from: a seed and the names of what it is for."""

from __future__ import annotations

from hashlib import blake2b


def derive(seed: int, *names: object) -> int:
    """A seed of 62 bits for the purpose spelled by ``names`` ("round", 3, "exchange", "N").

    Every purpose has its own, so a new one never shifts another's numbers.
    """
    text = "/".join(map(str, (seed, *names)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 2
