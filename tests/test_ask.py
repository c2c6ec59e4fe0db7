"""`citebridge ask` as a user meets it: own files, offline, with page and line."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import snapshot
from typer.testing import CliRunner

from citebridge import Answer, Chars, Lines, Pages
from citebridge.cli.app import app, run
from tests.questions import POLICY, write_contract
from tests.sources.pdfs import scanned

ROOT = Path(__file__).resolve().parent.parent
RUNNER = CliRunner(env={"COLUMNS": "100", "NO_COLOR": None, "FORCE_COLOR": None})
SDKS = ["anthropic", "openai", "google.genai", "boto3", "botocore", "cohere", "mistralai", "httpx", "httpx2"]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, which is the current one, with a policy as Markdown and a contract as PDF."""
    (tmp_path / "policy.md").write_text(POLICY, encoding="utf-8")
    write_contract(tmp_path / "contract.pdf")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(*arguments: object) -> Any:
    return RUNNER.invoke(app, ["ask", *map(str, arguments)])


def test_a_question_of_two_files(files: Path):
    result = ask("How long do refunds take?", "policy.md", "contract.pdf")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == snapshot("""\
Money is returned within 14 days to the card that was used.[1]

No refund is given for a cruise that was missed.[1]

Sources
[1] Lindholm Lake Cruises: booking policy (policy.md)
    characters 334-393, line 13, section Lindholm Lake Cruises: booking policy > Refunds: "Money is returned within 14 days to the card that was used."
    characters 429-477, line 14, section Lindholm Lake Cruises: booking policy > Refunds: "No refund is given for a cruise that was missed."
""")


def test_a_file_that_cannot_answer_is_told_beside_one_that_does(files: Path):
    """Or its reader would take silence for "it is not in there"."""
    (files / "scan.pdf").write_bytes(scanned())
    (files / "empty.txt").write_text(" \n")
    result = ask("How long do refunds take?", "policy.md", "scan.pdf", "empty.txt")
    assert result.exit_code == 0
    assert result.stdout.startswith("Money is returned")
    assert result.stderr == snapshot("""\
citebridge: note: scan.pdf has no text, only pictures of pages
citebridge: note: empty.txt has no text, it is empty
""")


def test_pages_and_lines_of_a_pdf(files: Path):
    result = ask("What is the notice period?", "policy.md", "contract.pdf")
    assert result.stdout == snapshot("""\
The notice period is three months to the end of a year of the agreement.[1] Notice has to be given in writing; an e-mail is not enough.[1]

Sources
[1] Storage agreement (contract.pdf)
    characters 397-469, lines 11-12, page 2: "The notice period is three months to the end of a year of the agreement."
    characters 470-529, line 12, page 2: "Notice has to be given in writing; an e-mail is not enough."
""")


def test_json_is_the_whole_answer(files: Path):
    result = ask("Which court hears disputes?", "policy.md", "contract.pdf", "--format", "json")
    answer = Answer.model_validate_json(result.stdout)
    assert (answer.provider, answer.finish, [source.title for source in answer.sources]) == (
        "extractive",
        "complete",
        ["Lindholm Lake Cruises: booking policy (policy.md)", "Storage agreement (contract.pdf)"],
    )
    [cited] = answer.citations
    chars, lines, pages = cited.locators
    source = answer.source(cited)
    assert source is not None
    assert source.text is not None
    assert isinstance(chars, Chars)
    assert isinstance(lines, Lines)
    assert source.text[chars.start : chars.end] == cited.cited_text == answer.text
    assert source.text.split("\n")[lines.start_line - 1] == cited.cited_text
    assert pages == Pages(start_page=3, end_page=3)


def test_nothing_answers_it(files: Path):
    result = ask("Who is the captain of the ship?", "policy.md", "contract.pdf")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.strip() == "Refused: The sources do not answer this."
    shown = ask("Who is the captain of the ship?", "policy.md", "--format", "json")
    assert shown.exit_code == 1
    assert Answer.model_validate_json(shown.stdout).finish == "refusal"


def test_a_page_of_html(files: Path):
    page = "<!doctype html><title>Zoo</title><main><h1>Zoo</h1><h2>Dogs</h2><p>They sleep in the hall.</p></main>"
    (files / "zoo.html").write_text(page, encoding="utf-8")
    result = ask("Where do dogs sleep?", "zoo.html")
    assert result.stdout.startswith("They sleep in the hall.[1]\n")
    assert "section Zoo > Dogs" in result.stdout


def test_standard_input_is_a_file_like_others(files: Path):
    arguments = ["ask", "How long do refunds take?", "-", "contract.pdf", "-", "--format", "json"]
    result = RUNNER.invoke(app, arguments, input="Refunds take ten days.\n")
    answer = Answer.model_validate_json(result.stdout)
    assert answer.text == "Refunds take ten days."
    assert [one.title for one in answer.sources] == ["standard input", "Storage agreement (contract.pdf)"]


def test_a_file_that_is_named_twice_is_one_source(files: Path):
    for copy in ("copy.md", "copy.txt"):
        (files / copy).write_bytes((files / "policy.md").read_bytes())
    named = ("policy.md", "policy.md", "./policy.md", "copy.md", "copy.txt")
    once = ask("How long do refunds take?", "policy.md", "--format", "json").stdout
    assert ask("How long do refunds take?", *named, "--format", "json").stdout == once


def test_files_of_one_name_are_told_apart_by_their_folders(files: Path):
    for folder, animal in (("a/x", "Dogs"), ("b/x", "Cats"), ("", "Hens")):
        (files / folder).mkdir(parents=True, exist_ok=True)
        (files / folder / "README").write_text(f"{animal} sleep in the hall.", encoding="utf-8")
    named = ("a/x/README", "b/x/README", "README", "policy.md")
    answer = Answer.model_validate_json(ask("Who sleeps in the hall?", *named, "--format", "json").stdout)
    assert [source.title for source in answer.sources] == [
        os.path.join("a", "x", "README"),
        os.path.join("b", "x", "README"),
        "README",
        "Lindholm Lake Cruises: booking policy (policy.md)",
    ]


def test_what_a_file_says_does_nothing_to_the_terminal(files: Path):
    (files / "trap.txt").write_text("Dogs \x1b[31mbark\u202e at night.", encoding="utf-8")
    for format in ("text", "json"):
        shown = ask("Do dogs bark?", "trap.txt", "--format", format).stdout
        assert "bark" in shown
        assert "\x1b" not in shown
        assert "\u202e" not in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], r"Missing argument 'QUESTION'\. Try: citebridge ask --help"),
        (["Dogs?"], r"Missing argument 'FILE'\. Try: citebridge ask --help"),
        ([" ", "policy.md"], r"there is no question: .*"),
        (["Dogs?", "none.md"], r"cannot read none\.md: No such file or directory"),
        (["Dogs?", "policy.md", "none.md"], r"cannot read none\.md: No such file or directory"),
        (["Dogs?", "."], r"\. is a folder; name the files in it, as in \./\*\.md"),
        (
            ["Dogs?", "empty.txt"],
            r"note: empty\.txt has no text, it is empty\n"
            r"citebridge: no source has text, and so there is nothing to quote",
        ),
        (["Dogs?", "./picture.png"], r"\./picture\.png is not text, .*"),
        (["Dogs?", "broken.pdf"], r"broken\.pdf is no PDF, or a broken one.*"),
        (["Dogs?", "policy.md", "--format", "poem"], r"Invalid value for '--format': .*"),
    ],
    ids=lambda one: None,
)
def test_what_cannot_run_says_so(arguments: list[str], said: str, files: Path, capsys: pytest.CaptureFixture[str]):
    (files / "empty.txt").write_text(" \n")
    (files / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    (files / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    assert run(["ask", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(rf"citebridge: {said}\n", err), err


@pytest.mark.parametrize(
    ("missing", "extra", "name"),
    [("bm25s", "extractive", "policy.md"), ("numpy", "extractive", "policy.md"), ("pypdfium2", "pdf", "contract.pdf")],
)
def test_without_an_extra_it_says_what_to_install(missing: str, extra: str, name: str, files: Path):
    code = f"import sys; sys.modules[{missing!r}] = None; from citebridge.cli import main; main()"
    result = process(files, "-c", code, "ask", "How long do refunds take?", name)
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(
        rf"citebridge: .* needs? {missing}, .*: pip install ['\"]citebridge\[{extra}\]['\"]\n", result.stderr
    )


def test_no_sdk_is_imported_and_nothing_opened_but_files(files: Path):
    code = (
        "import sys; opened = []; sys.addaudithook(lambda what, _: opened.append(what) if what[:7] == 'socket.' else None); "
        "from citebridge.cli.app import run; "
        "run(['ask', 'How long do refunds take?', 'policy.md', 'contract.pdf']); "
        f"sys.exit(' '.join([*opened, *(name for name in {SDKS!r} if name in sys.modules)]))"
    )
    result = process(files, "-W", "error", "-c", code)
    assert result.stderr.strip() == ""
    assert result.stdout.startswith("Money is returned within 14 days")


def test_the_page_of_the_docs_shows_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    page = (ROOT / "docs" / "how-to" / "ask.md").read_text(encoding="utf-8")
    [policy] = re.findall(r"^```markdown\n(.*?)^```$", page, re.M | re.S)
    (tmp_path / "policy.md").write_text(policy, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shown = re.findall(r"^\$ citebridge ask (.*)\n((?:.*\n)*?)```$", page, re.M)
    assert [(line, ask(*shlex.split(line)).stdout) for line, _ in shown] == shown


def process(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
