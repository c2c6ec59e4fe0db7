"""The generated parts of the documentation say what the code and the cassettes say.

Each test makes its part anew and compares. `CITEBRIDGE_WRITE=1 python -m pytest tests/test_reference.py` writes them.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest
from pydantic import BaseModel

import citebridge
from citebridge import Answer, Citation, Evidence, Source, models, normalize, providers
from citebridge.models import CODES
from citebridge.models.problems import PROBLEMS, ProblemCode
from tests.wire import wires

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference"
WRITE = os.environ.get("CITEBRIDGE_WRITE") == "1"
NONE = "–"

# How a mark of each grammar is written; `test_marks_are_written_so` reads each of them.
WRITTEN = {
    "parenthesized_link": "([site](https://site.example/))",
    "numbered_link": "[[1]](https://site.example/)",
    "private_use": "\ue200cite\ue202turn0search0\ue201",
    "private_use_escaped": r"\ue200cite\ue202turn0search0\ue201",
    "assistants": "【4:0†source】",
    "assistants_before": "【4†source】",
    "numbers": "[1]",
    "documents": "[doc1]",
}


def current(path: Path, made: str) -> None:
    """The file holds what was made; with CITEBRIDGE_WRITE=1 it does afterwards."""
    if WRITE:
        path.write_text(made, encoding="utf-8")
    told = f"{path.relative_to(ROOT)} is stale; CITEBRIDGE_WRITE=1 python -m pytest tests/test_reference.py writes it"
    assert path.exists(), told
    assert path.read_text(encoding="utf-8") == made, told


def part(path: Path, name: str, made: str) -> str:
    """The file with what stands between `<!-- name -->` and `<!-- /name -->` replaced."""
    page = path.read_text(encoding="utf-8")
    between = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.S)
    assert between.search(page), f"{path.name} has no part {name!r}"
    return between.sub(lambda found: f"{found[1]}{made}{found[2]}", page)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |\n" for line in lines)


def code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words) or NONE


# -- codes


def test_codes():
    rows = ((f"`{name}`", "yes" if one.loss else "", one.meaning) for name, one in CODES.items())
    made = table(("code", "loss", "meaning"), rows)
    current(REFERENCE / "codes.md", part(REFERENCE / "codes.md", "codes", made))


def test_problems():
    rows = (
        (f"`{name}`", one.severity, _at_other_risks(one), f"{one.meaning} *{one.fix}*")
        for name, one in PROBLEMS.items()
    )
    made = table(("code", "severity", "at other risks", "meaning, and *what to do*"), rows)
    current(REFERENCE / "codes.md", part(REFERENCE / "codes.md", "problems", made))


def _at_other_risks(code: ProblemCode) -> str:
    changed = (f"{risk}: {one}" for risk, one in (("low", code.low), ("high", code.high)) if one)
    return ", ".join(changed)


# -- providers


def test_providers():
    path = REFERENCE / "providers.md"
    for name, head, rows in (
        ("readers", READERS_HEAD, map(_reader, providers.names())),
        ("capabilities", CAPABILITIES_HEAD, map(_capabilities, providers.names())),
        ("asking", ASKING_HEAD, map(_asking, providers.names())),
        ("citations", CITATIONS_HEAD, _citations()),
        ("marks", MARKS_HEAD, _marks()),
    ):
        current(path, part(path, name, table(head, rows)))


READERS_HEAD = (
    "`provider=`", "`Answer.api`", "SDK objects of", "stream", "without `provider=`", "cites by number",
    'kept by `keep="turn"`',
)  # fmt: skip
CAPABILITIES_HEAD = (
    "provider", "documents of the request", "stored files", "web", "anchor", "place in the source", "quote", "in a stream",
    "not together with",
)  # fmt: skip
ASKING_HEAD = ("provider", "what comes back", "how to ask for it", "what is lost", "SDK")
MARKS_HEAD = ("mark", "written", "of")
CITATIONS_HEAD = ("provider", "`Citation.type`", "anchor", "claim", "locators", "quote", "kinds of source")

FRAMINGS = {
    "text/event-stream": "server-sent events",
    "application/vnd.amazon.eventstream": "AWS event-stream frames",
    "application/stream+json": "JSON lines",
}
ANCHORS = {"span": "a span", "point": "a point", "none": "no place"}
ORDERS = {"before": "before the text it is of", "after": "after the text it is of", "at_end": "at the end"}


def _reader(name: str) -> tuple[str, ...]:
    spec = providers.reader(name).spec
    number = "yes" if spec.numbered else NONE
    framing = _some(FRAMINGS[wire.media_type] for wire in wires([name]) if wire.streamed)
    return f"`{name}`", f"`{spec.api}`", code(spec.sdk), framing, _unnamed(name), number, code(spec.turn)


def _unnamed(name: str) -> str:
    """Whether the shape tells the provider, else as whose it is read."""
    read = [(wire.streamed, normalize(wire.data).provider) for wire in wires([name])]
    others = sorted({(streamed, other) for streamed, other in read if other != name})
    said = [f"{'streams' if streamed else 'some answers'} as `{other}`" for streamed, other in others]
    return ", ".join(said) or "known"


def _capabilities(name: str) -> tuple[str, ...]:
    can = providers.capabilities(name)
    assert can is not None
    hosted = ("yes" if has else NONE for has in (can.retrieval, can.web))
    told = (_words(can.anchors), _words(can.locators), "yes" if can.quotes else NONE)
    return f"`{name}`", _words(can.documents), *hosted, *told, _words([can.stream_order or ""]), _words(can.conflicts)


def _asking(name: str) -> tuple[str, ...]:
    asker = providers.asker(name)
    assert asker is not None
    can = asker.capabilities
    *others, last = (ANCHORS[kind] for kind in can.anchors)
    anchor = f"{', '.join(others)} or {last}" if others else last
    place = f"{', '.join(can.locators)} in the source" if can.locators else ""
    order = ORDERS.get(can.stream_order or "", "")
    told = "; ".join(filter(None, (anchor, place, "a quote" if can.quotes else "", order)))
    return f"`{name}`", told, can.ask, can.lost, f"`{asker.requires}`"


def _words(words: Iterable[str]) -> str:
    return ", ".join(words).replace("_", " ") or NONE


def _marks() -> Iterator[tuple[str, ...]]:
    """A row for each mark, with those whose text it can be in."""
    visible = {letter: f" U+{letter:X} " for letter in range(0xE200, 0xE203)}
    for mark, written in WRITTEN.items():
        of = [name for name in providers.names() if mark in {one.name for one in providers.reader(name).spec.grammars}]
        yield mark.replace("_", " "), f"`{' '.join(written.translate(visible).split())}`", code(of)


def _citations() -> Iterator[tuple[str, ...]]:
    """A row for each type of citation in the cassettes of each provider."""
    for name in providers.names():
        found: dict[str, list[tuple[Answer, Citation]]] = {}
        for answer in _answers(name):
            for citation in answer.citations:
                word = f"`{citation.type}`" if citation.type else "none" if citation.channel == "native" else "a mark"
                found.setdefault(word, []).append((answer, citation))
        for word in sorted(found):
            pairs = found[word]
            cited = [citation for _, citation in pairs]
            yield (
                f"`{name}`",
                word,
                _some(one.anchor.kind if one.anchor else "none" for one in cited),
                _some(one.claim.basis if one.claim else "none" for one in cited),
                _some(place.kind for one in cited for place in one.locators),
                _share([one.cited_text is not None for one in cited]),
                _some(source.kind if (source := answer.source(one)) else "unresolved" for answer, one in pairs),
            )


def _answers(name: str) -> Iterator[Answer]:
    for wire in wires([name]):
        if not wire.streamed:
            yield normalize(wire.data, provider=name, request=wire.request)


def _some(words: Iterable[str]) -> str:
    return ", ".join(sorted(set(words))) or NONE


def _share(yes: list[bool]) -> str:
    return "yes" if all(yes) else "some" if any(yes) else NONE


def test_marks_are_written_so():
    grammars = {one.name: one for name in providers.names() for one in providers.reader(name).spec.grammars}
    assert grammars.keys() == WRITTEN.keys()
    assert all(re.fullmatch(grammars[name].full, written) for name, written in WRITTEN.items())


# -- the model


@pytest.mark.parametrize(("model", "name"), [(Answer, "answer"), (models.Report, "report")])
def test_schema(model: type[BaseModel], name: str):
    made = json.dumps(model.model_json_schema(mode="serialization"), indent=2, ensure_ascii=False)
    current(REFERENCE / f"{name}.schema.json", made + "\n")


DATACLASSES = (
    *(models.Span, models.Anchor, models.Claim, models.Lift, models.Notice, models.Selector),
    *(models.Problem, models.CheckedClaim, models.Metrics),
    *(models.Chars, models.Pages, models.Blocks, models.Lines, models.Section, models.Boxes),
)


@pytest.mark.parametrize(
    "model", [Answer, Citation, Source, Evidence, models.Report, *DATACLASSES], ids=lambda model: model.__name__
)
def test_every_field_is_in_the_docs(model: type):
    """`model.md` has a table for each model, with a row for each field, in order."""
    page = (REFERENCE / "model.md").read_text(encoding="utf-8")
    names = list(model.model_fields) if hasattr(model, "model_fields") else [field.name for field in fields(model)]
    section = re.search(rf"^### {model.__name__}\n(.*?)(?=^##|\Z)", page, re.M | re.S)
    assert section, f"model.md has no section {model.__name__}"
    told = [name for row in re.findall(r"^\| (`.*?`) \|", section[1], re.M) for name in re.findall(r"`(\w+)`", row)]
    assert told == names


def test_every_name_is_in_the_docs():
    """Each public name stands on the page of the Python API."""
    page = (REFERENCE / "api.md").read_text(encoding="utf-8")
    public = {name: getattr(citebridge, name) for name in citebridge.__all__}
    inner = {name: one.__all__ for name, one in public.items() if isinstance(one, ModuleType)}
    names = public.keys() - inner.keys() | {f"{name}.{one}" for name, within in inner.items() for one in within}
    names -= {"text.Rounding", "text.Unit"}  # told in words
    assert {f"citebridge.{name}" for name in names} - set(re.findall(r"^::: (\S+)$", page, re.M)) == set()


# -- the picture in the README


def test_picture():
    made = f"```text\n{_shortened(_demo())}\n```\n"
    current(ROOT / "README.md", part(ROOT / "README.md", "demo", made))


def _demo() -> str:
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    environment["PYTHONPATH"] = str(ROOT)
    command = [sys.executable, "-m", "citebridge", "demo"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True, timeout=120)
    return run.stdout.decode()


def _shortened(demo: str) -> str:
    """The question, the first row of answers, and what is told below all of them, without the legend."""
    lines = demo.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("╰"))
    last = max(n for n, line in enumerate(lines) if line.startswith("╰"))
    legend = next(n for n, line in enumerate(lines) if line.startswith("yes:"))
    return "\n".join([*lines[: first + 1], *lines[last + 1 : legend]]).rstrip()
