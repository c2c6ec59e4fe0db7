"""The documentation does what it says: every Python block runs, and prints what its `#>` lines tell.

The blocks of one page are one session, so a later block may use what an earlier one made.
"""

import traceback
from pathlib import Path
from typing import Any

import pytest
from pytest_examples import CodeExample, EvalExample, find_examples

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def python_blocks(page: Path) -> list[CodeExample]:
    """Only blocks of Python; what is marked as console or anything else is for reading."""
    return [example for example in list(find_examples(page)) if example.prefix.startswith("py")]


def what_broke(example: CodeExample, problem: Exception) -> str:
    frames = traceback.walk_tb(problem.__traceback__)
    lines = [line for frame, line in frames if Path(frame.f_code.co_filename) == example.path]
    return f"{example.path}:{lines[-1] if lines else example.start_line}: {type(problem).__name__}: {problem}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_blocks_run(page: Path, eval_example: EvalExample, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
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
