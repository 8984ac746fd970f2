"""``spades-cli report``: one page from any records, the figures of ``stats``, and how a browser shows it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spades_cli.report import sections
from tests.report.pages import Page, check_page

if TYPE_CHECKING:
    from tests.cli.conftest import Ran, Run

MATCHES = Path(__file__).parents[1] / "matches"
PLAY = ("play", "-r", "tournament-board-four", "-p", "basic", "-p", "E=random", "-p", "W=random")
NASTY = {
    "N": "<script>alert(1)</script>",
    "E": '"><img src=http://example.org/x onerror=alert(2)>',
    "S": "a\x1b[31m\n&amp;$x^2$",
    "W": "x" * 300,
}


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """One match of four rounds."""
    path = tmp_path / "m.jsonl"
    assert run(*PLAY, "-s", "4", "--record", path).code == 0
    return path


@pytest.fixture
def nasty(record: Path) -> Path:
    """The same with players, an id, a title and a result that try to break out."""
    lines = [json.loads(line) for line in record.read_bytes().splitlines()]
    lines[0]["players"] = NASTY
    lines[0]["rules"]["resolved"]["variant"]["title"] = "</style><script>x</script>"
    lines[-1]["reason"] = "<b>"
    path = record.with_name("nasty.jsonl")
    path.write_text("".join(json.dumps(line | {"g": "<i>&"}) + "\n" for line in lines), encoding="utf-8")
    return path


def page_of(run: Run, *files: Path) -> tuple[Ran, str]:
    """What a run says, and the page it prints."""
    ran = run("report", *files, "-o", "-")
    return ran, ran.out


# --- the page ----------------------------------------------------------------------------------------------------


def test_a_page_has_every_part_and_is_whole(run: Run, record: Path) -> None:
    ran, source = page_of(run, record)
    assert (ran.code, ran.err) == (0, "")
    page = check_page(source)
    parts = [given["id"] for given in page.named("section")]
    assert parts == [
        "strategies",
        "head-to-head",
        "scores",
        "points",
        "bids",
        "nils",
        "bags",
        "matches",
        "rules",
        "again",
    ]
    assert [given["href"] for given in page.named("a")] == [f"#{name}" for name in parts]
    assert len(page.named("svg")) >= 6
    assert "1 match; 4 rounds; read from" in page.text
    assert "tournament-board-four" in page.text
    assert f"spades-cli report {record} -o -" in page.text


def test_the_figures_are_those_of_stats(run: Run, record: Path) -> None:
    assert run(*PLAY, "-s", "5", "--record", record).code == 0
    rows = json.loads(run("stats", record, "--format", "json").out)["rows"]
    head, *body = check_page(page_of(run, record)[1]).tables["Sums by strategy"]
    assert head[1:] == [row["strategy"] for row in rows]
    keys = [
        key for key in rows[0] if key not in ("strategy", "sets", "nils_made", "blind_nils_made", "rules", "sha256")
    ]
    assert len(body) == len(keys)
    for column, row in enumerate(rows, 1):
        assert [cells[column] for cells in body] == ["–" if row[key] is None else repr(row[key]) for key in keys]


def test_the_scores_are_those_of_the_record(run: Run, record: Path) -> None:
    rounds = [json.loads(line) for line in record.read_bytes().splitlines() if b'"t":"round"' in line]
    page = check_page(page_of(run, record)[1])
    head, *body = page.tables["Game 4-0 after each round"]
    wanted = [[str(line["n"]), *(repr(line["score"][side]) for side in ("NS", "EW"))] for line in rounds]
    columns = [head.index("round"), head.index("NS"), head.index("EW")]
    assert [[row[column] for column in columns] for row in body] == wanted


def test_the_list_of_matches_tells_seed_players_and_result(run: Run, record: Path) -> None:
    end = json.loads(record.read_bytes().splitlines()[-1])
    (_, row) = check_page(page_of(run, record)[1]).tables["All matches"]
    assert row[:3] == ["4-0", "tournament-board-four", "4"]
    assert row[3] == "N basic, E random, S basic, W random"
    assert row[4:6] == ["4", f"{end['winner']} won ({end['reason']})"]
    assert row[6] == ", ".join(f"{side} {score}" for side, score in end["score"].items())


def test_the_same_record_gives_the_same_page(run: Run, record: Path) -> None:
    assert page_of(run, record)[1] == page_of(run, record)[1]


def test_whatever_stands_in_a_record_stays_text(run: Run, nasty: Path) -> None:
    ran, source = page_of(run, nasty)
    assert ran.code == 0
    page = check_page(source)
    assert NASTY["N"] in page.text
    assert "standard: </style>" not in source
    assert "\x1b" not in source
    assert "<i>&" in page.text


@pytest.mark.parametrize("name", ["six-solo-short", "two-player", "cutthroat-3", "six-triples", "mirror", "bid-3"])
def test_every_kind_of_table_has_its_page(name: str, run: Run) -> None:
    ran, source = page_of(run, MATCHES / f"{name}.jsonl")
    assert (ran.code, ran.err) == (0, "")
    check_page(source)


def test_several_records_and_rules_are_one_page(run: Run, record: Path) -> None:
    ran, source = page_of(run, record, MATCHES / "six-pairs.jsonl", MATCHES / "two-player.jsonl")
    assert ran.code == 0
    page = check_page(source)
    for name in ("tournament-board-four", "six-pairs", "two-player"):
        assert f"{name}: " in page.text


def test_each_rule_set_has_the_figures_it_has_alone(run: Run, record: Path) -> None:
    others = MATCHES / "standard.jsonl", MATCHES / "bid-3.jsonl"
    page = check_page(page_of(run, record, *others)[1])
    parts = [given["id"] for given in page.named("section") if "-" not in given["id"].removeprefix("rules-")]
    assert parts == ["rules-1", "rules-2", "rules-3", "matches", "rules", "again"]
    assert "under 3 rule sets; read from" in page.text
    assert "Points under different rules do not compare" in page.text
    assert "Sums by strategy" not in page.tables
    for path, name in zip((record, *others), ("tournament-board-four", "standard", "bid-3"), strict=True):
        alone = check_page(page_of(run, path)[1])
        for caption in ("Sums by strategy", "Nils of each strategy's seats"):
            assert page.tables.get(f"{caption} under {name}") == alone.tables.get(caption)


def test_rule_sets_of_one_name_are_told_apart(run: Run, record: Path) -> None:
    lines = [json.loads(line) for line in record.read_bytes().splitlines()]
    lines[0]["rules"]["resolved"]["bags"]["limit"] = 5
    other = record.with_name("other.jsonl")
    other.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    page = check_page(page_of(run, record, other)[1])
    _, first, second = page.tables["Rule sets"]
    assert first[0].startswith("tournament-board-four ")
    assert second[0].startswith("tournament-board-four ")
    assert first[0] != second[0]
    assert first[1:] == ["to 500 or 4 rounds", "1", "4", ""]
    assert second[1:] == ["to 500 or 4 rounds", "1", "4", f"{first[0]}: bags.limit is 5, not 0"]
    assert [row[1] for row in page.tables["All matches"][1:]] == [first[0], second[0]]
    assert {f"Sums by strategy under {row[0]}" for row in (first, second)} <= set(page.tables)


def test_of_very_many_rule_sets_those_with_the_most_rounds_are_shown(run: Run, record: Path) -> None:
    lines = [json.loads(line) for line in record.read_bytes().splitlines()]
    games = []
    for target in range(100, 100 + sections.SHOWN + 2):
        lines[0]["rules"]["resolved"]["match"]["target"] = target
        games += [json.dumps(line | {"g": str(target)}) for line in lines if target != 101 or line["t"] == "game"]
    record.write_text("\n".join(games) + "\n", encoding="utf-8")
    page = check_page(page_of(run, record)[1])
    shown = [given["id"] for given in page.named("section") if re.fullmatch(r"rules-\d+", given["id"])]
    assert len(shown) == sections.SHOWN
    assert f"The {sections.SHOWN} rule sets with the most rounds follow" in page.text
    assert len(page.tables["Rule sets"]) == 1 + sections.SHOWN + 2
    heads = [name for name in page.tables if name.startswith("Sums by strategy under")]
    unplayed = next(row[0] for row in page.tables["Rule sets"] if row[1].startswith("to 101 "))
    assert f"Sums by strategy under {unplayed}" not in heads


def test_casual_matches_are_told_or_left_out(run: Run, record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    undo = b'{"t":"undo","g":"5-0","n":1,"seat":"S","phase":"bid","action":"3"}\n'
    again = [line.replace(b'"g":"4-0"', b'"g":"5-0"') for line in lines]
    record.write_bytes(b"".join([*lines, again[0], undo, *again[1:]]))
    page = check_page(page_of(run, record)[1])
    assert "2 matches, 1 of them casual (decisions were taken back); 8 rounds; read from" in page.text
    assert [row[5].endswith("; casual") for row in page.tables["All matches"][1:]] == [False, True]
    ran = run("report", record, "--ranked", "-o", "-")
    assert (ran.code, ran.err) == (0, "1 game is left out: decisions were taken back\n")
    page = check_page(ran.out)
    assert "1 match; 4 rounds; read from" in page.text
    assert f"spades-cli report {record} --ranked -o -" in page.text


def test_a_record_with_no_finished_round_says_so(run: Run, record: Path) -> None:
    record.write_bytes(record.read_bytes().splitlines(keepends=True)[0])
    ran, source = page_of(run, record)
    assert ran.code == 0
    page = check_page(source)
    assert "1 match, 1 of them unfinished; 0 rounds" in page.text
    assert "No round is finished yet." in page.text


def test_one_match_of_two_rounds_is_enough(run: Run, record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    rounds = [line for line in lines if b'"t":"round"' in line]
    record.write_bytes(b"".join([lines[0], *rounds[:2]]))
    ran, source = page_of(run, record)
    assert ran.code == 0
    assert "unfinished" in check_page(source).text


def test_thousands_of_matches_stay_one_small_page(run: Run, record: Path) -> None:
    record.write_bytes(record.read_bytes() * 2000)
    ran, source = page_of(run, record)
    assert ran.code == 0
    assert len(source) < 1_000_000
    page = check_page(source)
    assert "2000 matches; 8000 rounds" in page.text
    assert len(page.tables["The first 100 of 2000 matches"]) == 101


# --- where it goes -----------------------------------------------------------------------------------------------


def test_a_file_is_written_once_and_again_only_by_force(run: Run, record: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.html"
    ran = run("report", record, "-o", target)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == f"wrote {target}: 1 match, 4 rounds\n"
    before = target.read_bytes()
    check_page(before.decode())
    target.write_text("mine")
    ran = run("report", record, "-o", target)
    assert (ran.code, target.read_text()) == (2, "mine")
    assert "exists already" in ran.err
    assert "--force" in ran.err
    assert run("report", record, "-o", target, "--force").code == 0
    assert target.read_bytes() == before


def test_without_a_name_it_is_report_html(
    run: Run, record: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("report", record).code == 0
    assert (tmp_path / "report.html").exists()


@pytest.mark.parametrize("where", ["no/such/folder/x.html", "."])
def test_a_place_that_cannot_be_written_is_one_clear_line(where: str, run: Run, record: Path, tmp_path: Path) -> None:
    ran = run("report", record, "-o", tmp_path / where, "--force")
    assert ran.code == 4
    assert "cannot be written: " in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("content", [b"", b"\x00\x01\xff", b'{"t":"game","g":"1-0","v":9}\n'])
def test_no_game_at_all_is_exit_4_and_no_page(content: bytes, run: Run, tmp_path: Path) -> None:
    path, target = tmp_path / "x.jsonl", tmp_path / "x.html"
    path.write_bytes(content)
    ran = run("report", path, "-o", target)
    assert ran.code == 4
    assert ran.err
    assert not target.exists()


def test_a_file_that_cannot_be_read_does_not_hide_the_others(run: Run, record: Path, tmp_path: Path) -> None:
    ran, source = page_of(run, tmp_path / "no.jsonl", record)
    assert ran.code == 4
    assert "no.jsonl: no such record" in ran.err
    assert "4 rounds" in check_page(source).text


def test_a_pipe_is_read_once(run: Run, record: Path) -> None:
    assert run("report", "-", "-", "-o", "-").code == 2
    ran = run("report", "-", "-o", "-", stdin=record.read_bytes())
    assert ran.code == 0
    assert "read from standard input." in check_page(ran.out).text


def test_a_process_writes_the_page_to_a_pipe(spawn: Run, record: Path) -> None:
    ran = spawn("report", record, "-o", "-")
    assert (ran.code, ran.err) == (0, "")
    check_page(ran.out)


def test_without_the_library_one_line_says_what_to_install(
    run: Run, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    ran = run("report", record)
    assert ran.code == 2
    assert ran.err == "error: report needs the package matplotlib: pip install 'spades-cli[report]'\n"


def test_the_library_is_loaded_by_nothing_else() -> None:
    code = "import sys; import spades_cli.cli.main, spades_cli.report.figures; print('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# --- in a browser ------------------------------------------------------------------------------------------------

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
#: Shows a page in a frame as wide as a phone, and writes down what came of it.
FRAME = """<!DOCTYPE html><html><body><iframe id="f" width="{width}" height="800" style="border:0" srcdoc="{page}">
</iframe><p id="told"></p><script>
onload = () => {{
  const inner = document.getElementById("f").contentDocument, root = inner.documentElement;
  const letters = [...inner.querySelectorAll("svg text")].map(text => text.getBoundingClientRect().height);
  const told = {{
    wide: root.scrollWidth - root.clientWidth, scripts: inner.scripts.length,
    pictures: inner.querySelectorAll("svg").length,
    loaded: inner.defaultView.performance.getEntriesByType("resource").length, least: Math.min(...letters),
    empty: [...inner.querySelectorAll("svg")].filter(svg => svg.getBoundingClientRect().height < 50).length,
    background: inner.defaultView.getComputedStyle(inner.body).backgroundColor,
  }};
  document.getElementById("told").textContent = JSON.stringify(told);
}}
</script></body></html>"""


def show(page: str, width: int, folder: Path, *, dark: bool) -> dict[str, float | str]:
    """What a browser makes of a page."""
    path = folder / "frame.html"
    path.write_text(FRAME.format(width=width, page=escape(page)), encoding="utf-8")
    command = [
        str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'browser'}",
        f"--blink-settings=preferredColorScheme={0 if dark else 1}", "--dump-dom", path.as_uri(),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    found = json.loads("".join(Page(done.stdout).texts).partition("{")[2].join(["{", ""]).partition("}")[0] + "}")
    return dict(found)


@pytest.mark.skipif(BROWSER is None, reason="no browser here")
@pytest.mark.parametrize(("width", "dark"), [(390, False), (390, True), (1280, False)])
def test_a_browser_shows_it_without_scrolling_sideways(
    width: int, dark: bool, run: Run, nasty: Path, tmp_path: Path
) -> None:
    _, source = page_of(run, nasty, MATCHES / "six-solo-short.jsonl")
    told = show(source, width, tmp_path, dark=dark)
    assert told["wide"] == 0
    assert (told["scripts"], told["loaded"], told["empty"]) == (0, 0, 0)
    assert int(told["pictures"]) == source.count("<svg ") > 5
    assert float(told["least"]) >= 9
    assert told["background"] == ("rgb(20, 23, 26)" if dark else "rgb(255, 255, 255)")
