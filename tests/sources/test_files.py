"""Files as sources: what is kept, how bytes become text, what an id is made of."""

import codecs
import hashlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from citebridge import InputError, MissingExtra, NotReadable, Source, UsageError, sources
from citebridge.sources.decoding import Decoded, decoded
from citebridge.sources.naming import document_id, file_name
from tests.sources.pdfs import pdf
from tests.strategies import IN_STEP, growth

RULES = b"# House rules\r\n\r\nNo dogs.\r\n"


def test_markdown_is_kept_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_bytes(RULES)
    source = sources.read(path, url="https://house.example/rules", access=["staff"])
    assert source == snapshot(
        Source(
            id="house-rules-aaf4030a8444",
            title="House rules",
            url="https://house.example/rules",
            text="# House rules\r\n\r\nNo dogs.\r\n",
            media_type="text/markdown",
            digest="aaf4030a8444808f6b2b3ca4e371ccbefe279164e1235e43c1c13004958a894a",
            access=("staff",),
        )
    )
    assert source == sources.from_bytes(RULES, name="rules.md", url=source.url, access=("staff",))
    assert source == sources.read(str(path), url=source.url, access=("staff",))


TITLES = [
    ("a.md", "Text.\n\n## A *b*\n\n# C\n", "A b"),
    ("a.md", "---\ntitle: The rules\nlang: en\n---\n\n# House\n", "The rules"),
    ("a.md", '---\nlang: en\ntitle: "Rules: all"\n---\n# House\n', "Rules: all"),
    ("a.md", "---\r\ntitle: 'It''s'\r\n---\r\n# House\r\n", "It's"),
    ("a.md", '---\ntitle: "The \\"big\\" one"\n---\n', 'The "big" one'),
    ("a.md", "---\nlang: en\n---\n# House\n\ntitle: none\n", "House"),
    ("a.md", "---\ntitle: >-\n  The rules\n  of #1\nlang: en\n---\n# House\n", "The rules of #1"),
    ("a.md", "---\r\ntitle: |\r\n  The rules\r\n---\r\n", "The rules"),
    ("a.md", "---\ntitle:\n  The rules # draft\n  of C#\n---\n", "The rules of C#"),
    ("a.md", "---\ntitle: > 5 rules\n---\n", "> 5 rules"),
    ("a.md", "---\ntitle: 'The rules\n  of it''s'\n---\n", "The rules of it's"),
    (
        "a.md",
        '---\r\ntitle: "The\\\r\n  \\ rules\r\n  of caf\\xE9 \\u2116\\U0001f600\\n"\r\n---\r\n',
        "The rules of café №😀",
    ),
    *(("a.md", f"---\ntitle:\n  {inner}\n---\n# House\n", "House") for inner in ("en: Rules\n  de: Regeln", "- Rules")),
    *(
        ("a.md", f"---\ntitle: {none}\n---\n# House\n", "House")
        for none in ("''", '""', '" "', "null", "~", "", "# none")
    ),
    *(
        ("a.md", f"---\ntitle: {said} # draft\n---\n", "The rules")
        for said in ("'The rules'", '"The rules"', "The rules")
    ),
    ("a.md", "#\n", "a.md"),
    ("notes/a.md", "Text.", "a.md"),
    ("C:\\notes\\a.txt", "# Text.", "a.txt"),
    ("a.html", "<title>A\n b</title><h1>C</h1>", "A b"),
    ("a.html", "<p>x<h1>C</h1>", "C"),
    ("a.html", "<title></title><p>x", "a.html"),
    ("", "x", None),
]


@pytest.mark.parametrize(("name", "text", "title"), TITLES)
def test_titles(name: str, text: str, title: str | None) -> None:
    assert sources.from_bytes(text.encode(), name=name).title == title


KINDS = [
    ("a.md", b"x", "text/markdown"),
    ("a.MARKDOWN", b"x", "text/markdown"),
    ("a.htm", b"x", "text/html"),
    ("a", b"\n<!DOCTYPE html><p>x", "text/html"),
    ("a.txt", b"x", "text/plain"),
    ("a.log", b"x", "text/plain"),
    ("a.py", b"# x", "text/plain"),
    ("a.csv", b"x", "text/csv"),
    ("a.json", b"[]", "application/json"),
    ("md", b"# x", "text/markdown"),
    ("README", b"# x", "text/plain"),
    ("a.txt", pdf([["x"]]), "application/pdf"),
]


@pytest.mark.parametrize(("name", "data", "media_type"), KINDS)
def test_kinds(name: str, data: bytes, media_type: str) -> None:
    source = sources.from_bytes(data, name=name)
    assert source.media_type == media_type
    assert source.digest == hashlib.sha256(data).hexdigest()
    assert source.kind == "document"


def test_an_empty_file_is_a_source() -> None:
    source = sources.from_bytes(b"", name="a.txt")
    assert (source.id, source.text, source.title) == ("e3b0c44298fc", "", "a.txt")


@pytest.mark.parametrize("data", [b"PK\x03\x04\0\0", b"\x89PNG\r\n\x1a\n\0\0\0", b"\0"])
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(NotReadable, match=r"^letter\.docx is not text, Markdown, HTML or PDF: save it as one of these"):
        sources.from_bytes(data, name="a/letter.docx")
    assert issubclass(NotReadable, InputError)


def test_access_is_a_list_of_tags() -> None:
    with pytest.raises(UsageError, match=r"access=\['staff'\]"):
        sources.from_bytes(b"x", name="a.txt", access="staff")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sources.read(tmp_path / "none.txt")


# -- ids


def test_the_same_file_under_any_name_is_one_source() -> None:
    names = ["rules.md", "copy of rules.md", "/shelf/rules.md", "C:\\rules.md"]
    assert len({sources.from_bytes(RULES, name=name).id for name in names}) == 1
    assert sources.from_bytes(RULES + b"x", name="rules.md").id != sources.from_bytes(RULES, name="rules.md").id
    assert sources.from_bytes(RULES, name="rules.md", id="mine").id == "mine"


IDS = [
    (("House rules",), "house-rules-0123456789ab"),
    ((None, "", "!?", "漢字", "Text of it"), "text-of-it-0123456789ab"),
    (("Crème brûlée №5",), "creme-brulee-no5-0123456789ab"),
    (("a" * 41,), "0123456789ab"),
    (("word " * 20,), "word-word-word-word-word-word-word-word-0123456789ab"),
    ((), "0123456789ab"),
]


@pytest.mark.parametrize(("words", "expected"), IDS)
def test_ids_can_be_read_and_written_anywhere(words: tuple[str | None, ...], expected: str) -> None:
    assert document_id("0123456789abcdef", *words) == expected


@given(st.binary(max_size=60), st.sampled_from(["a.txt", "a.md", "a.html", "a.pdf"]))
def test_any_bytes_are_a_source_or_refused(data: bytes, name: str) -> None:
    try:
        source = sources.from_bytes(data, name=name)
    except NotReadable:
        return
    assert Source.model_validate_json(source.model_dump_json()) == source
    assert source.id.isascii()
    assert source.text is not None
    assert not any("\ud800" <= character <= "\udfff" for character in source.text)


@given(st.text(max_size=60).filter(lambda text: "\0" not in text and not text.startswith("%PDF-")))
def test_text_is_text(text: str) -> None:
    assert sources.from_bytes(text.encode(), name="a.txt").text == text.removeprefix("\ufeff")


def test_file_names() -> None:
    assert [file_name(name) for name in ("a", "b/a", "b\\a", "b/a/", "", "/")] == ["a", "a", "a", "a", "", ""]


# -- bytes as text

BYTES = [
    (b"", "", {}),
    ("né 🚀".encode(), "né 🚀", {}),
    (codecs.BOM_UTF8 + "né".encode(), "né", {}),
    ("\ufeffné\r\n".encode("utf-16-le"), "né\r\n", {}),
    ("\ufeffné".encode("utf-16-be"), "né", {}),
    ("\ufeffn🚀".encode("utf-32-le"), "n🚀", {}),
    ("\ufeffn🚀".encode("utf-32-be"), "n🚀", {}),
    (codecs.BOM_UTF16_LE + b"n\0\0\xd8x\0", "n\ufffdx", {"encoding": "utf-16-le", "replaced": 1}),
    (codecs.BOM_UTF16_LE + "n\ufffd".encode("utf-16-le"), "n\ufffd", {}),
    (codecs.BOM_UTF8 + b"n\xff", "n\ufffd", {"encoding": "utf-8", "replaced": 1}),
    ("né “x”".encode("cp1252"), "né “x”", {"encoding": "cp1252", "guessed": True}),
    (b"\x81\x8d\x80", "\x81\x8d€", {"encoding": "cp1252", "guessed": True}),
    ("né ñandú".encode() + b"\xff", "né ñandú\ufffd", {"encoding": "utf-8", "replaced": 1}),
    (b"a\xed\xa0\x80b", "aí\xa0€b", {"encoding": "cp1252", "guessed": True}),  # half a surrogate pair is no UTF-8
    (
        "né ñ".encode() + b"\xed\xa0\x80",
        "né ñí\xa0€".replace("é", "Ã©").replace("ñ", "Ã±"),
        {"encoding": "cp1252", "guessed": True},
    ),
]


@pytest.mark.parametrize(("data", "text", "note"), BYTES)
def test_bytes_become_text(data: bytes, text: str, note: dict[str, Any]) -> None:
    assert decoded(data) == Decoded(text, note)
    assert sources.from_bytes(data, name="a.txt").metadata == ({"citebridge": note} if note else {})


PAGES = [
    (b'<meta charset="windows-1251"><p>\xe4\xee\xec', "дом", {}),
    (b"<META http-equiv=content-type content='text/html; charset=Shift_JIS'><p>\x8a\xbf\x8e\x9a", "漢字", {}),
    (b'<?xml version="1.0" encoding="koi8-r"?><p>\xc4\xcf\xcd', "дом", {}),
    ('<meta charset="iso-8859-1"><p>“x”'.encode("cp1252"), "“x”", {}),
    ('<meta charset="utf-16"><p>né'.encode(), "né", {}),
    ('<meta charset="utf-8"><p>né'.encode("cp1252"), "né", {"encoding": "cp1252", "guessed": True}),
    ('<meta charset="none"><p>né'.encode(), "né", {}),
    (b'<meta charset="punycode"><p>n-9ia', "n-9ia", {}),
    (b'<meta charset="utf-7"><p>+AGE-', "+AGE-", {}),
]


@pytest.mark.parametrize(("data", "text", "note"), PAGES)
def test_pages_say_what_they_are_written_in(data: bytes, text: str, note: dict[str, Any]) -> None:
    source = sources.from_bytes(data, name="a.html")
    assert source.text == text
    assert source.metadata == {"citebridge": {**note, "sections": []}}


@pytest.mark.parametrize("unit", [b"a b\n", b"\xe9 b\n", "é b\n".encode() + b"\xff", b"# a\n\nb\n"])
def test_work_grows_with_a_file(unit: bytes) -> None:
    assert growth(lambda times: sources.from_bytes(unit * times, name="a.md"), 5_000) < IN_STEP


# -- nothing is loaded that is not needed

LOADED = """
import sys
from citebridge import sources
{call}
print(*sorted(name for name in sys.modules if name.split(".")[0] in {libraries!r}))
print(*sorted(name for name in sys.modules if name.startswith("citebridge.sources.")))
"""
LIBRARIES = ("bs4", "pypdfium2", "semantic_text_splitter", "langchain_core")


def loaded(call: str) -> list[str]:
    code = LOADED.format(call=call, libraries=LIBRARIES)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()


def test_readers_are_loaded_when_they_are_used() -> None:
    own = "citebridge.sources.content citebridge.sources.given citebridge.sources.registry"
    assert loaded("") == ["", own]
    assert loaded("sources.from_bytes(b'# a', name='a.md')")[0] == ""
    assert loaded("sources.from_rows(['a'])")[0] == ""


MISSING = [
    ("bs4", "sources.from_bytes(b'<p>', name='a.html')", "reading HTML needs beautifulsoup4", "html"),
    ("pypdfium2", "sources.from_bytes(b'%PDF-', name='a.pdf')", "reading PDF needs pypdfium2", "pdf"),
    (
        "semantic_text_splitter",
        "sources.chunk(sources.from_bytes(b'a', name='a.txt'))",
        "cutting documents needs semantic-text-splitter",
        "chunks",
    ),
]


@pytest.mark.parametrize(("library", "call", "told", "extra"), MISSING)
def test_a_missing_library_is_told_with_the_line_that_installs_it(
    library: str, call: str, told: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra) as raised:
        eval(call, {"sources": sources})
    assert str(raised.value) == f'{told}, which is not installed: pip install "citebridge[{extra}]"'


@pytest.mark.parametrize("data", [b"\0\1", b"%PDF-1"])
def test_names_of_strangers_are_one_line_in_messages(data: bytes) -> None:
    with pytest.raises(NotReadable, match=r"\Aevil \[31m is n[^\n]*\Z"):
        sources.from_bytes(data, name="evil\n\x1b[31m")


def test_names() -> None:
    assert sources.__all__ == sorted(sources.__all__)
    assert all(hasattr(sources, name) for name in sources.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'write'; it has Part, "):
        _ = sources.write


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: sources.read(None), "path of a file, not NoneType"),  # pyright: ignore[reportArgumentType]
        (lambda: sources.read(b"rules.md"), "path of a file, not bytes"),  # pyright: ignore[reportArgumentType]
        (lambda: sources.from_bytes("No dogs.", name="rules.md"), "bytes of a file, not str"),  # pyright: ignore[reportArgumentType]
        (lambda: sources.from_bytes(b"No dogs.", name=None), "name="),  # pyright: ignore[reportArgumentType]
        (lambda: sources.from_bytes(b"No dogs.", name="rules.md", id=7), "id= takes a text"),  # pyright: ignore[reportArgumentType]
        (lambda: sources.from_bytes(b"No dogs.", name="rules.md", url=7), "url= takes a text"),  # pyright: ignore[reportArgumentType]
        (lambda: sources.from_bytes(b"No dogs.", name="rules.md", access=None), "list of strings"),  # pyright: ignore[reportArgumentType]
        (lambda: sources.from_bytes(b"No dogs.", name="rules.md", access=[7]), "list of strings"),  # pyright: ignore[reportArgumentType]
        (lambda: sources.read_rows(None), "path of a file, not NoneType"),  # pyright: ignore[reportArgumentType]
        (lambda: sources.chunk("No dogs."), "takes a Source, not str"),  # pyright: ignore[reportArgumentType]
        (lambda: sources.chunk(Source(id="a", text="x"), size="5"), "size="),  # pyright: ignore[reportArgumentType]
        (lambda: sources.chunk(Source(id="a", text="x"), size=2.5), "size="),  # pyright: ignore[reportArgumentType]
    ],
)
def test_what_is_given_wrong_is_told(wrong: Callable[[], object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        wrong()


def test_what_is_given_in_other_words_is_understood() -> None:
    named = sources.from_bytes(bytearray(b"No dogs."), name=Path("shelf/rules.txt"), access=iter(["staff"]))  # pyright: ignore[reportArgumentType]
    assert (named.title, named.text, named.access) == ("rules.txt", "No dogs.", ("staff",))
    (whole,) = sources.chunk(named, size=10**30)
    assert (whole.text, whole.access) == ("No dogs.", ("staff",))
