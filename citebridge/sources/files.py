"""Files as sources: text, Markdown, HTML, PDF."""

import re
from collections.abc import Iterable
from os import PathLike, fspath
from pathlib import Path
from typing import Final, cast

from pydantic import JsonValue

from citebridge.errors import NotReadable, UsageError
from citebridge.models import Source
from citebridge.models.plain import well_formed
from citebridge.models.quoting import plain
from citebridge.sources.content import digest
from citebridge.sources.decoding import decoded, is_binary
from citebridge.sources.naming import document_id, file_name
from citebridge.sources.registry import Fields
from citebridge.sources.sections import HTML, MARKDOWN, OURS, keep_sections
from citebridge.text import headings
from citebridge.text.outline import front_matter_end

__all__ = ["from_bytes", "read"]

_PDF: Final = "application/pdf"
_TEXT: Final = "text/plain"
_HEAD: Final = 512
# Not from `mimetypes`, which knows other names on other machines.
_TYPES: Final = {
    **dict.fromkeys(("md", "markdown", "mdown", "mkd"), MARKDOWN),
    **dict.fromkeys(("html", "htm", "xhtml"), HTML),
    "pdf": _PDF,
    "csv": "text/csv",
    "json": "application/json",
    "jsonl": "application/jsonl",
}
# As YAML has it: all three ways of writing go on in lines that are indented. In double quotes a backslash escapes, in
# single ones a quote is written twice; in a block, the first line has but a sign; elsewhere a line ends where a comment
# begins. A list, or settings within this one, are no title.
_ON: Final = r"(?:\r\n|\r|\n)[ \t]"
_TITLE: Final = re.compile(
    rf"^title:(?=[ \t\r\n])(?![ \t]*+{_ON}\s*+(?:-|[^\s:]++:)\s)[ \t]*+"
    rf"(?:\"((?:[^\"\\\r\n]|\\?{_ON}|\\.)*+)\"|'((?:[^'\r\n]|''|{_ON})*+)'|([^\r\n]*+(?:{_ON}[^\r\n]*+)*+))",
    re.M,
)
_ESCAPED: Final = re.compile(r"\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U000([\da-fA-F]{5})|(.))", re.S)
_BLOCK: Final = re.compile(r"[|>][-+0-9]{0,2}[ \t]*+(?:#[^\r\n]*+)?(?=[\r\n]|\Z)")
_REMARK: Final = re.compile(r"(?:^|(?<=[ \t]))#[^\r\n]*+", re.M)
_NOTHING: Final = ("", "~", "null", "Null", "NULL")


def read(
    path: str | PathLike[str], *, id: str | None = None, url: str | None = None, access: Iterable[str] = ()
) -> Source:
    """The source that a file is: text, Markdown, HTML or PDF by the ending of its name, anything else as text.

    See `from_bytes` for what becomes of it, and what it raises. Raises `OSError` when the file cannot be opened.
    """
    if not isinstance(path, str | PathLike):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"read() takes the path of a file, not {type(path).__name__}; see from_bytes()")
    return from_bytes(Path(path).read_bytes(), name=fspath(path), id=id, url=url, access=access)


def from_bytes(
    data: bytes, *, name: str | PathLike[str], id: str | None = None, url: str | None = None, access: Iterable[str] = ()
) -> Source:
    """The source that the content of a file is; `name` is that of the file, and may be a path.

    The id is made of the content and of what it is read as: the same file has the same id under any name of the same
    ending. Text and Markdown are kept as they are, so that places in them are places in the file, but for a byte order
    mark. Of HTML it is the main part of what a reader sees, with the anchors of its headings kept; of PDF the text with
    the span of each page. A PDF that shows only pictures of pages has `text=None`.

    Raises `NotReadable` for what is none of these, or a PDF that is encrypted or broken; `MissingExtra` when the
    library for HTML or PDF is not installed; `UsageError` for what is no bytes and for tags that are no strings.

    >>> source = from_bytes(b"# House rules\\n\\nNo dogs.\\n", name="rules.md")
    >>> source.id, source.title, source.media_type
    ('house-rules-8148bc44b9ba', 'House rules', 'text/markdown')
    """
    _check(data, name, id=id, url=url)
    label = file_name(fspath(name))
    known = _content(data, _media_type(data, label), label)
    known |= Fields(digest=digest(data), url=url, access=_tags(access))
    known["id"] = document_id(digest(data), known.get("title"), known.get("text")) if id is None else id
    known["title"] = known.get("title") or label or None
    return Source(**known)


def _check(data: object, name: object, **texts: object) -> None:
    """Raises `UsageError` for what the caller cannot mean."""
    if not isinstance(data, bytes | bytearray):
        raise UsageError(f"from_bytes() takes the bytes of a file, not {type(data).__name__}; a Source takes a text")
    if not isinstance(name, str | PathLike):
        raise UsageError(f"name= takes the name of the file, as in name='rules.md', not {type(name).__name__}")
    for key, value in texts.items():
        if value is not None and not isinstance(value, str):
            raise UsageError(f"{key}= takes a text, not {type(value).__name__}")


def _tags(access: object) -> tuple[str, ...]:
    if isinstance(access, Iterable) and not isinstance(access, str):
        tags = tuple(cast("Iterable[object]", access))
        if all(isinstance(tag, str) for tag in tags):
            return cast("tuple[str, ...]", tags)
    raise UsageError(f"access= takes the tags in a list of strings, access=['staff'], not {access!r:.40}")


def _media_type(data: bytes, label: str) -> str:
    if data.startswith(b"%PDF-"):
        return _PDF
    known = _TYPES.get(label.rpartition(".")[2].lower())
    if known is None and data[:_HEAD].lstrip().lower().startswith((b"<!doctype html", b"<html")):
        return HTML
    return known or _TEXT


def _content(data: bytes, media_type: str, label: str) -> Fields:
    if media_type == _PDF:
        return _pdf(data, label)
    if is_binary(data):
        raise NotReadable(
            f"{plain(label)} is not text, Markdown, HTML or PDF: save it as one of these, or give its text in a Source"
        )
    text, note = decoded(data, declares=media_type == HTML)
    if media_type == HTML:
        return _html(text, note)
    title = _markdown_title(text) if media_type == MARKDOWN else None
    return Fields(text=text, title=title, media_type=media_type, metadata=_metadata(note))


def _pdf(data: bytes, label: str) -> Fields:
    from citebridge.sources.pdf import read_pdf

    text, pages, title = read_pdf(data, plain(label))
    known = Fields(title=title, media_type=_PDF)
    return known | Fields(text=text, pages=pages) if text.strip() else known


def _html(markup: str, note: dict[str, JsonValue]) -> Fields:
    from citebridge.sources.html_pages import read_html

    text, title, sections = read_html(markup)
    title = title or (sections[0].path[0] if sections else None)
    metadata = _metadata({**note, "sections": keep_sections(sections)})
    return Fields(text=text, title=title, media_type=HTML, metadata=metadata)


def _markdown_title(text: str) -> str | None:
    told = _TITLE.search(text, 0, front_matter_end(text))
    title = _settled(*told.groups()) if told is not None else None
    return title or next((one.title for one in headings(text)), "") or None


def _settled(double: str | None, single: str | None, plain: str | None) -> str | None:
    """The title that the settings say, in one of three ways of writing it."""
    if double is not None:
        said = well_formed(_ESCAPED.sub(_sign, double))
    elif plain is None:
        said = (single or "").replace("''", "'")
    else:
        block = _BLOCK.match(plain)
        said = plain[block.end() :] if block else _REMARK.sub("", plain)
    title = " ".join(said.split())
    return None if plain is not None and title in _NOTHING else title


def _sign(escaped: re.Match[str]) -> str:
    """What is written with a backslash."""
    code = escaped[1] or escaped[2] or escaped[3]
    if code:
        return chr(int(code, 16))
    return " " if escaped[4] in "ntr" else escaped[4]


def _metadata(note: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {OURS: note} if note else {}
