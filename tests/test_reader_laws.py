"""`ReaderLaws` over the cassettes of every provider, and over readers that are broken on purpose.

The broken ones are the adapter of docs/how-to/add-a-provider.md with a line or two changed: a law that none of them
breaks would prove nothing.
"""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from citebridge import providers
from citebridge.testing import ReaderLaws
from tests.packages import write_metadata
from tests.test_docs import ROOT, write_files

PAGE = ROOT / "docs" / "how-to" / "add-a-provider.md"


def laws_of(provider: str) -> type[ReaderLaws]:
    words = provider.replace(".", " ").title().replace(" ", "")
    return type(f"Test{words}", (ReaderLaws,), {"provider": provider, "recordings": ROOT / "cassettes" / provider})


globals().update({laws.__name__: laws for laws in map(laws_of, providers.names())})


# -- readers that are broken on purpose


class Fault(NamedTuple):
    """What is changed in a reader, which law does not hold then, and what is said of it."""

    name: str
    law: str
    says: str
    changes: dict[str, str]


CITES = "self.to.cite(self.slot, citation, start, end,"
NOWHERE = "self.to.cite_nowhere(citation)"
LEAVES = "self.to.raw = "
FAULTS = [
    Fault("reads_nothing", "test_it_is_read", "something is read", {"self.feed = ": "self.feed = print or "}),
    Fault(
        "raises", "test_it_is_read", "it raised ZeroDivisionError", {"self.to.end_with(": "1 / 0, self.to.end_with("}
    ),
    Fault("warns", "test_it_is_read", "it raised UserWarning", {LEAVES: f"warn('old'); {LEAVES}"}),
    Fault(
        "raises_on_null",
        "test_no_disturbed_answer_dies",
        "text is gone: it raised",
        {'self.to.string(event, "text") or ""': 'event["text"]'},
    ),
    Fault(
        "raises_on_requests",
        "test_no_disturbed_request_kills_it",
        "in the request notes[0].text is gone: it raised KeyError",
        {'string(note.get("text"))': 'note["text"]'},
    ),
    Fault(
        "raises_on_shapes",
        "test_its_shape_is_told",
        "where object is gone: it raised KeyError",
        {'body.get("object") ==': 'body["object"] =='},
    ),
    Fault(
        "invents_a_payload",
        "test_nothing_is_invented",
        "the raw of a citation was sent",
        {"raw=quote)": "raw={**quote, 'sure': 0.9})"},
    ),
    Fault(
        "invents_a_source",
        "test_nothing_is_invented",
        "the raw of a source was sent",
        {LEAVES: f"self.to.source('ghost', (9,), raw={{'key': 'ghost'}}); {LEAVES}"},
    ),
    Fault(
        "keeps_it_twice",
        "test_nothing_is_invented",
        "the raw of a source is in no other",
        {"self.to.source(key,": "self.to.source('again', (9,), raw=page), self.to.source(key,"},
    ),
    Fault(
        "loses_a_citation",
        "test_nothing_is_lost",
        "quotes[0] is in no raw",
        {CITES: f"key == 'shop' and {CITES}"},
    ),
    Fault(
        "keeps_what_it_knows",
        "test_payloads_are_untouched",
        "the raw of a citation is untouched",
        {"raw=quote)": "raw={key: quote[key] for key in ('page', 'from', 'to', 'words') if key in quote})"},
    ),
    Fault(
        "changes_the_text",
        "test_text_is_exact",
        "nothing sent goes on with 'The mill",
        {"self.slot.add(text)": "self.slot.add(text.replace('🌾', ''))"},
    ),
    Fault(
        "has_marks_out_of_range",
        "test_anchors_are_true",
        "raw_span is in range",
        {"raw=quote)": "raw=quote, raw_span=Span(500, 501))"},
    ),
    Fault(
        "anchors_out_of_range",
        "test_anchors_are_true",
        "anchors are in range",
        {"raw=quote)": "raw=quote, anchor=Anchor('point', 500, 500))", CITES: f"{NOWHERE}, dict("},
    ),
    Fault(
        "reads_streams_in_another_unit",
        "test_the_stream_is_the_whole",
        "stream and whole have the same citations: anchor of 0.1",
        {'unit="utf16"': "unit='utf16' if self.to.is_whole else 'codepoint'"},
    ),
    Fault(
        "numbers_all_it_reads",
        "test_cut_anywhere_it_is_the_same",
        "it has the same citations: id of 0.",
        {'(0, len(self.turn["quotes"]))': "(0, next(COUNT))"},
    ),
    Fault(
        "numbers_all_it_reads_async",
        "test_async_is_sync",
        "async gives the same events",
        {'(0, len(self.turn["quotes"]))': "(0, next(COUNT))"},
    ),
    Fault(
        "is_always_complete",
        "test_what_came_is_kept_when_a_stream_breaks_off",
        "a stream that broke off is not complete",
        {LEAVES: f"self.to.end('complete'); {LEAVES}"},
    ),
    Fault(
        "waits_for_the_last_event",
        "test_what_came_is_kept_when_a_stream_breaks_off",
        "text that came is kept",
        {"self.slot.add(text)": "", "self.to.end_with(": "self.slot.add(self.turn['text']), self.to.end_with("},
    ),
    Fault(
        "tells_text_at_the_end",
        "test_text_is_told_as_it_comes",
        "text is told as it comes",
        {"self.slot.add(text)": "", LEAVES: f"self.slot.add(self.turn['text']); {LEAVES}"},
    ),
    Fault(
        "cites_nobody",
        "test_sources_are_found",
        "source_id is in sources",
        {"source = ": "source = None and ", "raw=quote)": "raw=quote, source_id='ghost')"},
    ),
    Fault(
        "anchors_nowhere",
        "test_offsets_convert",
        "offset 500 is out of range",
        {"raw=quote)": "raw=quote, anchor=Anchor('point', 500, 500))", CITES: f"{NOWHERE}, dict("},
    ),
    Fault(
        "leaves_no_json", "test_it_survives_json", "round trip: raw", {f"{LEAVES}self.turn": f"{LEAVES}float('inf')"}
    ),
    Fault(
        "counts_what_it_reads",
        "test_the_same_in_is_the_same_out",
        "a second run gives the same",
        {f"{LEAVES}self.turn": f"{LEAVES}next(COUNT)"},
    ),
    Fault(
        "depends_on_hashes",
        "test_another_process_gives_the_same",
        "another process gives the same",
        {f"{LEAVES}self.turn": f"{LEAVES}hash('acme')"},
    ),
    Fault(
        "looks_at_all_that_came",
        "test_work_grows_in_step",
        "twice the events makes",
        {"self.slot.add(text)": "self.slot.add(text), [ord(letter) for letter in self.turn['text']]"},
    ),
]
BEGIN = "from itertools import count\nfrom warnings import warn\n\nfrom citebridge.models import Anchor, Span\n\nCOUNT = count()\n"
TESTS = "from pathlib import Path\n\nfrom citebridge.testing import ReaderLaws\n\n"
CLASS = """
class Test_{name}(ReaderLaws):
    provider = "{name}"
    recordings = Path(__file__).parent / "recordings"
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], list[str]]:
    """What pytest says of each broken reader and its law: the failures over all recordings."""
    folder = tmp_path_factory.mktemp("broken")
    write_files(PAGE, folder)
    sound = (folder / "citebridge_acme.py").read_text(encoding="utf-8")
    for fault in FAULTS:
        changed = sound.replace('name = "acme"', f'name = "{fault.name}"')
        if fault.law != "test_its_shape_is_told":  # it can be the shape of one of them alone
            changed = changed.replace("lambda body: ", "lambda body: False and ")
        for old, new in fault.changes.items():
            assert changed.count(old) == 1, f"{fault.name}: {old!r} is not once in the adapter of {PAGE.name}"
            changed = changed.replace(old, new)
        (folder / f"{fault.name}.py").write_text(BEGIN + changed, encoding="utf-8")
    write_metadata(folder, "broken", {fault.name: fault.name for fault in FAULTS})
    tests = folder / "tests" / "test_broken.py"
    tests.write_text(TESTS + "".join(CLASS.format(name=fault.name) for fault in FAULTS), encoding="utf-8")
    return failures(folder, [f"{tests}::Test_{fault.name}::{fault.law}" for fault in FAULTS])


def failures(folder: Path, tests: list[str]) -> dict[tuple[str, str], list[str]]:
    """Run pytest, and give what it said where a test failed, by the class and the test."""
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *tests]
    run = subprocess.run(command, cwd=folder, env={"PYTHONPATH": str(folder)}, capture_output=True, check=False)
    assert run.returncode == 1, run.stdout + run.stderr
    found: dict[tuple[str, str], list[str]] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        key = case.attrib["classname"].rpartition("Test_")[2], case.attrib["name"].partition("[")[0]
        found.setdefault(key, []).extend(failure.attrib["message"] for failure in case.iter("failure"))
    return found


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_broken_reader_fails(fault: Fault, outcomes: dict[tuple[str, str], list[str]]) -> None:
    said = outcomes[fault.name, fault.law]
    assert any(fault.says in message for message in said), said
    assert all(message.startswith(f"Failed: {fault.name}, mill.") for message in said), "it says with which recording"


def test_every_law_is_broken_by_a_reader() -> None:
    laws = {name for name in vars(ReaderLaws) if name.startswith("test_")}
    assert laws == {fault.law for fault in FAULTS}
