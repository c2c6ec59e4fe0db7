"""What the documentation says of cassettes is made from the code.

`CITEBRIDGE_WRITE=1 python -m pytest tests/cassettes/test_reference.py` writes it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import citebridge.cassettes
from citebridge.cassettes import Cassette, Interaction
from tests.cassettes.making import made

SCHEMA = Path(__file__).parents[2] / "docs" / "reference" / "cassette.schema.json"


def test_the_schema_of_a_line():
    made = json.dumps(Interaction.model_json_schema(mode="validation"), indent=2, ensure_ascii=False) + "\n"
    if os.environ.get("CITEBRIDGE_WRITE") == "1":
        SCHEMA.write_text(made, encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == made, "CITEBRIDGE_WRITE=1 python -m pytest tests/cassettes writes it"


def test_the_schema_fits_what_is_written():
    """Each field that a line has is one of the schema."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    line = json.loads(made({"q": 1}, "a", b"\xff").line())
    for names, said in (
        (schema["properties"], line),
        (schema["$defs"]["Request"]["properties"], line["request"]),
        (schema["$defs"]["Response"]["properties"], line["response"]),
        (schema["$defs"]["Base64"]["properties"], line["response"]["chunks"][1][1]),
    ):
        assert said.keys() <= names.keys()


def test_the_door():
    assert citebridge.cassettes.__all__ == sorted(citebridge.cassettes.__all__) == dir(citebridge.cassettes)
    for name in citebridge.cassettes.__all__:
        found = getattr(citebridge.cassettes, name)
        assert found.__doc__
        assert found.__name__ == name
    assert citebridge.cassettes.Cassette is Cassette
    with pytest.raises(AttributeError, match="has no attribute 'Tape'; it has BadCassette, "):
        citebridge.cassettes.Tape  # type: ignore[attr-defined]  # noqa: B018


def test_nothing_is_imported_that_is_not_needed():
    """Neither an HTTP library, nor an SDK, nor what reads YAML."""
    code = (
        "import sys\n"
        "from citebridge.cassettes import *\n"
        "found = {'httpx', 'httpx2', 'yaml', 'boto3', 'botocore', 'respx', 'anthropic', 'vcr', 'pytest'} & set(sys.modules)\n"
        "sys.exit(str(found) if found else 0)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
