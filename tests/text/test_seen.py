"""Texts as they are seen: whatever entities they hold, nothing raises, and nothing explodes."""

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citebridge import Answer, Source, markers, normalize, render, resolve, validate
from citebridge.text.seen import as_seen, unescaped

LONG = ["&#" + "9" * 5000 + ";", "&#" + "0" * 5000 + "49;", "&#x" + "0" * 5000 + "31;", "&#x" + "f" * 5000 + ";"]
PIECES = ["&", "#", "x", "0", "49", "amp", "lt;", ";", "é", "\n", "[S1]", "&#x5b;", "\ud83d"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_short_entities_read_as_in_html(text: str):
    assert unescaped(text) == html.unescape(text)


@pytest.mark.parametrize(("entity", "read"), [*zip(LONG, ["\ufffd", "1", "1", "\ufffd"], strict=True)])
def test_numbers_of_any_length_are_read(entity: str, read: str):
    assert unescaped(f"a{entity}b") == f"a{read}b"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain [S1]", "plain [S1]"),
        ("a\nb\tc\x00d\x7f", "a b cd"),
        ("a\u2028b\x85c", "a\u2028b c"),
        ("［Ｓ１］", "[S1]"),
        ("[\U0001d412\u200b1]", "[S1]"),
        ("[S\u20dd1]", "[S1]"),
        ("&amp;#91;S1&lbrack", "[S1["),
        ("&#91S1", "[S1"),
        ("S&ZeroWidthSpace;1", "S1"),
    ],
)
def test_what_a_careless_reader_sees(text: str, seen: str):
    assert as_seen(text) == seen


@pytest.mark.parametrize("entity", LONG)
def test_nothing_that_reads_entities_raises(entity: str):
    url = f"https://house.example/?q={entity}"
    sources = [Source(id="hens", title=entity, url=url, text=f"Hens {entity} cluck.")]
    prompt = markers.prompt(f"Who {entity}?", sources)
    said = f"Hens cluck [{next(iter(prompt.tags))}]. {entity} [a]({url}) <{url}>"
    for answer in (markers.parse(said, sources=sources, tags=prompt.tags), _native(url)):
        resolved = resolve(answer, sources=sources)
        validate(resolved)
        for form in (render.text, render.markdown, render.html, render.terminal, render.json):
            assert form(resolved)


def _native(url: str) -> Answer:
    mark = {"type": "url_citation", "url": url, "title": url, "start_index": 0, "end_index": 4}
    part = {"type": "output_text", "text": f"Hens cluck {url}.", "annotations": [mark]}
    body = {"object": "response", "output": [{"type": "message", "role": "assistant", "content": [part]}]}
    return normalize(body, provider="openai")
