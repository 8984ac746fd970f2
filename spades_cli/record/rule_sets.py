"""Under which rules the games of records were played: equal rules are one rule set, whatever they are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from spades_cli.record.rounds import RulesCache

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from spades_cli.engine.rules import Rules
    from spades_cli.record.reader import Line
    from spades_cli.variants.writer import Value

#: So many digits of a hash tell rule sets of one name apart, for people.
_DIGITS = 8
#: So many names of one rule set are told.
_NAMES = 3


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules, the hash of what is played, and every name that they have in the records."""

    rules: Rules
    sha256: str
    names: list[str]

    @property
    def name(self) -> str:
        """The first of the names."""
        return self.names[0]

    @property
    def short(self) -> str:
        """The beginning of the hash."""
        return self.sha256[:_DIGITS]

    def answers_to(self, text: str) -> bool:
        """Whether ``text`` is one of the names, or the beginning of the hash as it is shown, or more of it."""
        return text in self.names or (len(text) >= _DIGITS and self.sha256.startswith(text))

    def differences(self, other: RuleSet) -> Iterator[tuple[str, Value, Value]]:
        """Each key with another value here than in the other rule set: its dotted name, the value here and there."""
        from spades_cli.variants import diff, rules_to_dict

        old = rules_to_dict(other.rules)
        for table, values in diff(self.rules, other.rules).items():
            for name, value in values.items() if table != "variant" else ():
                yield f"{table}.{name}", value, old[table][name]


class RuleSets:
    """Finds the rule set of a game line; each is made once."""

    def __init__(self) -> None:
        self._cache = RulesCache()
        self._by_rules: dict[Rules, RuleSet] = {}
        self._by_hash: dict[str, RuleSet] = {}

    def find(self, header: Line) -> RuleSet:
        """The rule set of a game; RulesError for what are no rules."""
        rules = self._cache.get(header)
        if (known := self._by_rules.get(rules)) is not None:
            return known
        # A record may say any hash; this one is worked out.
        from spades_cli.variants import rules_hash

        sha256 = rules_hash(rules)
        found = self._by_rules[rules] = self._by_hash.setdefault(sha256, RuleSet(rules, sha256, []))
        if rules.name not in found.names:
            found.names.append(rules.name)
        return found


def label(one: RuleSet, sets: Sequence[RuleSet]) -> str:
    """What to call a rule set among others: its names, with the beginning of its hash if another has one of them."""
    more = f" and {len(one.names) - _NAMES} more names" if len(one.names) > _NAMES else ""
    shown = " = ".join(one.names[:_NAMES]) + more
    return f"{shown} {one.short}" if any(_share_name(one, other) for other in sets if other is not one) else shown


def namesake(one: RuleSet, sets: Sequence[RuleSet]) -> RuleSet | None:
    """The first rule set before this one that has one of its names."""
    before = sets[: next(place for place, other in enumerate(sets) if other is one)]
    return next((other for other in before if _share_name(one, other)), None)


def tell_end(rules: Rules) -> str:
    """How far a match goes: ``to 500``, ``to 500 or 8 rounds``, ``one round a game``."""
    most = rules.match.max_rounds
    if most == 1:
        return "one round a game"
    return f"to {rules.match.target}" + (f" or {most} rounds" if most else "")


def tell_differences(one: RuleSet, other: RuleSet, most: int = 6) -> str:
    """In which keys a rule set differs from another: ``match.target is 300, not 500; bags.limit is 5, not 10``."""
    from spades_cli.variants.writer import format_value

    found = list(one.differences(other))
    told = [f"{key} is {format_value(here)}, not {format_value(there)}" for key, here, there in found[:most]]
    return "; ".join(told + ([f"and {len(found) - most} more keys"] if len(found) > most else []))


def _share_name(one: RuleSet, other: RuleSet) -> bool:
    return not set(one.names).isdisjoint(other.names)
