"""Words of strangers within our own sentences: on one line, cut, and without what acts on a terminal.

Titles, quotes and references are data of models and web pages, and may be made to deceive who reads a report.
"""

import re
from typing import Final

from pydantic import ValidationError

_HALF: Final = re.compile("[\ud800-\udfff]")
_LOOKED_AT = 4  # so many times the room is looked at: blanks and unseen characters take some of it


def plain(text: str, room: int = 80) -> str:
    """`text` in at most `room` characters, all printable: blanks become one space, what is unseen goes.

    >>> plain(" House\\n rules\\x1b[31m\\u202e ")
    'House rules[31m'
    >>> plain("No dogs in the house", room=8)
    'No dogs…'
    """
    part = text[: room * _LOOKED_AT]
    flat = " ".join(part.split())
    if not flat.isprintable():
        flat = " ".join("".join(char for char in part if char.isprintable() or char.isspace()).split())
    whole = len(part) == len(text) and len(flat) <= room
    return flat if whole else flat[: room - 1].rstrip() + "…"


def whole(text: str) -> str:
    """`text` with U+FFFD for each half of a surrogate pair, which has no place in JSON; no offset moves."""
    return _HALF.sub("\ufffd", text)


def quoted(text: str, room: int = 80) -> str:
    """The same in quotes.

    >>> quoted("No dogs")
    '"No dogs"'
    """
    return f'"{plain(text, room)}"'


def fault(error: ValidationError) -> str:
    """What pydantic says first, on one line: the field and what is wrong with it, without the data.

    >>> from citebridge.models.places import Span
    >>> from pydantic import TypeAdapter
    >>> try:
    ...     TypeAdapter(Span).validate_python({"start": "x", "end": 3})
    ... except ValidationError as error:
    ...     print(fault(error))
    start: Input should be a valid integer, unable to parse string as an integer
    """
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = plain(".".join(map(str, first["loc"])))
    return f"{where}: {first['msg']}" if where else first["msg"]
