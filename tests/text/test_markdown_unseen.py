"""What of Markdown no reader sees, and that finding it takes no longer than the text is long."""

import pytest

from citebridge.text.markdown_unseen import shown
from tests.strategies import IN_STEP, growth


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Rain.\n\n[a]: /u\n---\nSun.", ["Rain.", "---", "Sun."]),
        ("[a]: /u\n[b]: /v\n\nSun.", ["Sun."]),
        ("***\n[a]: /u\n# Sun", ["***", "# Sun"]),
        ("Rain\n[a]: /u", ["Rain", "[a]: /u"]),  # within a paragraph nothing is defined
        ("[^a]: Rain.\n[a]: /u", ["[^a]: Rain."]),
        ("`<!-- Rain -->` <!-- no -->Sun", ["`<!-- Rain -->`", "Sun"]),
    ],
)
def test_places_stay_what_they_are(text: str, seen: list[str]) -> None:
    found = shown(text)
    assert [line.strip() for line in found.split("\n") if line.strip()] == seen
    assert all(text[at] == sign for at, sign in enumerate(found) if sign != "\n")


@pytest.mark.parametrize(
    "unit", ["---\n[x\n", "===\n[x]: /u\n", "```a\n[x\n", "~~~\n[x\n", "#\n[x\n", "[^a]\n[x\n", "<!-- "]
)
def test_work_grows_with_the_text(unit: str) -> None:
    assert growth(lambda times: shown(unit * times), 1000) < IN_STEP
