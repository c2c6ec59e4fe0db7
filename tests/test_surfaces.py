"""`citebridge providers`: what it prints of our own surfaces, and of adapters from other packages."""

import json
import os
import re
import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from citebridge import providers
from citebridge.adapter import Capabilities
from citebridge.cli.surfaces import Surface, show_surfaces, surfaces, surfaces_as_json
from citebridge.cli.terminal import put_rich
from tests.test_cli import ROOT, SDKS, cannot_write, invoke, process

JSON = ["providers", "--format", "json"]
ADAPTERS = {
    "reads.py": """
        from citebridge.providers.mistral import explode, parser, sources_in, spec
        name = "reads"
        """,
    "asks.py": """
        from citebridge.adapter import Capabilities
        from citebridge.providers.mistral import explode, parser, sources_in, spec
        name = "ac\\x1b[31mme"
        class asker:
            requires = "asks[\\x1b[31m]>=1"
            capabilities = Capabilities(web=True, ask="say \\u202eplease", lost="a\\x9b\\x7fll")
        """,
    "raises.py": 'raise ZeroDivisionError("by \\x1b[31mzero")',
    "entry_points.txt": """
        [citebridge.providers]
        reads = reads
        ac\x1b[31mme = asks
        ac\x1b[31mme_ask = asks:asker
        raises = raises
        """,
    "METADATA": "Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n",
}


@pytest.fixture
def outside(tmp_path: Path) -> str:
    """A package with three adapters: one only reads, one names things to deceive, one cannot be imported."""
    (tmp_path / "outside-1.0.dist-info").mkdir()
    for name, text in ADAPTERS.items():
        folder = tmp_path if name.endswith(".py") else tmp_path / "outside-1.0.dist-info"
        (folder / name).write_text(textwrap.dedent(text).lstrip(), encoding="utf-8")
    return f"{ROOT}{os.pathsep}{tmp_path}"


def shown(width: int) -> dict[str, str]:
    """What is printed of each provider, on one line."""
    return by_name(invoke("providers", env={"COLUMNS": str(width)}).stdout)


def by_name(printed: str) -> dict[str, str]:
    rows: dict[str, str] = {}
    for row in printed.partition("\n\n")[0].splitlines():
        name = row.partition(" ")[0] or next(reversed(rows), "")
        rows[name] = " ".join(f"{rows.get(name, '')} {row}".split())
    return rows


# -- our own


def test_json_is_all_that_is_known():
    result = invoke(*JSON)
    assert (result.exit_code, result.stderr) == (0, "")
    found: list[Any] = json.loads(result.stdout)
    assert [one["provider"] for one in found] == list(providers.names())
    for one in found:
        asker, can = providers.asker(one["provider"]), providers.capabilities(one["provider"])
        assert asker
        assert can
        assert one["api"] == providers.reader(one["provider"]).spec.api
        assert one["requires"] == asker.requires
        assert one["capabilities"] == json.loads(json.dumps(asdict(can)))
        assert one["problem"] is None


@pytest.mark.parametrize("width", [40, 77, 78, 100, 160])
def test_every_provider_is_shown_whole_in_any_width(width: int):
    result = invoke("providers", env={"COLUMNS": str(width)})
    assert (result.exit_code, result.stderr) == (0, "")
    assert max(map(len, result.stdout.splitlines())) <= width
    assert [name for name in shown(width) if name not in ("", "cites", "place")] == list(providers.names())
    words = set(re.findall(r"\w+", result.stdout))
    for name in providers.names():
        can = providers.capabilities(name)
        assert can
        assert {*can.documents, *can.anchors, *can.locators, *can.conflicts} <= {*words, "search_results", *LONG}


LONG = ("structured_output", "forced_tools")  # of two words, which the table writes apart


def test_a_row_says_what_can_be_done():
    rows = shown(200)
    assert rows["anthropic"] == (
        "anthropic text, pdf, blocks, search results, web span chars, pages, blocks yes before "
        "structured output, forced tools"
    )
    assert rows["mistral"] == "mistral data point – – after –"
    assert rows["google"] == "google stored files, web span pages yes at end caching"
    assert shown(60)["mistral"] == "mistral cites data; anchor point; told after"


def test_what_streams_nothing_has_no_order(capsys: pytest.CaptureFixture[str]):
    can = Capabilities(documents=("text",), quotes=True, ask="", lost="")
    for width in (160, 60):
        put_rich(*show_surfaces([Surface("still", "api", "still", can)], width))
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("still")]
    assert rows == [["still", "text", "–", "–", "yes", "–", "–"], ["still", "cites", "text;", "quote"]]


def test_a_wrong_format_is_told_in_one_line():
    result = process("providers", "--format", "table")
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(r"citebridge: .*'table' is not one of 'text', 'json'.*\n", result.stderr)


@pytest.mark.parametrize("arguments", [["providers"], JSON])
def test_no_sdk_is_imported(arguments: list[str]):
    code = (
        f"import sys; from citebridge.cli.app import run; run({arguments!r}); "
        f"sys.exit(' '.join(name for name in {[*SDKS, 'perplexity', 'xai_sdk', 'grpc']!r} if name in sys.modules))"
    )
    assert process(code=code).stderr.strip() == ""


@pytest.mark.parametrize("arguments", [["providers"], JSON])
@pytest.mark.parametrize(
    ("into", "said"), [(">/dev/full", "No space left on device"), (">&-", "standard output is closed")]
)
def test_output_that_cannot_be_written(arguments: list[str], into: str, said: str):
    cannot_write(arguments, into, said)


# -- adapters from other packages


def test_adapters_from_elsewhere_are_shown_whatever_they_say(outside: str):
    result = process("providers", PYTHONPATH=outside, COLUMNS="100")
    assert result.returncode == 0
    rows = by_name(result.stdout)
    assert [rows[name] for name in ("reads", "ac�[31mme", "raises")] == [
        "reads not told",
        "ac�[31mme web – – – – –",
        "raises broken",
    ]
    assert "\x1b" not in result.stdout + result.stderr
    assert re.fullmatch(r"citebridge: the adapter 'raises' .* ZeroDivisionError: by �\[31mzero\n", result.stderr)


def test_their_names_are_escaped_in_the_help(outside: str):
    result = process("normalize", "--help", PYTHONPATH=outside)
    assert "ac�[31mme" in result.stdout
    assert "\x1b" not in result.stdout


def test_what_they_say_is_escaped_in_json(outside: str):
    result = process(*JSON, PYTHONPATH=outside)
    assert result.returncode == 0
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", result.stdout)
    found = {one["provider"]: one for one in json.loads(result.stdout)}
    assert set(found) == {*providers.names(), "reads", "ac\x1b[31mme", "raises"}
    assert found["reads"] == {
        "provider": "reads",
        "api": "chat",
        "requires": None,
        "capabilities": None,
        "problem": None,
    }
    assert found["ac\x1b[31mme"]["requires"] == "asks[\x1b[31m]>=1"
    assert found["ac\x1b[31mme"]["capabilities"]["ask"] == "say \u202eplease"
    assert found["raises"]["problem"].endswith("ZeroDivisionError: by \x1b[31mzero")


def test_two_names_that_look_alike_stay_two(capsys: pytest.CaptureFixture[str]):
    put_rich(*show_surfaces([Surface("a\x01"), Surface("a\x02")], 100))
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:3]] == ["a�", "a�"]


def test_surfaces_are_those_with_a_reader():
    assert [one.provider for one in surfaces()] == list(providers.names())
    assert json.loads(surfaces_as_json([])) == []
