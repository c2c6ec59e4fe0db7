"""The command line as a user meets it: what it prints, where, with which exit code; and its page in the docs.

`python -m tests.test_cli` writes the help texts and examples into `docs/reference/cli.md` anew.
"""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from citebridge import Answer, __version__, normalize, providers, render
from citebridge.cassettes import Cassette
from citebridge.cli import app as commands
from citebridge.cli import main
from citebridge.cli.app import app, run
from citebridge.cli.demo import STORY
from tests.wire import Wire, cassette, wires

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "cli.md"
RUNNER = CliRunner(env={"COLUMNS": "100", "NO_COLOR": None, "FORCE_COLOR": None})
RECORDED = [wire for wire in wires() if wire.name == STORY]
LOSS = '{"type": "message", "role": "assistant", "stop_reason": "end_turn", "content": [{"type": "text", "text": "Hens.", "citations": [{"type": "char_location", "document_index": -1, "start_char_index": 5, "end_char_index": 2}]}]}'
SDKS = ["anthropic", "openai", "google.genai", "boto3", "botocore", "cohere", "mistralai", "httpx", "httpx2", "numpy"]


def invoke(*arguments: object, **more: Any) -> Any:
    return RUNNER.invoke(app, [str(one) for one in arguments], **more)


def process(*arguments: object, code: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    call = ["-c", code] if code else ["-m", "citebridge"]
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    return subprocess.run(
        [sys.executable, "-W", "error", *call, *map(str, arguments)],
        cwd=ROOT, env={**kept, "PYTHONPATH": str(ROOT), **environment}, capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip


def loose(wire: Wire, folder: Path) -> list[str]:
    """What was sent and asked in files, as arguments."""
    (folder / "sent").write_bytes(wire.data)
    (folder / "asked.json").write_text(json.dumps(wire.request), encoding="utf-8")
    return [str(folder / "sent"), "--request", str(folder / "asked.json")]


def recorded(wire: Wire) -> str:
    """The interaction of a cassette, as an argument."""
    return f"{cassette(wire.provider, wire.name)}:{1 + wire.streamed}"


def answer_of(wire: Wire) -> Answer:
    return normalize(wire.data, provider=wire.provider, request=wire.request)


# -- normalize


each_recording = pytest.mark.parametrize("wire", RECORDED, ids=str)


@each_recording
def test_every_recording_is_shown(wire: Wire, tmp_path: Path):
    result = invoke("normalize", *loose(wire, tmp_path), "--provider", wire.provider)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == render.text(answer_of(wire)) + "\n"


@each_recording
def test_an_interaction_of_a_cassette_brings_its_provider_and_its_request(wire: Wire):
    result = invoke("normalize", recorded(wire))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == render.text(answer_of(wire)) + "\n"


def test_of_a_cassette_the_first_interaction_is_shown():
    whole = Wire("anthropic", "web")
    path = cassette("anthropic", "web")
    assert (
        invoke("normalize", path, "--format", "json").stdout
        == invoke("normalize", recorded(whole), "--format", "json").stdout
    )
    assert invoke("render", path).stdout == invoke("render", recorded(whole)).stdout


def test_what_is_said_of_an_interaction_comes_first(tmp_path: Path):
    wire = Wire("cohere")
    _, *request = loose(Wire("anthropic"), tmp_path)
    expected = normalize(wire.data, provider="cohere", request=Wire("anthropic").request)
    assert invoke("normalize", recorded(wire), *request).stdout == render.text(expected) + "\n"
    other = invoke("normalize", recorded(wire), "--provider", "anthropic", "--format", "json").stdout
    assert Answer.model_validate_json(other).provider == "anthropic"


@each_recording
def test_json_loads_back(wire: Wire):
    result = invoke("normalize", recorded(wire), "--format", "json")
    assert Answer.model_validate_json(result.stdout) == answer_of(wire)
    assert result.stdout.startswith('{\n  "schema_version"')


@each_recording
def test_stdin_is_read_as_bytes(wire: Wire, tmp_path: Path):
    _, *request = loose(wire, tmp_path)
    result = invoke("normalize", "-", *request, "--provider", wire.provider, input=wire.data)
    assert result.stdout == render.text(answer_of(wire)) + "\n"


@pytest.mark.parametrize("provider", providers.names())
def test_the_provider_of_a_whole_answer_need_not_be_named(provider: str, tmp_path: Path):
    file, *_ = loose(Wire(provider), tmp_path)
    assert invoke("normalize", file).stdout == invoke("normalize", file, "--provider", provider).stdout


def test_events_one_a_line(tmp_path: Path):
    wire = Wire("anthropic", streamed=True)
    events = re.findall(r"^data: (.*)$", wire.data.decode(), re.MULTILINE)
    (tmp_path / "events.jsonl").write_text("\n".join(events), encoding="utf-8")
    _, *request = loose(wire, tmp_path)
    result = invoke("normalize", tmp_path / "events.jsonl", *request)
    assert result.stdout == render.text(answer_of(wire)) + "\n"


def test_table_has_a_row_for_each_citation():
    wire = Wire("anthropic", "kinds")
    result = invoke("normalize", recorded(wire), "--format", "table", env={"COLUMNS": "120"})
    answer = answer_of(wire)
    assert [row.split()[0] for row in result.stdout.splitlines() if row[:1].isdigit()] == [
        one.id for one in answer.citations
    ]
    assert re.search(
        r"dogs stay on the open +Halden ferry rules +page 2 +4\. Dogs travel free of +native", result.stdout
    )
    assert max(map(len, result.stdout.splitlines())) <= 120


TABLE = {
    "text": "No dogs.",
    "citations": [
        {"id": "a", "anchor": {"kind": "span", "start": 0, "end": 7}, "source_id": "plan", "cited_text": "Falcon"},
        {"id": "b", "anchor": {"kind": "point", "start": 8, "end": 8}, "ref": "\x1b[31m9"},
        {"id": "c", "source_id": "rules"},
    ],
    "sources": [{"id": "plan", "title": "Secret", "access": ["board"]}, {"id": "rules", "title": "[b]Rules[/b]:dog:"}],
}


def test_table_tells_what_is_hidden_unresolved_or_without_a_place(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(commands, "read_answer", lambda *_: Answer.model_validate(TABLE))
    rows = [
        re.split(r" {2,}", row.strip()) for row in invoke("normalize", "-", "--format", "table").stdout.splitlines()
    ]
    assert rows[2:] == [
        ["a", "No dogs", "hidden source", "native"],
        ["b", "(point 8)", "? �[31m9", "native"],
        ["c", "no place", "[b]Rules[/b]:dog:", "native"],
    ]


def test_table_of_an_answer_without_citations_tells_how_it_ended():
    result = invoke("normalize", cassette("openai", "refusal"), "--format", "table")
    assert result.stdout.startswith("no citations\n\nRefused: I’m sorry")


def test_table_has_no_empty_columns_and_short_urls(monkeypatch: pytest.MonkeyPatch):
    url = "https://search.example/" + "x" * 200
    anchor = {"kind": "span", "start": 4, "end": 13}
    cut = {
        "text": "Hens. Ducks.",
        "finish": "length",
        "citations": [{"id": "a", "anchor": anchor, "source_id": "web"}],
        "sources": [{"id": "web", "url": url}],
    }
    monkeypatch.setattr(commands, "read_answer", lambda *_: Answer.model_validate(cut))
    rows = invoke("normalize", "-", "--format", "table").stdout.splitlines()
    assert re.split(r" {2,}", rows[0]) == ["id", "in the answer", "source", "channel / type"]
    assert re.split(r" {2,}", rows[2]) == ["a", "Ducks.", "https://search.example/xxxxxxxxxxxxxxxx…", "native"]
    assert rows[-1] == "Cut off: the length limit was reached."


def test_a_loss_is_told_on_stderr_and_by_the_exit_code():
    result = invoke("normalize", "-", "--provider", "anthropic", input=LOSS)
    assert result.exit_code == 1
    assert result.stdout.startswith("Hens.[?]\n")
    told = [re.match(r"citebridge: (\w+): (\w+): \S", line) for line in result.stderr.splitlines()]
    assert [one and one.groups() for one in told] == [("loss", "locator_refused"), ("loss", "unresolved_reference")]


def test_notices_of_one_code_are_told_once():
    body = {
        "type": "message",
        "content": [{"type": "sonnet"}, {"type": "ode"}, {"type": "elegy"}],
        "stop_reason": "end_turn",
    }
    result = invoke("normalize", "-", "--provider", "anthropic", input=json.dumps(body))
    assert (result.exit_code, result.stdout) == (0, "\n")
    assert result.stderr == "citebridge: note: unknown_block: a content block of type 'sonnet' (and 2 more)\n"


# -- what could not run

FERRY = str(cassette("cohere"))
BROKEN = [
    (["normalize", "no-such-file"], r"cannot read no-such-file: No such file or directory"),
    (["normalize", str(ROOT)], r"cannot read .*: Is a directory"),
    (["normalize", str(ROOT / "README.md")], r".*README\.md: the bytes are neither JSON nor an event stream; .*"),
    (["normalize", str(ROOT / "pyproject.toml")], r".*pyproject\.toml: the bytes begin like JSON and are none .*"),
    (["normalize", os.devnull], r".*the input is empty; give what the provider answered.*"),
    (["normalize", FERRY, "--provider", "nobody"], r"there is no provider 'nobody'; there are .*"),
    (["normalize", FERRY, "--request", "no-such-file"], r"cannot read no-such-file: .*"),
    (["normalize", FERRY, "--request", str(ROOT / "README.md")], r"--request is no JSON .*"),
    (["normalize", FERRY, "--request", os.devnull], r"--request is no JSON .*"),
    (["normalize", str(PAGE.with_name("answer.schema.json"))], r".*the shape does not tell the provider .*"),
    (["normalize", f"{FERRY}:3"], r".*ferry\.cassette\.jsonl has interactions 1 to 2, and no 3"),
    (["normalize", f"{FERRY}:0"], r".*ferry\.cassette\.jsonl has interactions 1 to 2, and no 0"),
    (["normalize", f"{FERRY}:two"], r"cannot read .*ferry\.cassette\.jsonl:two: No such file or directory"),
    (["normalize", "none.cassette.jsonl:1"], r"cannot read none\.cassette\.jsonl: No such file or directory"),
    (["normalize"], r"Missing argument 'FILE'\. Try: citebridge normalize --help"),
    (
        ["normalize", FERRY, "--format", "poem"],
        r"Invalid value for '--format': 'poem' is not one of 'text', .* Try: citebridge normalize --help",
    ),
    (["normalize", FERRY, "--nothing"], r"No such option: --nothing\. Try: citebridge normalize --help"),
    (["sing"], r"No such command 'sing'\. Try: citebridge --help"),
]


@pytest.mark.parametrize(("arguments", "said"), BROKEN, ids=lambda one: None)
def test_what_cannot_run_says_so_in_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(rf"citebridge: {said}\n", err)


@pytest.mark.parametrize("sent", ["no JSON", '{"choices": []}'])
def test_standard_input_is_called_so(sent: str):
    result = invoke("normalize", "-", input=sent)
    assert result.exit_code == 2
    assert result.stderr.startswith("citebridge: standard input: ")


def test_a_request_that_is_no_object(tmp_path: Path):
    (tmp_path / "request.json").write_text("[]")
    result = invoke("normalize", FERRY, "--request", tmp_path / "request.json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("citebridge: --request takes the body that was sent")


@pytest.mark.parametrize("stop", [KeyboardInterrupt, EOFError])
def test_stopped_by_hand(stop: type[BaseException], monkeypatch: pytest.MonkeyPatch):
    def stopped(*_: object) -> None:
        raise stop

    monkeypatch.setattr(commands, "read_answer", stopped)
    assert run(["normalize", "-"]) == 130


def test_our_own_mistakes_are_not_hidden(monkeypatch: pytest.MonkeyPatch):
    def mistaken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(commands, "read_answer", mistaken)
    with pytest.raises(ZeroDivisionError):
        run(["normalize", "-"])


# -- manners


def test_version_and_help():
    assert invoke("--version").stdout == f"citebridge {__version__}\n"
    assert invoke().stdout == invoke("--help").stdout
    assert invoke("-h").exit_code == invoke().exit_code == 0


def test_the_help_names_every_provider():
    assert f"Providers: {', '.join(providers.names())}." in " ".join(invoke("normalize", "--help").stdout.split())


def test_as_a_module_and_as_a_script():
    from_module = process("normalize", FERRY)
    from_script = process("normalize", FERRY, code="from citebridge.cli import main; main()")
    assert from_module.stdout == from_script.stdout == invoke("normalize", FERRY).stdout
    assert (from_module.returncode, from_module.stderr) == (0, "")


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_the_extra_it_says_what_to_install(missing: str):
    code = f"import sys; sys.modules[{missing!r}] = None; from citebridge.cli import main; main()"
    result = process(code=code)
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(r'citebridge: .* pip install "citebridge\[cli\]"\n', result.stderr)


def test_main_leaves_with_the_exit_code(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "argv", ["citebridge", "normalize", "no-such-file"])
    with pytest.raises(SystemExit, match="2"):
        main()


@pytest.mark.parametrize(("missing", "raised"), [("typer", SystemExit), ("citebridge.cli.inputs", ImportError)])
def test_only_the_extra_is_told_to_be_missing(
    missing: str, raised: type[BaseException], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delitem(sys.modules, "citebridge.cli.app")
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(raised):
        main()


@pytest.mark.parametrize("arguments", [["demo"], ["normalize", FERRY], ["normalize", FERRY, "--format", "table"]])
def test_no_sdk_is_imported(arguments: list[str]):
    # The demo also asks the documents themselves, and bm25s counts with numpy.
    names = [name for name in SDKS if (name, arguments) != ("numpy", ["demo"])]
    code = (
        f"import sys; from citebridge.cli.app import run; run({arguments!r}); "
        f"sys.exit(' '.join(name for name in {names!r} if name in sys.modules))"
    )
    assert process(code=code).stderr.strip() == ""


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away_ends_it_quietly(unbuffered: str, tmp_path: Path):
    text = {"type": "text", "text": "A line of the answer.\n" * 50_000}
    (tmp_path / "long.json").write_text(json.dumps({"type": "message", "content": [text], "stop_reason": "end_turn"}))
    call = [sys.executable, "-m", "citebridge", "normalize", str(tmp_path / "long.json")]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen(call, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.readline().strip() == b"A line of the answer."
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141


def test_colour_only_where_it_is_wanted():
    assert "\x1b" not in process("demo").stdout
    assert "\x1b[36m" in process("demo", FORCE_COLOR="1", TERM="xterm", COLUMNS="120").stdout
    assert not re.search(r"\x1b\[[0-9;]*3\d", process("demo", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm").stdout)


def test_a_closed_pipe_without_a_number(monkeypatch: pytest.MonkeyPatch):
    class Closed(io.StringIO):
        def write(self, *_: object) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Closed())
    assert run(["normalize", FERRY]) == 141


@pytest.mark.parametrize(
    "arguments", [["normalize", FERRY], ["normalize", FERRY, "--format", "table"], ["demo"], ["--version"]]
)
@pytest.mark.parametrize(
    ("into", "said"), [(">/dev/full", "No space left on device"), (">&-", "standard output is closed")]
)
def test_output_that_cannot_be_written(arguments: list[str], into: str, said: str):
    cannot_write(arguments, into, said)


@pytest.mark.parametrize("arguments", [["normalize", FERRY], ["normalize", "--help"]])
def test_output_that_refuses_to_take_it(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    class Full(io.StringIO):
        def write(self, *_: object) -> int:
            raise OSError(28, "full")

    monkeypatch.setattr(sys, "stdout", Full())
    assert run(arguments) == 2
    assert capsys.readouterr().err == "citebridge: cannot write: full\n"


def test_no_output_at_all(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sys, "stdout", None)
    assert run(["normalize", FERRY]) == 2
    assert capsys.readouterr().err == "citebridge: cannot write: standard output is closed\n"


def test_help_that_cannot_be_written():
    cannot_write(["normalize", "--help"], ">/dev/full", "No space left on device")


def cannot_write(arguments: list[str], into: str, said: str) -> None:
    call = ["sh", "-c", f'exec "$0" -m citebridge "$@" {into}', sys.executable, *arguments]
    result = subprocess.run(call, cwd=ROOT, stderr=subprocess.PIPE, encoding="utf-8", timeout=60, check=False)
    assert (result.returncode, result.stderr) == (2, f"citebridge: cannot write: {said}\n")


@pytest.mark.parametrize(("terminal", "shown"), [(False, "Café Brygga at 07:40"), (True, "Caf? Brygga at 07:40")])
def test_an_alphabet_without_the_letters(terminal: bool, shown: str, monkeypatch: pytest.MonkeyPatch):
    out = io.BytesIO()
    stream = io.TextIOWrapper(out, encoding="ascii")
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stdout", stream)
    assert run(["normalize", FERRY]) == 0
    assert shown in out.getvalue().decode()
    assert process("normalize", FERRY, PYTHONIOENCODING="ascii").stdout == invoke("normalize", FERRY).stdout


# -- demo


def test_demo_shows_every_provider_and_that_nothing_was_lost():
    result = process("demo", COLUMNS="100")
    assert (result.returncode, result.stderr) == (0, "")
    count = len(providers.names())
    assert result.stdout.count("may my dog come along?") == 1
    assert re.search(rf"^Same text +all {count} answers, character for character$", result.stdout, re.MULTILINE)
    assert re.search(rf"^Whole = streamed +{count} of {count}: text, ", result.stdout, re.MULTILINE)
    for name in (*providers.names(), "extractive"):
        assert f"╭─ {name} ─" in result.stdout


def test_the_page_of_the_demo_has_every_answer_and_what_is_checked(tmp_path: Path):
    written = tmp_path / "demo.html"
    assert invoke("demo", "--output", str(written)).stdout.endswith(f"what is checked: {written}\n")
    page = written.read_text(encoding="utf-8")
    names = (*providers.names(), "extractive")
    assert page.count('<th scope="row">') == page.count("<section><h2") == len(names)
    for name in names:
        assert f'<th scope="row">{name}</th><td>3</td>' in page
    assert "<script" not in page
    assert "http-equiv" in page


@pytest.mark.parametrize(("width", "in_a_row"), [(60, 1), (80, 1), (100, 2), (120, 2), (160, 3), (240, 3)])
def test_demo_fits_the_terminal(width: int, in_a_row: int):
    rows = invoke("demo", env={"COLUMNS": str(width)}).stdout.splitlines()
    assert max(len(row) for row in rows) <= width
    assert next(row for row in rows if "╭─" in row).count("╭─") == in_a_row
    assert not [row for row in rows if "…" in row and '…"' not in row and width >= 80]


def given_by(shown: str) -> dict[str, list[str]]:
    """The table of what each provider gave, by provider."""
    table = shown.partition("What the citations of each have")[2].splitlines()[1:]
    header, rows = table[0].split(), table[1 : table.index("")]
    cells = [re.split(r" {2,}", row.strip()) for row in rows]
    assert all(len(one) == len(header) + 1 for one in cells)
    return {one[0]: one[1:] for one in cells}


def test_demo_tells_what_each_provider_gave():
    given = given_by(invoke("demo").stdout)
    assert list(given) == [*providers.names(), "extractive"]
    assert given["anthropic"] == ["span", "yes", "1 of 3", "1 of 3", "1 of 3", "yes", "–", "–", "along"]
    assert given["google"] == ["span", "yes", "1 of 3", "–", "–", "yes", "–", "–", "at the end"]
    assert given["mistral"] == ["point", "–", "–", "–", "–", "yes", "yes", "–", "along"]
    assert given["extractive"] == ["span", "yes", "–", "yes", "–", "yes", "–", "–", "–"]


@pytest.mark.parametrize("width", [40, 60, 77])
def test_demo_stacks_what_was_given_where_a_table_has_no_room(width: int):
    rows = invoke("demo", env={"COLUMNS": str(width)}).stdout.splitlines()
    assert max(map(len, rows)) <= width
    assert [row.split()[:3] for row in rows if row.startswith("cohere ")] == [["cohere", "anchor", "span,"]]


@pytest.fixture
def only_anthropic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("citebridge.cli.demo.cassettes", lambda: tmp_path)
    (tmp_path / "anthropic").mkdir()
    return Path(shutil.copy(cassette("anthropic"), tmp_path / "anthropic"))


def test_demo_tells_when_a_stream_differs(only_anthropic: Path):
    whole, stream = only_anthropic.read_text(encoding="utf-8").splitlines()
    assert r"\"Adult, " in stream
    only_anthropic.write_text(whole + "\n" + stream.replace(r"\"Adult, ", r"\"Child, "), encoding="utf-8")
    assert re.search(r"^Whole = streamed +no: anthropic \(citations\)$", invoke("demo").stdout, re.MULTILINE)


def test_demo_without_a_stream(only_anthropic: Path):
    Cassette.of([Cassette.load(only_anthropic)[0]]).save(only_anthropic)
    shown = invoke("demo").stdout
    assert "0 of 1: " in shown
    assert given_by(shown)["anthropic"][-1] == "–"


def test_demo_without_what_counts_words(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "bm25s", None)
    shown = invoke("demo").stdout
    assert list(given_by(shown)) == list(providers.names())
    assert 'pip install "citebridge[extractive]"' in " ".join(shown.split())


def test_demo_of_documents_that_are_no_text(only_anthropic: Path):
    lines = [json.loads(line) for line in only_anthropic.read_bytes().splitlines()]
    for part in [part for line in lines for part in line["request"]["body"]["messages"][0]["content"]]:
        if part["type"] == "document":
            part["source"] = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0xLjQK"}
    only_anthropic.write_text("\n".join(map(json.dumps, lines)))
    assert list(given_by(invoke("demo").stdout)) == ["anthropic"]


def test_demo_of_a_broken_recording(only_anthropic: Path):
    for written, said in (
        ("no JSON", "ferry.cassette.jsonl, line 1: it is no JSON"),
        (only_anthropic.read_text(encoding="utf-8").replace('[[0, "{', '[[0, "'), "neither JSON nor an event stream"),
    ):
        only_anthropic.write_text(written, encoding="utf-8")
        result = invoke("demo")
        assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
        assert said in result.stderr


def test_demo_outside_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("citebridge.cli.demo.cassettes", lambda: tmp_path / "none")
    result = invoke("demo")
    assert (result.exit_code, result.stdout) == (2, "")
    assert re.fullmatch(r"citebridge: the demo reads .* make demo\n", result.stderr)


@pytest.mark.parametrize("left", [None, b""])
def test_demo_without_recordings(only_anthropic: Path, left: bytes | None):
    only_anthropic.unlink()
    if left is not None:
        only_anthropic.write_bytes(left)
    result = invoke("demo")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there are no samples" in result.stderr


# -- its page in the docs


def helps() -> dict[str, str]:
    """The help of every command, without the names of providers, which have a page of their own."""
    top: Any = typer.main.get_command(app)
    found: dict[str, str] = {}
    above: Any = None
    for name, command in [("citebridge", top), *top.commands.items()]:
        command.epilog = None
        context = command.make_context(name, [], parent=above, resilient_parsing=True, terminal_width=80)
        above = above or context
        found[context.command_path] = "\n".join(line.rstrip() for line in context.get_help().splitlines())
    return found


def as_it_is_now(page: str) -> str:
    """The page with every help text, and what every example prints."""
    for path, text in helps().items():
        block = re.compile(rf"(<!-- help: {path} -->\n```text\n).*?(\n```)", re.DOTALL)
        page, times = block.subn(lambda old, new=text: f"{old[1]}{new}{old[2]}", page)
        assert times == 1, f"{PAGE.name} has no block `<!-- help: {path} -->`, or more than one"
    example = re.compile(r"(?<=```console\n)\$ citebridge (.*)\n(?:.*\n)*?(?=```)")
    return example.sub(lambda old: f"$ citebridge {old[1]}\n{invoke(*old[1].split()).stdout}", page)


def test_the_page_is_not_stale(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    page = PAGE.read_text(encoding="utf-8")
    assert as_it_is_now(page) == page, "run: python -m tests.test_cli"


if __name__ == "__main__":
    PAGE.write_text(as_it_is_now(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("normalize - <&-", "cannot read standard input: it is closed"),
        ("normalize - --request - </dev/null", "both '-'"),
    ],
)
def test_standard_input_that_cannot_be_read_is_told_in_one_line(arguments: str, said: str):
    call = ["/bin/sh", "-c", f"{sys.executable} -m citebridge {arguments}"]
    result = subprocess.run(call, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert (result.returncode, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert said in result.stderr
