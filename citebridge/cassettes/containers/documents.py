"""Files of other recorders as plain values: JSON, YAML and both compressed; nothing in them is ever run."""

import base64
import gzip
import io
import json
import re
import zlib
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from citebridge.cassettes.errors import BadCassette
from citebridge.errors import MissingExtra

MOST = 512 * 1024 * 1024
_LINE_END = re.compile("[\r\x85\u2028\u2029]")


def document(path: Path) -> object:
    """What a file says. Raises `OSError`, `BadCassette` in one line, and `MissingExtra` for YAML without pyyaml."""
    content = _content(path)
    text = content.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text[:1] in (b"{", b"["):
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            pass  # YAML may begin so
    return _yaml(content, path)


def unpacked(content: bytes) -> bytes:
    """What gzip has packed, up to one byte more than is read. Raises `ValueError` where it is damaged."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
            return file.read(MOST + 1)
    except (OSError, EOFError, zlib.error):
        raise ValueError("its compression is damaged") from None


def dumped(value: object) -> str:
    """A value as YAML."""
    yaml = _library()
    dumper: Any = type("CassetteDumper", (yaml.SafeDumper,), {})
    dumper.add_representer(str, _told)
    return cast("str", yaml.dump(value, Dumper=dumper, allow_unicode=True, sort_keys=False, width=120))


def _content(path: Path) -> bytes:
    content = path.read_bytes()
    if content.startswith(b"\x1f\x8b"):
        try:
            content = unpacked(content)
        except ValueError as error:
            raise BadCassette(f"{path}: {error}") from None
    if len(content) > MOST:
        raise BadCassette(f"{path}: it has more than {MOST:,} bytes")
    return content


def _yaml(content: bytes, path: Path) -> object:
    yaml = _library()
    try:
        return cast("object", yaml.load(content, Loader=_loader(yaml)))  # of a safe loader
    except yaml.YAMLError as error:  # of libyaml also what is nested too deep
        mark = getattr(error, "problem_mark", None)
        problem = " ".join(str(getattr(error, "problem", None) or "it is no YAML").split())
        raise BadCassette(f"{path}{f', line {mark.line + 1}' if mark else ''}: {problem}") from None
    except (ValueError, RecursionError) as error:
        raise BadCassette(f"{path}: it cannot be read as YAML: {type(error).__name__}") from None


def _library() -> Any:
    try:
        return import_module("yaml")
    except ModuleNotFoundError:
        raise MissingExtra.of("YAML needs", "pyyaml", "cassettes") from None


def _loader(yaml: Any) -> Any:
    """The safe loader, which builds plain values and no objects, and the other spellings of them that recorders use."""
    base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    loader: Any = type("CassetteLoader", (base,), {})
    loader.add_constructor("!binary", _binary)  # Ruby's
    for tag in ("str", "unicode"):
        loader.add_constructor(f"tag:yaml.org,2002:python/{tag}", base.construct_yaml_str)
    loader.add_constructor("tag:yaml.org,2002:python/tuple", base.construct_sequence)
    loader.add_constructor("tag:yaml.org,2002:python/object/new:_io.BytesIO", _file)  # vcrpy's, of a body that was one
    return loader


def _binary(loader: Any, node: Any) -> bytes:
    return base64.b64decode(loader.construct_scalar(node))


def _told(dumper: Any, text: str) -> Any:
    """A text; what YAML takes for the end of a line, and reads as another one, has to be escaped."""
    style = '"' if _LINE_END.search(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _file(loader: Any, node: Any) -> bytes:
    state: Any = loader.construct_mapping(node, deep=True).get("state") or (b"",)
    return state[0].encode() if isinstance(state[0], str) else state[0]
