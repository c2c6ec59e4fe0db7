"""The sample project of the documentation: it passes, it is what the page shows, and its cassettes are what was sent.

`CITEBRIDGE_WRITE=1 python -m pytest tests/plugin/test_sample.py` records them anew, and writes the files into the page.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from citebridge.cassettes import Cassette
from tests.plugin.conftest import ROOT, Run

pytest_plugins = ["pytester"]

PAGE = ROOT / "docs" / "how-to" / "test-with-cassettes.md"
SAMPLE = ROOT / "docs" / "examples" / "ferry-desk"
WRITES = os.environ.get("CITEBRIDGE_WRITE") == "1"
CONFTEST = """
import pytest
from tests.plugin.desk import served

@pytest.fixture
def citebridge_config(request):
    with served(out="is_out" in request.node.name) as desk:
        yield {"inner": desk}
"""


@pytest.fixture(scope="module")
def sdks() -> None:
    """The SDKs are there, imported before each run within: what it imports itself is forgotten with it."""
    for name in ("anthropic", "openai"):
        pytest.importorskip(name, reason=f"{name} is not installed")


@pytest.fixture
def sample(sdks: None, pytester: pytest.Pytester) -> Path:
    """A copy of the project."""
    shutil.copytree(SAMPLE, pytester.path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return pytester.path


def contents(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """What cassettes hold but for times and versions."""
    return {
        path.name: [
            (one.request.key, one.response.status, [piece.data for piece in one.response.pieces])
            for one in Cassette.load(path)
        ]
        for path in sorted((folder / "cassettes" / "test_desk").iterdir())
    }


def test_it_passes_and_prints_what_the_page_says(sample: Path):
    (arguments, told), *others = re.findall(r"^\$ python (.*)\n((?:.+\n)+?)```", PAGE.read_text(encoding="utf-8"), re.M)
    assert not others
    ran = subprocess.run(
        [sys.executable, *arguments.split(), "-W", "error", "-p", "no:cacheprovider", "-p", "citebridge.pytest_plugin"],
        cwd=sample,
        env={"PYTHONPATH": str(ROOT), "COLUMNS": "80", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert re.sub(r" in [\d.]+s", "", ran.stdout) == re.sub(r" in [\d.]+s", "", told)


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("how", ["whole", "bytes", "random:1", "random:2"])
def test_it_passes_in_any_pieces(how: str, run: Run):
    run(f"--citebridge-split={how}").assert_outcomes(passed=6)


def test_its_cassettes_are_what_the_providers_sent(sample: Path, run: Run):
    (sample / "conftest.py").write_text(CONFTEST)
    run("--citebridge-record=rewrite").assert_outcomes(passed=6)
    if WRITES:
        shutil.copytree(sample / "cassettes", SAMPLE / "cassettes", dirs_exist_ok=True)
    assert contents(SAMPLE) == contents(sample)


def test_the_page_shows_its_files():
    page = PAGE.read_text(encoding="utf-8")

    def shown(found: re.Match[str]) -> str:
        return f"{found[1]}{(SAMPLE / found[2]).read_text(encoding='utf-8')}```\n"

    new, count = re.subn(r'^(``` \{\.python title="(.+)"\}\n)[^`]*?```\n', shown, page, flags=re.M)
    if WRITES:
        PAGE.write_text(new, encoding="utf-8")
    assert count == 2
    assert PAGE.read_text(encoding="utf-8") == new, "CITEBRIDGE_WRITE=1 python -m pytest tests/plugin/test_sample.py"


def test_the_page_shows_what_is_told_of_another_question(sample: Path, run: Run):
    test = (sample / "test_desk.py").read_text(encoding="utf-8")
    asked = "answer = desk.answer({}, claude, gpt)"
    other = test.replace(asked.format("QUESTION"), asked.format('"Is there a ferry on Sundays?"'), 1)
    (sample / "test_desk.py").write_text(other, encoding="utf-8")
    ran = run("-k", "timetable")
    ran.assert_outcomes(failed=1, deselected=5)
    told = re.findall(r"^```text\n- (citebridge cassette) -\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    ((title, lines),) = told
    section = re.search(rf"^-+ {title} -+\n(.*?)\n(?=[-=]+ )", ran.stdout.str(), re.M | re.S)
    assert section is not None
    assert section[1].replace(f"{sample}/", "") == lines.strip()
