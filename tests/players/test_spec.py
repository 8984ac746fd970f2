"""The one grammar for players, the seats they take, and the strategies built from it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_cli.engine.rules import Rules
from spades_cli.engine.seeds import derive
from spades_cli.errors import PluginError, UsageError
from spades_cli.players.manager import Plugins, StrategyEntry
from spades_cli.players.options import read_options
from spades_cli.players.spec import PlayerSpec, assign_players, default_seat, make_strategy
from tests.engine.builders import make_rules
from tests.players.makers import load, write_plugin
from tests.support import FirstLegal

if TYPE_CHECKING:
    from pathlib import Path

FOUR, THREE, SIX = Rules(), make_rules("three"), make_rules("two-packs")


# --- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("human", PlayerSpec("human", "human")),
        ("basic", PlayerSpec("strategy", "basic")),
        (" basic ", PlayerSpec("strategy", "basic")),
        ("script:moves.txt", PlayerSpec("script", "moves.txt")),
        ("script:C:\\a=b, c.txt", PlayerSpec("script", "C:\\a=b, c.txt")),
        ("script:-", PlayerSpec("script", "-")),
        ("exec:./bot", PlayerSpec("exec", "./bot")),
        (" exec: python 'my bot.py' --x=1:2 ", PlayerSpec("exec", "python 'my bot.py' --x=1:2")),
        ("bold:risk=2", PlayerSpec("strategy", "bold", (("risk", "2"),))),
        ("bold:risk=2, mode=a=b", PlayerSpec("strategy", "bold", (("risk", "2"), ("mode", "a=b")))),
        ("bold:note=", PlayerSpec("strategy", "bold", (("note", ""),))),
    ],
)
def test_a_spec_is_read(text: str, spec: PlayerSpec) -> None:
    assert PlayerSpec.parse(text) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a player"),
        ("a b", "'a b' is not a player"),
        ("N=basic", "'N=basic' is not a player"),
        ("basic,random", "'basic,random' is not a player"),
        ("human:x=1", "human takes no options"),
        ("script", "name its file, as in script:FILE"),
        ("script: ", "name its file, as in script:FILE"),
        ("exec", "name its command, as in exec:COMMAND"),
        ("exec: ", "name its command, as in exec:COMMAND"),
        ("exec:bot 'x", "no closing quotation"),
        ("basic:", "'' is not key=value"),
        ("basic:risk", "'risk' is not key=value"),
        ("basic:risk=1,,x=2", "'' is not key=value"),
        ("basic:=1", "'=1' is not key=value"),
        ("basic:a=1,a=2", "option 'a' is given twice"),
    ],
)
def test_what_is_no_spec_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        PlayerSpec.parse(text)


WORDS = st.text("abcdefghijklmnopqrstuvwxyz0123456789-_.", min_size=1)
NAMES = WORDS.filter(lambda word: word not in ("human", "script", "exec"))
SPECS = st.one_of(
    st.just(PlayerSpec("human", "human")),
    st.builds(PlayerSpec, st.just("script") | st.just("exec"), WORDS),
    st.builds(
        PlayerSpec,
        st.just("strategy"),
        NAMES,
        st.dictionaries(WORDS, WORDS | st.just("")).map(lambda d: tuple(d.items())),
    ),
)


@given(SPECS)
def test_text_and_spec_are_inverse(spec: PlayerSpec) -> None:
    assert PlayerSpec.parse(str(spec)) == spec


# --- seats -----------------------------------------------------------------------------------------------------------


def seated(rules: Rules, *texts: str, **more: Any) -> str:
    return " ".join(f"{seat}={spec}" for seat, spec in assign_players(texts, rules, **more).items())


@pytest.mark.parametrize(
    ("rules", "texts", "expected"),
    [
        (FOUR, "", "N=basic E=basic S=human W=basic"),
        (THREE, "", "P1=human P2=basic P3=basic"),
        (FOUR, "random", "N=random E=random S=random W=random"),
        (FOUR, "human", "N=human E=human S=human W=human"),
        (FOUR, "N=random", "N=random E=basic S=human W=basic"),
        (FOUR, "S=random", "N=basic E=basic S=random W=basic"),
        (FOUR, "N=human", "N=human E=basic S=basic W=basic"),
        (FOUR, "E=script:m.txt", "N=basic E=script:m.txt S=basic W=basic"),
        (FOUR, "N=exec:bot=x", "N=exec:bot=x E=basic S=human W=basic"),
        (FOUR, "NS=basic EW=random", "N=basic E=random S=basic W=random"),
        (FOUR, "ns=lowest random", "N=lowest E=random S=lowest W=random"),
        (FOUR, "random SN=lowest:a=1", "N=lowest:a=1 E=random S=lowest:a=1 W=random"),
        (FOUR, "NEW=random", "N=random E=random S=human W=random"),
        (THREE, "P1P3=random", "P1=random P2=basic P3=random"),
        (SIX, "P2P5=random P1=human", "P1=human P2=random P3=basic P4=basic P5=random P6=basic"),
    ],
)
def test_players_take_their_seats(rules: Rules, texts: str, expected: str) -> None:
    assert seated(rules, *texts.split()) == expected


def test_nobody_sits_down_where_no_person_is_wanted() -> None:
    assert seated(FOUR, you=None) == "N=basic E=basic S=basic W=basic"
    assert (
        seated(FOUR, "N=random", you=None, default=PlayerSpec.parse("lowest")) == "N=random E=lowest S=lowest W=lowest"
    )
    assert seated(FOUR, you="E") == "N=basic E=human S=basic W=basic"


@pytest.mark.parametrize(
    ("rules", "texts", "message"),
    [
        (FOUR, "X=basic", "no seat 'X' at this table; seats are N E S W; sides are NS EW"),
        (FOUR, "P1=basic", "no seat 'P1' at this table"),
        (THREE, "N=basic", "no seat 'N' at this table; seats are P1 P2 P3$"),
        (THREE, "P4=basic", "no seat 'P4'"),
        (FOUR, "=basic", "no seat before '='"),
        (FOUR, "N=basic NS=random", "seat N is given two players: basic and random"),
        (FOUR, "NN=basic", "seat N is given two players"),
        (FOUR, "basic random", "two players for the seats left over: basic and random"),
        (FOUR, "N=", "'' is not a player"),
        (FOUR, "N=exec:", "name its command"),
    ],
)
def test_wrong_seats_are_refused_in_words(rules: Rules, texts: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        assign_players(texts.split(), rules)


def test_the_person_sits_south_or_first() -> None:
    assert (default_seat(FOUR), default_seat(THREE)) == ("S", "P1")


# --- building --------------------------------------------------------------------------------------------------------


class Tuned(FirstLegal):
    name = "tuned"

    def __init__(
        self,
        *,
        rng: random.Random,
        samples: int = 3,
        risk: float = 0.5,
        loud: bool = False,
        note: str = "",
        mode: Literal["low", "high"] = "low",
        depth: Literal[1, 2] = 1,
    ) -> None:
        super().__init__(rng=rng)
        self.values = (samples, risk, loud, note, mode, depth)


class Inherited(Tuned):
    name = "inherited"

    def __init__(self, *, extra: int = 1, **more: Any) -> None:
        super().__init__(**more)
        self.extra = extra


class Strict(FirstLegal):
    name = "strict"

    def __init__(self, *, rng: random.Random, size: int) -> None:
        super().__init__(rng=rng)
        if size < 1:
            raise ValueError("size is too small")
        if size > 9:
            raise UsageError("size is too large")
        if size == 9:
            raise SystemExit(9)


PLUGINS = Plugins({cls.name: StrategyEntry(cls.name, cls, "tests") for cls in (FirstLegal, Tuned, Inherited, Strict)})


def make(text: str, *, seed: int = 1, seat: str = "N") -> Any:
    return make_strategy(PlayerSpec.parse(text), PLUGINS, seed=seed, seat=seat)


def test_options_get_the_type_of_their_annotation() -> None:
    text = "tuned:samples=20,risk=1e-3,loud=Yes,note=a=b,mode=high,depth=2"
    assert make(text).values == (20, 0.001, True, "a=b", "high", 2)
    assert make("tuned").values == (3, 0.5, False, "", "low", 1)


def test_options_may_be_inherited() -> None:
    assert list(read_options(Inherited)) == ["extra", "samples", "risk", "loud", "note", "mode", "depth"]
    assert make("inherited:extra=5,samples=9").values[0] == 9


def test_options_of_modules_with_postponed_annotations_are_read(tmp_path: Path) -> None:
    init = "    def __init__(self, *, rng: random.Random, mode: Literal['a', 'b'] = 'a', n: int = 1): self.n = n\n"
    body = "from __future__ import annotations\nfrom typing import TYPE_CHECKING, Literal\n"
    body += "if TYPE_CHECKING: import random\n"
    plugins = load(write_plugin(tmp_path / "late.py", body=body, init=init), warn=pytest.fail)
    options = read_options(plugins.get("bold").cls)
    assert {name: option.type_text for name, option in options.items()} == {"mode": "a|b", "n": "int"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tuned:sample=3", r"strategy 'tuned' has no option 'sample' \(did you mean 'samples'\?\)"),
        ("tuned:rng=3", "has no option 'rng'"),
        ("first-legal:x=1", "strategy 'first-legal' has no option 'x'"),
        ("tuned:samples=many", "option 'samples' takes int, not 'many'"),
        ("tuned:samples=1.5", "option 'samples' takes int, not '1.5'"),
        ("tuned:samples=", "option 'samples' takes int, not ''"),
        ("tuned:risk=nan", "option 'risk' takes float, not 'nan'"),
        ("tuned:loud=maybe", "option 'loud' takes bool, not 'maybe'"),
        ("tuned:mode=mid", r"option 'mode' takes low\|high, not 'mid'"),
        ("tuned:depth=3", r"option 'depth' takes 1\|2, not '3'"),
        ("strict", "strategy 'strict' needs the option 'size'"),
        ("strict:size=10", "size is too large"),
        ("tunde", r"no strategy 'tunde' \(did you mean 'tuned'\?\)"),
    ],
)
def test_wrong_options_are_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make(text)


@pytest.mark.parametrize(("size", "cause"), [("0", "ValueError: size is too small"), ("9", "SystemExit: 9")])
def test_a_strategy_that_does_not_start_is_a_plugin_error(size: str, cause: str) -> None:
    with pytest.raises(
        PluginError, match=f"strategy 'strict:size={size}' of plugin 'tests' did not start at N: {cause}"
    ):
        make(f"strict:size={size}")


def test_every_seat_has_random_numbers_of_its_own_that_repeat() -> None:
    def draw(**more: Any) -> float:
        number: float = make("first-legal", **more).rng.random()
        return number

    assert draw(seed=7, seat="N") == draw(seed=7, seat="N") == random.Random(derive(7, "player", "N")).random()
    assert len({draw(seed=seed, seat=seat) for seed in (7, 8) for seat in "NESW"}) == 8
