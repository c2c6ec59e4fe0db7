"""`citebridge validate` and `citebridge render` as a user meets them: what they print, where, with which exit code."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from citebridge import Answer, normalize, providers, render
from citebridge.cli.app import run
from citebridge.cli.render import Rendering
from citebridge.models import Report
from citebridge.resolver import resolve
from citebridge.validator import validate
from tests.test_cli import invoke, loose, process
from tests.validator.answers import built, point
from tests.wire import Wire, cassette

TEXT = "Dogs ride free. Hens pay."
SOURCES = ({"id": "a", "title": "Rules", "text": "Dogs ride free. Always."},)
HALF = built(TEXT, point(TEXT, "free.", cited_text="Dogs ride free"), sources=SOURCES)
WRONG = built(TEXT, point(TEXT, "free.", cited_text="Cats ride free"), point(TEXT, "pay.", None), sources=SOURCES)

each_recording = pytest.mark.parametrize("provider", providers.names())


def answer_of(provider: str) -> Answer:
    wire = Wire(provider)
    return normalize(wire.data, provider=provider, request=wire.request)


@pytest.fixture
def stored(tmp_path: Path) -> Callable[[Answer], str]:
    def save(answer: Answer) -> str:
        (tmp_path / "answer.json").write_text(answer.model_dump_json(), encoding="utf-8")
        return str(tmp_path / "answer.json")

    return save


# -- validate


@each_recording
def test_every_recording_is_checked(provider: str):
    result = invoke("validate", cassette(provider))
    report = validate(answer_of(provider))
    assert result.stdout == report.to_text() + "\n"
    assert result.exit_code == (0 if report.ok else 1)
    assert report.ok, "the sample answers cite what they have"


@each_recording
def test_as_json_it_loads_back(provider: str, tmp_path: Path):
    result = invoke("validate", *loose(Wire(provider), tmp_path), "--provider", provider, "--format", "json")
    assert Report.model_validate_json(result.stdout) == validate(answer_of(provider))


def test_junit_can_be_read(stored: Callable[[Answer], str]):
    file = stored(WRONG)
    result = invoke("validate", file, "--format", "junit")
    suite = ElementTree.fromstring(result.stdout.encode())[0]
    assert (result.exit_code, suite.attrib["name"], suite.attrib["failures"]) == (1, file, "2")


def test_a_stored_answer_is_read_and_so_is_standard_input(stored: Callable[[Answer], str]):
    for answer, code in ((HALF, 0), (WRONG, 1)):
        result = invoke("validate", stored(answer))
        assert (result.exit_code, result.stderr) == (code, "")
        assert result.stdout == validate(answer).to_text() + "\n"
        assert invoke("validate", "-", input=answer.model_dump_json()).stdout == result.stdout
        assert (
            invoke("validate", "-", input=b"\xef\xbb\xbf" + answer.model_dump_json(indent=1).encode()).exit_code == code
        )


@pytest.mark.parametrize(
    ("asked", "code", "told"),
    [
        (["coverage=.5"], 0, []),
        (["coverage=0.51"], 1, ["coverage is 0.5, and is to be 0.51"]),
        (["validity=1", "coverage = .9"], 1, ["coverage is 0.5, and is to be 0.9"]),
        (["coverage=.9", "coverage=.5"], 0, []),
        (["faithfulness=.1"], 1, ["faithfulness has no value, and is to be 0.1"]),
        (["citations_per_claim=.5"], 0, []),
    ],
)
def test_fail_under(asked: list[str], code: int, told: list[str], stored: Callable[[Answer], str]):
    options = [part for one in asked for part in ("--fail-under", one)]
    result = invoke("validate", stored(HALF), *options, "--format", "json")
    report = Report.model_validate_json(result.stdout)
    assert result.exit_code == code
    assert [one.message for one in report.problems if one.code == "under_threshold"] == told
    assert report.ok is not bool(told)


def test_notices_are_told_and_are_no_problem(stored: Callable[[Answer], str]):
    notice = {"code": "text_differs", "message": "not what came in pieces", "raw": None}
    result = invoke("validate", stored(Answer.model_validate({**HALF.model_dump(), "notices": [notice]})))
    assert (result.exit_code, result.stderr) == (0, "citebridge: loss: text_differs: not what came in pieces\n")


def test_a_notice_of_a_stored_answer_is_one_line_whatever_it_holds(stored: Callable[[Answer], str]):
    notice = {"code": "odd\n\x1b[2J\u202e", "message": "a\nb", "raw": None}
    result = invoke("validate", stored(Answer.model_validate({**HALF.model_dump(), "notices": [notice]})))
    assert (result.exit_code, result.stderr) == (0, "citebridge: note: odd \ufffd[2J: a b\n")


FERRY = str(cassette("cohere"))
BROKEN: list[tuple[list[str], str]] = [
    (["validate"], r"Missing argument 'FILE'\. Try: citebridge validate --help"),
    (["validate", "no-such-file"], r"cannot read no-such-file: No such file or directory"),
    (["validate", FERRY, "--provider", "nobody"], r"there is no provider 'nobody'; .*"),
    (["validate", FERRY, "--request", "no-such-file"], r"cannot read no-such-file: .*"),
    (["validate", FERRY, "--format", "poem"], r"Invalid value for '--format': 'poem' is not one of 'text', .*"),
    (["validate", FERRY, "--fail-under", "coverage"], r"Invalid value for '--fail-under': 'coverage' is no .* Try: .*"),
    (
        ["validate", FERRY, "--fail-under", "recall=.9"],
        r"Invalid value for '--fail-under': .* the metrics are coverage, .*",
    ),
    (["validate", FERRY, "--fail-under", "coverage=nan"], r"Invalid value for '--fail-under': 'coverage=nan' is no .*"),
    (["render"], r"Missing argument 'FILE'\. Try: citebridge render --help"),
    (["render", "no-such-file"], r"cannot read no-such-file: .*"),
    (["render", FERRY, "--format", "poem"], r"Invalid value for '--format': 'poem' is not one of 'text', .*"),
    (
        ["render", FERRY, "--open", "--format", "text"],
        r"--open shows a page in the browser: say --format html, not text",
    ),
    (["render", FERRY, "-o", "no-such-folder/a.txt"], r"cannot write no-such-folder/a\.txt: No such file or directory"),
]


@pytest.mark.parametrize(("arguments", "said"), BROKEN, ids=lambda one: None)
def test_what_cannot_run_says_so_in_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(rf"citebridge: {said}\n", err)


@pytest.mark.parametrize("command", ["validate", "render"])
@pytest.mark.parametrize(
    ("sent", "options", "said"),
    [
        ('{"schema_version": 99}', [], "schema_version 99, which a later release"),
        (
            '{"schema_version": 1, "text": []}',
            [],
            "standard input: it has a schema_version and is no stored answer: text: ",
        ),
        ('{"schema_version": 1, "text": "\\ud83d"}', [], "and is no stored answer: Invalid JSON"),
        ('{"schema_version": 1}', ["--request", FERRY], "--request goes with what a provider sent"),
        ('{"schema_version": 1, "choices": [', [], "standard input: "),
        ('["schema_version"]', [], "standard input: "),
        ("", [], "standard input: "),
        ("{}", ["--request", "-"], "both '-'"),
    ],
)
def test_what_cannot_be_read(command: str, sent: str, options: list[str], said: str):
    result = invoke(command, "-", *options, input=sent)
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert said in result.stderr


def test_a_provider_may_use_the_word_of_a_stored_answer():
    body = Wire("cohere").recorded | {"schema_version": 7}
    result = invoke("validate", "-", "--provider", "cohere", input=json.dumps(body))
    assert result.exit_code == 0


def test_it_runs_as_a_process_and_imports_no_sdk(stored: Callable[[Answer], str]):
    file = stored(WRONG)
    result = process("validate", file)
    assert (result.returncode, result.stderr) == (1, "")
    assert result.stdout == validate(WRONG).to_text() + "\n"


# -- render


def written_as(format: Rendering, answer: Answer) -> str:
    if format is Rendering.terminal:
        console = Console(file=io.StringIO(), width=100)
        with console.capture() as shown:
            console.print(render.terminal(answer))
        return "\n".join(row.rstrip() for row in shown.get().rstrip("\n").split("\n"))
    renderer = render.page if format is Rendering.html else getattr(render, format)
    return renderer(answer).rstrip("\n")


@pytest.mark.parametrize("format", Rendering)
def test_every_renderer_is_there(format: Rendering, stored: Callable[[Answer], str], tmp_path: Path):
    file = stored(HALF)
    written = written_as(format, resolve(HALF))
    result = invoke("render", file, "--format", format)
    assert (result.exit_code, result.stderr, result.stdout) == (0, "", written + "\n")
    saved = invoke("render", file, "--format", format, "-o", tmp_path / "out")
    assert (saved.exit_code, saved.stdout) == (0, "")
    assert (tmp_path / "out").read_bytes().decode() == written + "\n"


@each_recording
def test_every_recording_is_written_with_its_evidence(provider: str, tmp_path: Path):
    expected = render.text(resolve(answer_of(provider))) + "\n"
    assert invoke("render", cassette(provider)).stdout == expected
    assert invoke("render", *loose(Wire(provider), tmp_path), "--provider", provider).stdout == expected


def test_a_minus_is_standard_output(stored: Callable[[Answer], str]):
    file = stored(HALF)
    assert invoke("render", file, "-o", "-").stdout == invoke("render", file).stdout


def test_a_loss_is_told_by_the_exit_code():
    result = invoke(
        "render", "-", "--provider", "anthropic", input='{"type": "error", "error": {"type": "overloaded"}}'
    )
    assert result.exit_code == 1
    assert result.stderr.startswith("citebridge: loss: error_body: ")


@pytest.fixture
def browser(tmp_path: Path) -> dict[str, str]:
    """A browser that writes down the address it is to open."""
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\nprintf %s "$1" > {tmp_path}/opened\n')
    script.chmod(0o755)
    return {"BROWSER": f"{script} %s"}


def test_open_shows_the_page(browser: dict[str, str], stored: Callable[[Answer], str], tmp_path: Path):
    file = stored(HALF)
    shown = process("render", file, "--open", "-o", tmp_path / "a page.html", **browser)
    assert (shown.returncode, shown.stdout, shown.stderr) == (0, "", "")
    assert (tmp_path / "opened").read_text() == (tmp_path / "a page.html").as_uri()
    shown = process("render", file, "--open", **browser, TMPDIR=str(tmp_path))
    opened = (tmp_path / "opened").read_text()
    assert (shown.returncode, shown.stdout) == (0, "")
    assert re.fullmatch(rf"{re.escape(tmp_path.as_uri())}/citebridge-\w+\.html", opened)
    page = Path(opened.removeprefix("file://"))
    assert page.read_text(encoding="utf-8") == render.page(resolve(HALF))


@pytest.mark.parametrize("opens", [True, False])
def test_open_without_a_file(opens: bool, stored: Callable[[Answer], str], monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: asked.append(address) or opens)
    result = invoke("render", stored(HALF), "--open")
    page = Path(asked[0].removeprefix("file://"))
    assert page.read_text(encoding="utf-8") == render.page(resolve(HALF))
    said = "" if opens else f"citebridge: no browser could be opened; the page is in {page}\n"
    assert (result.exit_code, result.stdout, result.stderr) == (0 if opens else 2, "", said)
    page.unlink()


def test_no_browser(stored: Callable[[Answer], str], tmp_path: Path):
    call = [sys.executable, "-m", "citebridge", "render", stored(HALF), "--open", "-o", str(tmp_path / "page.html")]
    nothing: dict[str, Any] = {"PATH": "", "BROWSER": "", "PYTHONPATH": str(Path(__file__).parent.parent)}
    result = subprocess.run(call, env=nothing, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"citebridge: no browser could be opened; the page is in {tmp_path / 'page.html'}\n"
