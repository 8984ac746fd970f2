"""Plain and compiled functions are equal, and a numba that is missing, broken or refuses costs speed alone."""

from __future__ import annotations

import logging
import random
import subprocess
import sys
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import pytest

from spades_cli import load_rules
from spades_cli.engine import kernel
from spades_cli.search import compiled
from spades_cli.search.compiled import CompilerError, Kernels, load_kernels, prepare
from spades_cli.variants import VariantLibrary

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_cli.engine.cards import Deck

DECKS = {name: rules.pack for name in VariantLibrary().names() if not (rules := load_rules(name)).pack.doubled}
FUNCTIONS = [name for name, value in vars(kernel).items() if isinstance(value, FunctionType) and name != "shuffle"]
#: The play codes of packs without equal cards.
CODES = kernel.EQUAL_FIRST


@pytest.fixture
def kernels() -> Kernels:
    """The compiled functions."""
    pytest.importorskip("numba", reason="nothing is compiled without the extra fast")
    return load_kernels(compiled=True)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has loaded nothing yet."""
    monkeypatch.setattr(compiled, "_lifted", None)
    monkeypatch.delenv("SPADES_CLI_FAST", raising=False)
    compiled.warn.cache_clear()


def some_cards(deck: Deck, rng: random.Random) -> int:
    return sum(rng.sample(deck.order, rng.randrange(len(deck.order) + 1)))


def state_of(rng: random.Random) -> int:
    return kernel.stream(rng.getrandbits(62), rng.getrandbits(62))


#: What a parameter of the kernel can be, by its name.
VALUES: dict[str, Callable[[Deck, random.Random], Any]] = {
    "hand": some_cards,
    "cards": some_cards,
    "wanted": some_cards,
    "card": lambda deck, rng: rng.choice(deck.order),
    "best": lambda deck, rng: rng.choice((0, *deck.order)),
    "led": lambda deck, rng: rng.choice((0, *deck.runs)),
    "spades": lambda deck, rng: deck.spades,
    "clubs": lambda deck, rng: deck.runs[0],
    "runs": lambda deck, rng: deck.runs,
    "code": lambda deck, rng: rng.randrange(CODES),
    "free": lambda deck, rng: rng.randrange(2),
    "broken": lambda deck, rng: rng.randrange(2),
    "opening": lambda deck, rng: rng.randrange(2),
    "x": lambda deck, rng: rng.getrandbits(32),
    "seed": lambda deck, rng: rng.getrandbits(62),
    "index": lambda deck, rng: rng.getrandbits(62),
    "state": lambda deck, rng: state_of(rng),
    "n": lambda deck, rng: rng.randrange(1, 2**31),
}


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was told, but that something is being compiled: that is told once a process, whichever test is first."""
    return [message for message in caplog.messages if not message.startswith("compiling")]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_kernel_function_gives_equal_results_in_every_pack_without_equal_cards(name: str, kernels: Kernels) -> None:
    plain, fast, rng = getattr(kernel, name), getattr(kernels.kernel, name), random.Random(name)
    parameters = [word for word in plain.__annotations__ if word != "return"]
    assert fast is not plain
    for variant, deck in DECKS.items():
        for _ in range(200):
            values = [VALUES[word](deck, rng) for word in parameters]
            assert fast(*values) == plain(*values), (variant, values)
    assert kernels.is_compiled


def test_legal_cards_are_equal_under_every_combination_of_options(kernels: Kernels) -> None:
    deck, rng = load_rules("standard").pack, random.Random(1)
    for code in range(CODES):
        for _ in range(60):
            led, hand = rng.choice((0, *deck.runs)), some_cards(deck, rng) or 1
            best = rng.choice(deck.order) if led else 0
            values = (hand, led, best, rng.randrange(2), rng.randrange(2), code, deck.spades, deck.runs[0])
            legal = kernels.kernel.legal_cards(*values)
            assert legal == kernel.legal_cards(*values), values
            assert legal
            assert not legal & ~hand


@pytest.mark.parametrize("name", DECKS)
def test_a_shuffle_is_equal(name: str, kernels: Kernels) -> None:
    for seed in range(5):
        cards, array = list(DECKS[name].order), kernels.array(DECKS[name].order)
        state = kernel.stream(seed, 3)
        assert kernels.kernel.shuffle(array, len(cards), state) == kernel.shuffle(cards, len(cards), state)
        assert list(array) == cards


def test_plain_functions_are_those_the_engine_calls() -> None:
    plain = load_kernels(compiled=False)
    assert plain.kernel is kernel
    assert not plain.is_compiled
    assert plain.array(range(3)) == [0, 1, 2]
    assert plain is load_kernels(compiled=False)
    assert plain.warm_up() == 0


def test_functions_of_other_values_and_constants_are_there_as_they_are(kernels: Kernels) -> None:
    assert kernels.kernel.MWC_A == kernel.MWC_A
    assert kernels is load_kernels(compiled=True)


def test_importing_the_library_and_the_search_loads_neither_numba_nor_numpy() -> None:
    code = "import sys, spades_cli.search.compiled; from spades_cli import *; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(found.stdout.split()) & {"numba", "numpy", "llvmlite", "platformdirs"}


@pytest.mark.usefixtures("fresh")
def test_the_environment_can_forbid_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_CLI_FAST", "off")
    assert load_kernels() is load_kernels(compiled=False)
    with pytest.raises(CompilerError, match="nothing is compiled: SPADES_CLI_FAST=off"):
        load_kernels(compiled=True)


@pytest.mark.usefixtures("fresh")
def test_a_missing_numba_is_nothing_to_talk_about(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert load_kernels() is load_kernels(compiled=False)
    assert not caplog.records
    with pytest.raises(CompilerError, match="numba is missing") as raised:
        load_kernels(compiled=True)
    assert raised.value.hint == "pip install 'spades-cli[fast]'"


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("raise ImportError('Numba needs NumPy 2.2 or less')", "(ImportError: Numba needs NumPy 2.2 or less)"),
        ("raise SystemError", "(SystemError)"),
        ("import no_such_part", "(ModuleNotFoundError: No module named 'no_such_part')"),
        ("", "("),
    ],
    ids=["NumPy too new", "no text", "a part missing", "something else of that name"],
)
def test_a_broken_numba_costs_one_message(body: str, cause: str, tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text(body)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from spades_cli.search.compiled import load_kernels as l"
    )
    code += "; print(l() is l() is l(compiled=False), l().kernel.follow_cards(7, 8))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "True 7\n"
    (message,) = found.stderr.splitlines()
    assert message.startswith(f"numba is installed but cannot be used {cause}")
    assert message.endswith("; everything works, only slower")


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch, fresh: None, tmp_path: Path) -> type[Exception]:
    """A numba that lets itself be imported, and then compiles nothing."""
    numba = pytest.importorskip("numba", reason="nothing refuses without the extra fast")
    error: type[Exception] = numba.core.errors.TypingError

    class Refusing:
        def compile(self, signature: object) -> None:
            raise error("Failed in nopython mode pipeline (step: nopython frontend)\nno such thing\nmore")

    monkeypatch.setattr(numba, "njit", lambda **options: lambda function: Refusing())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return error


@pytest.mark.usefixtures("refusing")
def test_a_numba_that_refuses_at_the_first_call_costs_one_message_and_no_result(
    caplog: pytest.LogCaptureFixture,
) -> None:
    kernels, cards = load_kernels(), list(range(20))
    array = kernels.array(cards)
    assert kernels.is_compiled
    assert kernels.kernel.shuffle(array, 20, 77) == kernel.shuffle(cards, 20, 77)
    assert list(array) == cards
    assert kernels.kernel.follow_cards(array[0], 1) == kernel.follow_cards(cards[0], 1)
    assert warnings(caplog) == [
        "numba is installed but cannot be used (TypingError: no such thing); everything works, only slower"
    ]
    assert not kernels.is_compiled
    assert kernels.array(cards) == cards
    assert load_kernels() is load_kernels(compiled=False)
    with pytest.raises(CompilerError, match="no such thing"):
        load_kernels(compiled=True)


def test_a_mistake_of_the_caller_is_no_fault_of_the_compiler(
    kernels: Kernels, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(TypeError, match="missing 1 required"):
        kernels.kernel.follow_cards(1)
    assert kernels.is_compiled
    assert not caplog.records


@pytest.mark.usefixtures("fresh")
def test_a_switched_off_compiler_counts_as_one_that_refuses(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    numba = pytest.importorskip("numba", reason="nothing is compiled without the extra fast")
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    assert not load_kernels().is_compiled
    assert "NUMBA_DISABLE_JIT is set" in caplog.text


def in_package() -> list[Path]:
    """Compiled code beside the sources."""
    return list(Path(compiled.__file__).parents[1].rglob("*.nb[ci]"))


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("chosen", [False, True], ids=["cache folder", "NUMBA_CACHE_DIR"])
def test_compiled_code_is_kept_in_a_cache_folder_and_never_in_the_package(
    chosen: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    numba = pytest.importorskip("numba", reason="nothing is compiled without the extra fast")
    caplog.set_level(logging.INFO, "spades_cli")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "chosen") if chosen else "")
    kernels = load_kernels()
    assert kernels.kernel.follow_cards(7, 8) == 7
    assert kernels.kernel.lead_cards(7, 4, 0) == 3
    assert in_package() == []
    assert kernels.folder is not None
    assert kernels.folder.parent == tmp_path / ("chosen" if chosen else "cache/spades-cli")
    assert {path.name.split("-")[0] for path in kernels.folder.glob("*/*.nbc")} >= {"kernel.follow_cards"}
    assert str(numba.config.CACHE_DIR) == (str(tmp_path / "chosen") if chosen else "")
    assert [message.split(" (")[0] for message in caplog.messages] == [
        "compiling the search; this happens once and takes about 20 seconds"
    ]


@pytest.mark.usefixtures("fresh")
def test_without_a_folder_to_write_to_it_compiles_every_time_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("numba", reason="nothing is compiled without the extra fast")
    caplog.set_level(logging.INFO, "spades_cli")
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    kernels = load_kernels()
    assert [kernels.kernel.follow_cards(7, led) for led in (2, 8)] == [2, 7]
    assert kernels.is_compiled
    assert kernels.folder is None
    assert in_package() == []
    assert "every time, as it cannot be kept" in caplog.text
    assert len(caplog.messages) == 1


@pytest.fixture
def kernel_alone(monkeypatch: pytest.MonkeyPatch, fresh: None, caplog: pytest.LogCaptureFixture) -> None:
    """The kernel is all that there is to compile, and nothing goes untold."""
    pytest.importorskip("numba", reason="nothing is compiled without the extra fast")
    monkeypatch.setattr(compiled, "MODULES", compiled.MODULES[:1])
    caplog.set_level(logging.INFO, "spades_cli")


@pytest.mark.usefixtures("kernel_alone")
def test_preparing_compiles_what_is_not_kept_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    prepare(load_rules("six-pairs"))
    assert not list(tmp_path.iterdir())
    for _ in range(2):
        monkeypatch.setattr(compiled, "_lifted", None)
        prepare(load_rules("standard"))
        assert [message.split(";")[0] for message in caplog.messages] == ["compiling the search"]
    assert load_kernels().warm_up() == 0
    assert load_kernels().is_compiled


@pytest.mark.usefixtures("kernel_alone")
def test_preparing_what_cannot_be_kept_is_of_no_use_but_for_the_message(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    prepare(load_rules("standard"))
    assert load_kernels().warm_up() > 0
    assert len(caplog.messages) == 1
    assert "every time, as it cannot be kept" in caplog.text


@pytest.mark.parametrize("switch", ["off", "missing"])
@pytest.mark.usefixtures("fresh")
def test_preparing_is_nothing_where_nothing_is_compiled(
    switch: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    if switch == "off":
        monkeypatch.setenv("SPADES_CLI_FAST", "off")
    else:
        monkeypatch.setitem(sys.modules, "numba", None)
    prepare(load_rules("standard"))
    assert not load_kernels().is_compiled
    assert not caplog.messages


@pytest.mark.usefixtures("fresh")
def test_a_damaged_file_costs_speed_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pytest.importorskip("numba", reason="nothing is compiled without the extra fast")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for damaged in (False, True, False):
        monkeypatch.setattr(compiled, "_lifted", None)
        if damaged:
            for path in tmp_path.rglob("*.nbc"):
                path.write_bytes(b"")
        kernels = load_kernels()
        assert kernels.kernel.follow_cards(7, 8) == 7
        assert kernels.is_compiled is not damaged
    assert len(warnings(caplog)) == 1
