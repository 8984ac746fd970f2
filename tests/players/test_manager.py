"""Plugins load one by one: what they bring is kept, and a broken one costs a warning and nothing else."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from spades_cli.errors import ExitCode, PluginError, UsageError
from spades_cli.players.manager import PluginSettings, load_plugins
from tests.players.makers import BUNDLED, install, load, plugin_text, write_plugin

if TYPE_CHECKING:
    from pathlib import Path

HOOK = "from spades_cli import Strategy, hookimpl\n@hookimpl\ndef spades_register_strategies():\n"
CLASS = """
from spades_cli import Strategy, hookimpl
class Mine(Strategy):
    {body}
    def play(self, view): return view.legal[0]
@hookimpl
def spades_register_strategies(): return [Mine]
"""
BID = "\n    def bid(self, view): return view.legal[0]"

#: Source of a plugin called ``broken`` and the cause that the user reads.
BROKEN: dict[str, tuple[str, str]] = {
    "a missing import": ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
    "a syntax error": ("def broken(:", "SyntaxError: invalid syntax (broken.py, line 1)"),
    "sys.exit while importing": ("import sys; sys.exit(7)", "SystemExit: 7"),
    "an exception without a text": ("raise ValueError", "ValueError"),
    "an exception whose text raises": (
        "class E(Exception):\n def __str__(self): raise KeyError\nraise E",
        "E: (its text cannot be shown)",
    ),
    "a bare BaseException": ("raise BaseException('odd')", "BaseException: odd"),
    "a hook that raises": (HOOK + "    1 / 0", "ZeroDivisionError: division by zero"),
    "a hook that exits": (HOOK + "    raise SystemExit('bye')", "SystemExit: bye"),
    "a hook that returns nothing": (HOOK + "    return None", "spades_register_strategies returned None, not a list"),
    "a hook that returns a text": (HOOK + "    return 'bold'", "returned 'bold', not a list"),
    "a hook that returns a class": (HOOK + "    return Strategy", "not a list"),
    "a hook that returns numbers": (HOOK + "    return [7]", "returned 7, which is no Strategy class"),
    "a hook that returns an instance": (HOOK + "    return [object()]", "which is no Strategy class"),
    "a hook with an argument too many": (
        "from spades_cli import hookimpl\n@hookimpl\ndef spades_register_strategies(app): return []",
        "PluginValidationError:",
    ),
    "no hook at all": ("x = 1", "it implements no hook"),
    "a hook that does not exist": (
        "from spades_cli import hookimpl\n@hookimpl\ndef spades_register_stratgies(): return []",
        "unknown hook 'spades_register_stratgies' (did you mean 'spades_register_strategies'?)",
    ),
    "an abstract class": (CLASS.format(body="name, summary = 'mine', 'x'"), "class Mine does not define bid"),
    "no name": (CLASS.format(body="summary = 'x'" + BID), "class Mine needs a name and a summary"),
    "no summary": (CLASS.format(body="name = 'mine'" + BID), "class Mine needs a name and a summary"),
    "a name in capitals": (
        CLASS.format(body="name, summary = 'My Bot', 'x'" + BID),
        "the name 'My Bot' is not lower-case words joined by hyphens",
    ),
    "the name of another kind of player": (
        CLASS.format(body="name, summary = 'human', 'x'" + BID),
        "the name 'human' is taken",
    ),
    "an option that text cannot set": (
        CLASS.format(body="name, summary = 'mine', 'x'\n    def __init__(self, *, rng, deck: list = ()): ..." + BID),
        "option 'deck' of Mine must be annotated int, float, str, bool or Literal",
    ),
    "an option without annotation": (
        CLASS.format(body="name, summary = 'mine', 'x'\n    def __init__(self, *, rng, deck=1): ..." + BID),
        "option 'deck' of Mine must be annotated",
    ),
    "one name twice": (plugin_text().replace("[Mine]", "[Mine, Mine]"), "it brings two strategies called 'bold'"),
    "rules that are no path": (
        "from spades_cli import hookimpl\n@hookimpl\ndef spades_register_rules(): return [1]",
        "spades_register_rules returned 1, which is no path",
    ),
    "rules that depend on the current folder": (
        "from spades_cli import hookimpl\n@hookimpl\ndef spades_register_rules(): return ['rules']",
        "rules is not a full path",
    ),
    "rules that are not there": (
        "from spades_cli import hookimpl\n@hookimpl\ndef spades_register_rules(): return [__file__ + 'x']",
        "broken.pyx does not exist",
    ),
}


@pytest.mark.parametrize(("source", "cause"), BROKEN.values(), ids=BROKEN)
def test_a_broken_plugin_costs_one_warning_and_the_others_work(tmp_path: Path, source: str, cause: str) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text(source, encoding="utf-8")
    good = write_plugin(tmp_path / "good.py", "good")
    warnings: list[str] = []
    plugins = load(broken, good, warn=warnings.append)
    assert list(plugins.strategies) == ["good"]
    [failed] = plugins.failed
    assert failed.name == "broken"
    assert cause in failed.cause
    [warning] = warnings
    first, second = warning.splitlines()
    assert first == f"warning: plugin 'broken' ({broken}) was skipped: {failed.cause}"
    assert second == f"         see `spades-cli plugins --verbose --plugin {broken}`; silence with `--no-plugin broken`"


@pytest.mark.parametrize("source", [source for source, _ in BROKEN.values()], ids=BROKEN)
def test_a_strict_run_stops_at_a_broken_plugin(tmp_path: Path, source: str) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text(source, encoding="utf-8")
    settings = PluginSettings((str(broken),), frozenset(BUNDLED), strict=True)
    with pytest.raises(PluginError, match=r"plugin 'broken' \(.*\) failed: ") as caught:
        load_plugins(settings, warn=pytest.fail)
    assert caught.value.exit_code == ExitCode.PLUGIN


def test_a_good_plugin_is_known_with_what_it_brings(tmp_path: Path) -> None:
    variants = tmp_path / "variants"
    variants.mkdir()
    more = (
        f"\n@hookimpl\ndef spades_register_rules():\n    from pathlib import Path\n    return [Path({str(variants)!r})]"
    )
    path = tmp_path / "bold.py"
    path.write_text("__version__ = '1.2'\n" + plugin_text() + more, encoding="utf-8")
    plugins = load(path, warn=pytest.fail)
    [info] = plugins.loaded
    assert (info.name, info.version, info.source) == ("bold", "1.2", str(path))
    assert set(info.hooks) == {"spades_register_strategies", "spades_register_rules"}
    assert info.strategies == ("bold",)
    assert plugins.rules == (("bold", variants),)
    assert plugins.get("bold").cls.name == "bold"
    assert plugins.get("bold").plugin == "bold"


def test_what_a_plugin_prints_while_loading_stays_out_of_stdout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_plugin(tmp_path / "loud.py", body="print('importing')")
    path.write_text(path.read_text().replace("return [Mine]", "print('hook'); return [Mine]"))
    load(path)
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "importing\nhook\n"


def test_an_interrupt_while_loading_is_not_taken_for_a_fault(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        load(write_plugin(tmp_path / "slow.py", body="raise KeyboardInterrupt"))


# --- names -----------------------------------------------------------------------------------------------------------


def test_two_strategies_of_one_name_are_an_error_that_names_both_plugins(tmp_path: Path) -> None:
    one, two = write_plugin(tmp_path / "one.py", "same"), write_plugin(tmp_path / "two.py", "same")
    with pytest.raises(PluginError, match="two strategies are called 'same'") as caught:
        load(one, two)
    assert f"plugin 'one' ({one})" in str(caught.value)
    assert f"plugin 'two' ({two})" in str(caught.value)
    assert list(load(one, two, without=(*BUNDLED, "one")).strategies) == ["same"]


def test_two_plugins_of_one_file_name_both_load_under_names_of_their_own(tmp_path: Path) -> None:
    one, two = write_plugin(tmp_path / "a/bot.py", "one"), write_plugin(tmp_path / "b/bot.py", "two")
    assert [info.name for info in load(one, two).loaded] == ["bot", str(two)]


def test_a_plugin_named_twice_loads_once(tmp_path: Path) -> None:
    path = write_plugin(tmp_path / "folder/bot.py")
    assert len(load(path, path.parent, path, warn=pytest.fail).loaded) == 1


def test_an_unknown_strategy_is_a_usage_error_with_the_nearest_name(tmp_path: Path) -> None:
    plugins = load(write_plugin(tmp_path / "bold.py"))
    with pytest.raises(UsageError, match=r"no strategy 'blod' \(did you mean 'bold'\?\)") as caught:
        plugins.get("blod")
    assert caught.value.hint == "strategies are bold"


def test_a_strategy_whose_plugin_failed_is_a_plugin_error_with_the_cause(tmp_path: Path) -> None:
    path = write_plugin(tmp_path / "card_counter.py", body="import no_such_module")
    plugins = load(path)
    for name in ("card_counter", "card-counter"):
        with pytest.raises(PluginError, match="No module named 'no_such_module'"):
            plugins.get(name)
    with pytest.raises(UsageError) as caught:
        plugins.get("other")
    assert "skipped: plugin 'card_counter'" in caught.value.hint


def test_the_traceback_begins_in_the_plugin(tmp_path: Path) -> None:
    path = tmp_path / "deep.py"
    path.write_text("def load():\n    import no_such_module\n\nload()\n", encoding="utf-8")
    [failed] = load(path).failed
    # Newer Pythons mark the place in a line of their own.
    lines = [line for line in failed.traceback.splitlines() if line.strip(" ~^")]
    assert lines == [
        "Traceback (most recent call last):",
        f'  File "{path}", line 4, in <module>',
        "    load()",
        f'  File "{path}", line 2, in load',
        "    import no_such_module",
        "ModuleNotFoundError: No module named 'no_such_module'",
    ]


def test_a_broken_contract_has_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "empty.py"
    path.write_text("", encoding="utf-8")
    assert load(path).failed[0].traceback == ""


# --- files, folders, modules -----------------------------------------------------------------------------------------


def test_a_folder_is_a_plugin_a_file_in_order_of_names(tmp_path: Path) -> None:
    for name in ("zeta", "alpha", "_helper", ".hidden"):
        write_plugin(tmp_path / f"{name}.py", name.strip("_."))
    assert [info.name for info in load(tmp_path, warn=pytest.fail).loaded] == ["alpha", "zeta"]


def test_a_folder_with_an_init_is_one_package_with_imports_of_its_own(tmp_path: Path) -> None:
    package = tmp_path / "clever"
    write_plugin(package / "__init__.py", body="from .numbers import ANSWER")
    (package / "numbers.py").write_text("ANSWER = 42", encoding="utf-8")
    write_plugin(package / "other.py", "other")
    plugins = load(package, warn=pytest.fail)
    assert list(plugins.strategies) == ["bold"]
    assert plugins.loaded[0].name == "clever"
    assert plugins.get("bold").cls.__module__ in sys.modules


def test_a_folder_without_python_files_says_so(tmp_path: Path) -> None:
    assert load(tmp_path).failed[0].cause == "there is no plugin (*.py) in this folder"


def test_a_file_that_is_gone_costs_a_warning(tmp_path: Path) -> None:
    assert "FileNotFoundError" in load(tmp_path / "gone.py").failed[0].cause


def test_a_file_may_have_any_name_and_never_hides_a_module(tmp_path: Path) -> None:
    before = sys.modules["json"]
    plugins = load(write_plugin(tmp_path / "json.py"), write_plugin(tmp_path / "my bot-2", "other"))
    assert list(plugins.strategies) == ["bold", "other"]
    assert sys.modules["json"] is before


def test_a_failed_file_leaves_no_module_behind(tmp_path: Path) -> None:
    load(write_plugin(tmp_path / "half.py", body="1 / 0"))
    assert not [name for name in sys.modules if name.startswith("spades_cli_plugin_half")]


def test_a_module_is_imported_by_its_dotted_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_plugin(tmp_path / "dotted_bots/bold.py", body="__version__ = '3'")
    monkeypatch.syspath_prepend(tmp_path)
    settings = PluginSettings(("dotted_bots.bold",), frozenset(BUNDLED))
    [info] = load_plugins(settings, warn=pytest.fail).loaded
    assert (info.name, info.version, info.source) == ("dotted_bots.bold", "3", "module dotted_bots.bold")


def test_nothing_is_loaded_because_of_the_current_folder(tmp_path: Path) -> None:
    """Not even under ``python -c`` and ``python -m``, which put that folder in front of everything else."""
    marker = tmp_path / "executed"
    trap = f"open({str(marker)!r}, 'w')"
    for name in ("strange", "plugins", "spades_plugins", "conftest", "spades_cli_strange"):
        write_plugin(tmp_path / f"{name}.py", body=trap)
    write_plugin(tmp_path / "plugins/own.py", body=trap)
    install(tmp_path, "spades-cli-strange", "1", {"strange": "strange"})
    code = (
        "from spades_cli.players.manager import *\n"
        f"settings = PluginSettings(('strange', './strange.py', 'plugins'), frozenset({BUNDLED}))\n"
        "print(sorted(failed.name for failed in load_plugins(settings, warn=lambda text: None).failed))"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.stdout == "['plugins', 'strange', 'strange']\n", found.stderr
    assert not marker.exists()


# --- installed distributions -----------------------------------------------------------------------------------------


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed distributions: one good plugin, one broken."""
    folder = tmp_path / "site"
    write_plugin(folder / "spades_cli_counting.py", "counting")
    write_plugin(folder / "spades_cli_sick.py", "sick", body="import no_such_module")
    install(folder, "spades-cli-counting", "0.2", {"counting": "spades_cli_counting"})
    install(folder, "Spades_CLI.sick", "0.3", {"sick": "spades_cli_sick"})
    monkeypatch.syspath_prepend(folder)
    return folder


def settings(**more: frozenset[str] | bool) -> PluginSettings:
    return PluginSettings(**({"blocked": frozenset(BUNDLED)} | more))  # type: ignore[arg-type]


def test_installed_plugins_are_found_and_named_with_their_distribution(site: Path) -> None:
    warnings: list[str] = []
    plugins = load_plugins(settings(), warn=warnings.append)
    [info] = plugins.loaded
    assert (info.name, info.version, info.source) == ("counting", "0.2", "entry point of spades-cli-counting")
    assert warnings == [
        "warning: plugin 'sick' (spades-cli-sick 0.3) was skipped: "
        "ModuleNotFoundError: No module named 'no_such_module'\n"
        "         see `spades-cli plugins --verbose`; silence with `--no-plugin sick`"
    ]


def test_the_advice_of_the_warning_silences_it(site: Path) -> None:
    plugins = load_plugins(settings(blocked=frozenset((*BUNDLED, "sick"))), warn=pytest.fail)
    assert list(plugins.strategies) == ["counting"]


@pytest.mark.parametrize(("allowed", "names"), [((), []), (("counting",), ["counting"]), (("other",), [])])
def test_the_allow_list_decides_which_installed_plugins_load(
    site: Path, allowed: tuple[str, ...], names: list[str]
) -> None:
    plugins = load_plugins(settings(allowed=frozenset(allowed)), warn=pytest.fail)
    assert list(plugins.strategies) == names


def test_two_distributions_may_use_one_entry_point_name(site: Path) -> None:
    write_plugin(site / "second_counting.py", "counting-2")
    install(site, "another", "1", {"counting": "second_counting"})
    plugins = load_plugins(settings(), warn=lambda text: None)
    assert [info.name for info in plugins.loaded] == ["counting", "spades-cli-counting/counting"]


def test_an_installed_plugin_that_is_also_named_as_a_module_loads_once(site: Path) -> None:
    both = PluginSettings(("spades_cli_counting",), frozenset((*BUNDLED, "sick")))
    assert len(load_plugins(both, warn=pytest.fail).loaded) == 1


def test_an_unreadable_list_of_entry_points_leaves_the_bundled_plugins(site: Path) -> None:
    install(site, "torn", "1", {})
    (site / "torn-1.dist-info/entry_points.txt").write_text("[spades_cli]\nno equals sign\n")
    warnings: list[str] = []
    plugins = load_plugins(PluginSettings(), warn=warnings.append)
    assert {info.source for info in plugins.loaded} == {"bundled"}
    assert warnings[0].startswith("warning: installed plugins were skipped, for their list cannot be read: ")


# --- bundled plugins -------------------------------------------------------------------------------------------------


def test_the_bundled_plugins_come_first_and_are_our_own_entry_points(site: Path) -> None:
    plugins = load_plugins(PluginSettings(allowed=frozenset()), warn=pytest.fail)
    assert [(info.name, info.source) for info in plugins.loaded] == [(name, "bundled") for name in BUNDLED]
    assert set(BUNDLED) <= set(plugins.strategies)


def test_a_bundled_plugin_can_be_left_out_like_any_other() -> None:
    plugins = load_plugins(PluginSettings(blocked=frozenset({"random"})), warn=pytest.fail)
    assert [info.name for info in plugins.loaded] == [name for name in BUNDLED if name != "random"]
