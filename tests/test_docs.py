"""The documentation does what it says: every Python block runs, and prints what its `#>` lines tell.

The blocks of one page are one session, so a later block may use what an earlier one made. Blocks with a title are files
of a package of the page's own: they are written first, the package is installed, and its tests have to pass.
"""

import re
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from pytest_examples import CodeExample, EvalExample, find_examples

from tests.packages import installed, write_metadata_of

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FILE = re.compile(r'^```\w+ title="([^"]+)"\n(.*?)^```$', re.M | re.S)
PACKAGES = [page for page in PAGES if FILE.search(page.read_text(encoding="utf-8"))]


def python_blocks(page: Path) -> list[CodeExample]:
    """Only blocks of Python; what is marked as console or anything else is for reading, a file is imported."""
    found = [example for example in list(find_examples(page)) if example.prefix.startswith("py")]
    return [example for example in found if "title=" not in example.prefix]


def write_files(page: Path, folder: Path) -> None:
    """The files that a page shows."""
    for name, text in FILE.findall(page.read_text(encoding="utf-8")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def what_broke(example: CodeExample, problem: Exception) -> str:
    frames = traceback.walk_tb(problem.__traceback__)
    lines = [line for frame, line in frames if Path(frame.f_code.co_filename) == example.path]
    return f"{example.path}:{lines[-1] if lines else example.start_line}: {type(problem).__name__}: {problem}"


@pytest.fixture
def home(page: Path, tmp_path: Path) -> Iterator[Path]:
    """Where the blocks of a page run: in its own package, if it has one, else in this repository."""
    if page in PACKAGES:
        write_files(page, tmp_path)
        write_metadata_of(tmp_path)
    with installed(tmp_path) if page in PACKAGES else nullcontext():
        yield tmp_path if page in PACKAGES else ROOT


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_blocks_run(page: Path, home: Path, eval_example: EvalExample, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(home)
    names: dict[str, Any] = {}
    broken = ""
    for example in python_blocks(page):
        run = eval_example.run_print_check if "#>" in example.source else eval_example.run
        try:
            names |= run(example, module_globals=names)
        except Exception as problem:
            broken = what_broke(example, problem)
            break
    # Outside `except`: pytest 9 cannot show the frames that pytest-examples makes up, not even as a context.
    if broken:
        pytest.fail(broken, pytrace=False)


@pytest.mark.parametrize("page", PACKAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_tests_of_a_pages_package_pass(page: Path, tmp_path: Path):
    """And print what the page says they print, but for the time they take."""
    write_files(page, tmp_path)
    write_metadata_of(tmp_path)
    (arguments, told), *others = re.findall(r"^\$ python (.*)\n((?:.+\n)+)", page.read_text(encoding="utf-8"), re.M)
    assert not others
    run = subprocess.run(
        [sys.executable, *arguments.split(), "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PYTHONWARNINGS": "error", "COLUMNS": "80"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.sub(r" in [\d.]+s", "", run.stdout) == told.removesuffix("```\n")
