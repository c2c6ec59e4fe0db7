"""Rows of a retriever: what is understood, and that the rest stays as it is."""

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot
from langchain_core.documents import Document

from citebridge import Chars, NotReadable, Pages, Source, UsageError, markers, sources
from citebridge.sources import from_rows, read_rows
from tests.strategies import IN_STEP, growth, json_values

# -- dicts


def test_a_whole_row() -> None:
    row = {
        "_id": 7,
        "content": "No dogs.",
        "name": "House rules",
        "link": "https://house.example/rules",
        "page": "3",
        "section": ["Rules", "Dogs"],
        "updated_at": "2024-05-01",
        "access": ["staff"],
        "score": 0.5,
        "lang": "en",
        "metadata": {"shelf": [1, 2], "page": 4},
    }
    before = json.dumps(row)
    assert from_rows([row]) == snapshot(
        (
            Source(
                id="7",
                title="House rules",
                url="https://house.example/rules",
                text="No dogs.",
                digest="680a36a75fe79a4c4754ff424abd2015aeaf09a3275227f6c2b84e48997aa5a8",
                section="Rules > Dogs",
                updated="2024-05-01",
                locators=(Pages(start_page=3, end_page=3),),
                access=("staff",),
                metadata={"shelf": [1, 2], "page": 4, "score": 0.5, "lang": "en"},
            ),
        )
    )
    assert json.dumps(row) == before


FIELDS: list[tuple[dict[Any, Any], dict[str, Any]]] = [
    ({"text": "x"}, {"text": "x"}),
    ({"text": ""}, {"text": ""}),
    *(({name: "x"}, {"text": "x"}) for name in ("content", "page_content", "body", "chunk", "passage", "snippet")),
    ({"text": ["x"], "body": "y"}, {"text": "y", "metadata": {"text": ["x"]}}),
    ({"id": "a", "text": "x"}, {"id": "a"}),
    ({"id": 7, "text": "x"}, {"id": "7"}),
    ({"id": 7.0, "text": "x"}, {"id": "7"}),
    ({"id": "", "_id": "a", "text": "x"}, {"id": "a", "metadata": {"id": ""}}),
    ({"id": True, "node_id": "a", "text": "x"}, {"id": "a", "metadata": {"id": True}}),
    ({"chunk_id": "a#1", "doc_id": "a", "text": "x"}, {"id": "a#1", "derived_from": ("a",), "metadata": {}}),
    ({"id": "a", "doc_id": "a", "text": "x"}, {"id": "a", "derived_from": (), "metadata": {"doc_id": "a"}}),
    ({"document_id": 7, "text": "x"}, {"id": "7-d59707c5d9b3", "kind": "chunk", "derived_from": ("7",)}),
    ({"text": "x", "metadata": {"id": "a"}}, {"id": "x-2d711642b726", "metadata": {"id": "a"}}),
    ({"text": "x", "title": " ", "name": "A"}, {"title": "A", "metadata": {"title": " "}}),
    ({"text": "x", "title": ["A"]}, {"title": None, "metadata": {"title": ["A"]}}),
    ({"text": "x", "url": "HTTPS://a.example"}, {"url": "HTTPS://a.example"}),
    ({"text": "x", "source": "http://a.example/b"}, {"url": "http://a.example/b", "title": None, "metadata": {}}),
    ({"text": "x", "source": "docs/a.md"}, {"url": None, "title": "a.md", "metadata": {"source": "docs/a.md"}}),
    ({"text": "x", "url": "javascript:alert(1)"}, {"url": None, "metadata": {"url": "javascript:alert(1)"}}),
    ({"text": "x", "url": "/a"}, {"url": None, "metadata": {"url": "/a"}}),
    ({"text": "x", "url": "https://a b"}, {"url": None, "metadata": {"url": "https://a b"}}),
    ({"text": "x", "url": None, "source": 7}, {"url": None, "metadata": {"url": None, "source": 7}}),
    ({"text": "x", "title": "T", "path": "a/b.md"}, {"title": "T", "metadata": {"path": "a/b.md"}}),
    ({"text": "x", "page": 3}, {"locators": (Pages(start_page=3, end_page=3),), "metadata": {}}),
    ({"text": "x", "page": 3.0}, {"locators": (Pages(start_page=3, end_page=3),), "metadata": {}}),
    ({"text": "x", "page": 3.5}, {"locators": (), "metadata": {"page": 3.5}}),
    ({"text": "x", "page": 1e300}, {"locators": (), "metadata": {"page": 1e300}}),
    ({"text": "x", "page": 0}, {"locators": (), "metadata": {"page": 0}}),
    ({"text": "x", "page": -1}, {"locators": (), "metadata": {"page": -1}}),
    ({"text": "x", "page": "iv"}, {"locators": (), "metadata": {"page": "iv"}}),
    ({"text": "x", "page": "9" * 5000}, {"locators": (), "metadata": {"page": "9" * 5000}}),
    ({"text": "x", "page": True}, {"locators": (), "metadata": {"page": True}}),
    ({"text": "x", "page": 3, "total_pages": 9}, {"locators": (Pages(start_page=3, end_page=3),)}),
    ({"text": "x", "page_label": "3"}, {"locators": (), "metadata": {"page_label": "3"}}),
    (
        {"text": "x", "page_number": 0, "page": 2},
        {"locators": (Pages(start_page=2, end_page=2),), "metadata": {"page_number": 0}},
    ),
    ({"text": "x", "source": "2024", "total_pages": 9}, {"locators": (), "title": None}),
    ({"text": "x", "page_number": 3, "page": 2}, {"locators": (Pages(start_page=3, end_page=3),)}),
    ({"text": "x", "section": "A"}, {"section": "A"}),
    ({"text": "x", "section": []}, {"section": None, "metadata": {"section": []}}),
    ({"text": "x", "section": ["A", 7]}, {"section": None, "metadata": {"section": ["A", 7]}}),
    ({"text": "x", "mime_type": "text/markdown"}, {"media_type": "text/markdown"}),
    ({"text": "x", "start_index": 5}, {"kind": "chunk", "locators": (Chars(start=5, end=6),)}),
    ({"text": "x", "start_index": 5.0}, {"kind": "chunk", "locators": (Chars(start=5, end=6),)}),
    ({"text": "x", "start_char_idx": 5, "end_char_idx": 9}, {"locators": (Chars(start=5, end=9),)}),
    (
        {"text": "x", "start_char_idx": 5, "end_char_idx": 2},
        {"locators": (Chars(start=5, end=6),), "metadata": {"end_char_idx": 2}},
    ),
    (
        {"text": "x", "start_char_idx": 0, "end_char_idx": "e"},
        {"locators": (Chars(start=0, end=1),), "metadata": {"end_char_idx": "e"}},
    ),
    ({"text": "x", "ref_doc_id": "d"}, {"kind": "chunk", "derived_from": ("d",)}),
    ({"_source": {"text": "x", "lang": "en"}, "_score": 2}, {"text": "x", "metadata": {"lang": "en", "_score": 2}}),
    ({"payload": {"content": "x", "url": "https://a.example"}}, {"text": "x", "url": "https://a.example"}),
    ({"metadata": {"a": 1}, "payload": {"text": "x"}}, {"text": "x", "metadata": {"a": 1}}),
    ({"text": "x", "metadata": "staff"}, {"metadata": {"metadata": "staff"}}),
    ({"text": "x", "metadata": {"text": "y"}}, {"text": "x", "metadata": {"text": "y"}}),
    ({"text": "x", "score": 1, "metadata": {"score": 2}}, {"metadata": {"score": 1, "metadata": {"score": 2}}}),
    ({"text": "x", "metadata": {"a": 1}, "meta": {"a": 2}}, {"metadata": {"a": 1, "meta": {"a": 2}}}),
    ({"text": "x", "access": []}, {"access": ()}),
    ({"text": "x", "access": ["a", "b", "a"], "metadata": {"access": ["c"]}}, {"access": ("a", "b", "c")}),
    ({"text": "x\ud800", 7: float("nan")}, {"text": "x\ufffd", "metadata": {"7": None}}),
]


@pytest.mark.parametrize(("row", "expected"), FIELDS)
def test_fields(row: dict[str, Any], expected: dict[str, Any]) -> None:
    (source,) = from_rows([row])
    assert {name: getattr(source, name) for name in expected} == expected
    assert Source.model_validate_json(source.model_dump_json()) == source


def test_ids_are_made_of_text_and_address() -> None:
    rows = [{"text": "The same."}, {"text": "The same.", "url": "https://a.example"}, {"text": "The same.", "score": 1}]
    first, elsewhere, again = [one.id for one in from_rows(rows)]
    assert first == again != elsewhere
    assert [one.id for one in reversed(from_rows(rows[::-1]))] == [first, elsewhere, again]


def test_passages_of_a_document_have_ids_of_their_own() -> None:
    rows = [{"text": "One.", "doc_id": "rules"}, {"text": "Two.", "doc_id": "rules"}, {"text": "One.", "doc_id": "b"}]
    found = from_rows(rows)
    assert [one.derived_from for one in found] == [("rules",), ("rules",), ("b",)]
    assert len({one.id for one in found} | {"rules", "b"}) == 5
    assert from_rows(rows[::-1]) == found[::-1]
    assert sorted(markers.prompt("What?", found).tags.values()) == sorted(one.id for one in found)


NO_TEXT: list[tuple[Any, str]] = [
    ({"title": "A", "id": 1}, r"^rows\[1\] has no text under any of 'text', .*: it has 'title', 'id'$"),
    ({}, "it has no fields$"),
    ({f"field{n}": n for n in range(1000)}, "^.{0,350}$"),
    ({"text": None}, "it has 'text'$"),
    ({"text": 7}, "it has 'text'$"),
    (7, "it is no row$"),
    (None, "it is no row$"),
    ([], "it is no row$"),
    ((1, 2, 3), "it is no row$"),
    ((("x", 1), 2), "it is no row$"),
    (b"x", r"it has '\$base64'$"),
]


@pytest.mark.parametrize(("row", "told"), NO_TEXT)
def test_a_row_without_text_is_named(row: Any, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        from_rows([{"text": "x"}, row])


@pytest.mark.parametrize("access", ["staff", 7, {"a": 1}, ["a", 7]])
@pytest.mark.parametrize("where", [lambda access: {"access": access}, lambda access: {"metadata": {"access": access}}])
def test_who_is_to_see_a_row_is_not_guessed(access: Any, where: Any) -> None:
    with pytest.raises(UsageError, match=r"^rows\[0\] has access=.*: the tags stand in a list of strings"):
        from_rows([{"text": "x", **where(access)}])


@pytest.mark.parametrize("rows", ["text", b"text", {"text": "x"}, {"documents": [["x"]]}, 7, None])
def test_rows_are_a_list(rows: Any) -> None:
    with pytest.raises(UsageError, match=r"^rows= takes the rows in a list, not "):
        from_rows(rows)


def test_other_kinds_of_rows() -> None:
    source = Source(id="mine", text="x")
    found = from_rows(iter(["No dogs.", ("No fires.", 0.5), [{"id": "a", "text": "y"}, 0.25], source]))
    assert [(one.text, one.metadata) for one in found] == [
        ("No dogs.", {}),
        ("No fires.", {"score": 0.5}),
        ("y", {"score": 0.25}),
        ("x", {}),
    ]
    assert found[0].id == "no-dogs-680a36a75fe7"
    assert found[3] is source


@given(
    st.dictionaries(
        st.sampled_from(["id", "title", "url", "page", "section", "lang", "score", "start_index"]), json_values()
    ),
    json_values(),
)
def test_nothing_is_lost(row: dict[str, Any], beside: Any) -> None:
    """What is in no field of the source is in its metadata, as it was."""
    (source,) = from_rows([{**row, "text": "x", "metadata": beside}])
    known = {"id": source.id, "title": source.title, "url": source.url, "section": source.section}
    for name, value in row.items():
        if name in source.metadata:
            continue
        if name in ("page", "start_index"):
            assert source.locators
        elif name == "section" and isinstance(value, list):
            assert " > ".join(value) == source.section
        else:
            assert known[name] == (str(int(value)) if isinstance(value, float) else str(value))  # of JSON, 7.0 is 7
    if isinstance(beside, Mapping):
        assert source.metadata.items() >= beside.items() or source.metadata["metadata"] == beside
    else:
        assert source.metadata["metadata"] == beside


@given(json_values())
def test_any_value_is_a_source_or_refused(value: Any) -> None:
    try:
        (source,) = from_rows([value])
    except UsageError:
        return
    assert source.text is not None


def test_work_grows_with_rows() -> None:
    row = {"text": "x", "metadata": {"a": [1, 2], "b": "c"}, "score": 1}
    assert growth(lambda times: from_rows([row] * times), 1000) < IN_STEP
    assert growth(lambda times: from_rows([{"text": "x", **{str(n): n for n in range(times)}}]), 2000) < IN_STEP


# -- LangChain

LANGCHAIN: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"page": 2, "source": "docs/a.pdf"}, {"locators": (Pages(start_page=2, end_page=2),), "title": "a.pdf"}),
    ({"page": 0, "total_pages": 9}, {"locators": (Pages(start_page=1, end_page=1),)}),
    ({"page": 2, "page_label": "iv"}, {"locators": (Pages(start_page=3, end_page=3),)}),
    ({"page": 0}, {"locators": ()}),
    ({"title": "A", "source": "https://a.example"}, {"url": "https://a.example", "title": "A"}),
    ({"start_index": 3}, {"kind": "chunk", "locators": (Chars(start=3, end=11),)}),
]


@pytest.mark.parametrize(("metadata", "expected"), LANGCHAIN)
def test_langchain_documents(metadata: dict[str, Any], expected: dict[str, Any]) -> None:
    document = Document(page_content="No dogs.", metadata=metadata)
    (source,) = from_rows([document])
    assert {name: getattr(source, name) for name in expected} == expected
    assert (source.text, source.metadata) == ("No dogs.", metadata)
    assert from_rows([document.model_dump(exclude={"type"}, exclude_none=True)]) == (source,)


def test_langchain_ids_and_scores() -> None:
    found = from_rows([(Document(page_content="x", id="a"), 0.5), Document(page_content="x")])
    assert [(one.id, one.metadata) for one in found] == [("a", {"score": 0.5}), ("x-2d711642b726", {})]


# -- LlamaIndex, as its classes are built (its package is large)


@dataclass
class TextNode:
    text: str
    id_: str = "node-1"
    metadata: dict[str, Any] = field(default_factory=dict)
    start_char_idx: int | None = None
    end_char_idx: int | None = None
    ref_doc_id: str | None = None
    embedding: list[float] | None = None
    relationships: dict[str, Any] = field(default_factory=lambda: {"1": {"node_id": "doc", "text": "All of it."}})

    @property
    def node_id(self) -> str:
        return self.id_

    def get_content(self, metadata_mode: str = "none") -> str:
        return self.text


@dataclass
class NodeWithScore:
    node: TextNode
    score: float | None = None

    def get_content(self, metadata_mode: str = "none") -> str:
        return self.node.get_content(metadata_mode)


def test_llama_index_nodes() -> None:
    node = TextNode(
        "No dogs.",
        metadata={"file_name": "rules.pdf", "page_label": "3", "file_path": "/shelf/rules.pdf"},
        start_char_idx=10,
        end_char_idx=18,
        ref_doc_id="doc-1",
        embedding=[0.1] * 3,
    )
    (source,) = from_rows([NodeWithScore(node, 0.75)])
    assert source == snapshot(
        Source(
            id="node-1",
            kind="chunk",
            title="rules.pdf",
            text="No dogs.",
            digest="680a36a75fe79a4c4754ff424abd2015aeaf09a3275227f6c2b84e48997aa5a8",
            derived_from=("doc-1",),
            locators=(Chars(start=10, end=18),),
            metadata={
                "file_name": "rules.pdf",
                "page_label": "3",
                "file_path": "/shelf/rules.pdf",
                "score": 0.75,
            },
        )
    )
    assert from_rows([node, NodeWithScore(node)])[0].metadata == node.metadata


def test_a_llama_index_reader_has_the_page_under_source() -> None:
    node = TextNode("x", metadata={"total_pages": 9, "file_path": "/shelf/rules.pdf", "source": "3"})
    (source,) = from_rows([node])
    assert (source.title, source.locators) == ("rules.pdf", (Pages(start_page=3, end_page=3),))
    assert source.metadata == node.metadata


# -- other objects


@dataclass
class HaystackDocument:
    id: str
    content: str | None
    meta: dict[str, Any]
    score: float | None = None


def test_objects_are_read_by_their_fields() -> None:
    (source,) = from_rows([HaystackDocument("a", "x", {"url": "https://a.example"}, 0.5)])
    assert (source.id, source.text, source.url) == ("a", "x", "https://a.example")
    assert source.metadata == {"url": "https://a.example", "score": 0.5}


# -- files of rows

ROWS = [{"id": "a", "text": "No dogs.\nNone.", "score": 0.5}, {"id": "b", "text": "No “fires”\u2028.", "score": 1}]


@pytest.mark.parametrize("ending", ["json", "jsonl", "ndjson", "csv"])
def test_files_of_rows(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"rows.{ending.upper()}"
    if ending == "csv":
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            writer = csv.DictWriter(file, ["id", "text", "score"])
            writer.writeheader()
            writer.writerows(ROWS)
    elif ending == "json":
        path.write_text(json.dumps(ROWS), encoding="utf-16")
    else:
        path.write_text("\n".join([*(json.dumps(row, ensure_ascii=False) for row in ROWS), "", ""]), encoding="utf-8")
    found = read_rows(path)
    assert [(one.id, one.text) for one in found] == [(row["id"], row["text"]) for row in ROWS]
    assert [float(str(one.metadata["score"])) for one in found] == [0.5, 1.0]


BROKEN = [
    ("a.json", "[", r"^a\.json is no JSON: "),
    ("a.json", '{"rows": []}', r"^a\.json holds no list of rows: give from_rows\(\) the list that is in it$"),
    ("a.jsonl", '{"text": "x"}\n{', r"^a\.jsonl, line 2 is no JSON: "),
    ("a.csv", "text\n" + "x" * 200_000, r"^a\.csv, after line 1: field larger than field limit"),
    ("a.txt", "x", r"^a\.txt is no file of rows: these end in \.json, \.jsonl or \.csv; read\(\) takes documents$"),
]


@pytest.mark.parametrize(("name", "text", "told"), BROKEN)
def test_what_is_no_file_of_rows_is_told(name: str, text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(NotReadable, match=told):
        sources.read_rows(tmp_path / name)


def test_odd_csv(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("text,lang\nx\ny,en,more,still\n")
    assert [(one.text, one.metadata) for one in read_rows(path)] == [
        ("x", {"lang": None}),
        ("y", {"lang": "en", "more": ["more", "still"]}),
    ]
    path.write_text("")
    assert read_rows(path) == ()


@pytest.mark.parametrize(
    "row",
    [
        {"id": 1, "payload": {"page_content": "No dogs.", "metadata": {"access": ["staff"], "page_number": 3}}},
        {"_id": 1, "_source": {"text": "No dogs.", "metadata": {"access": ["staff"], "page_number": 3}}},
        ({"id": 1, "payload": {"text": "No dogs.", "meta": {"access": ["staff"], "page_number": 3}}}, 0.5),
    ],
    ids=["qdrant", "elasticsearch", "scored"],
)
def test_what_a_store_keeps_within_what_it_keeps_is_read(row: object) -> None:
    """Above all who may see it."""
    (source,) = from_rows([row])
    assert (source.id, source.text, source.access) == ("1", "No dogs.", ("staff",))
    assert source.locators == (Pages(start_page=3, end_page=3),)


def test_access_within_what_a_store_keeps_is_not_guessed() -> None:
    with pytest.raises(UsageError, match="access='staff'"):
        from_rows([{"payload": {"text": "No dogs.", "metadata": {"access": "staff"}}}])


@pytest.mark.parametrize(("cell", "tags"), [('"[""staff"", ""board""]"', ("staff", "board")), ("", ())])
def test_a_cell_of_csv_holds_the_tags_as_a_json_list(tmp_path: Path, cell: str, tags: tuple[str, ...]):
    (tmp_path / "rows.csv").write_text(f"text,access\nHens cluck.,{cell}\n", encoding="utf-8")
    assert [one.access for one in sources.read_rows(tmp_path / "rows.csv")] == [tags]


@pytest.mark.parametrize(("cell", "error"), [("staff", UsageError), ('"[staff"', NotReadable), ("[7]", UsageError)])
def test_a_cell_that_holds_no_list_of_tags_is_told(tmp_path: Path, cell: str, error: type[Exception]):
    (tmp_path / "rows.csv").write_text(f"text,access\nHens cluck.,{cell}\n", encoding="utf-8")
    with pytest.raises(error):
        sources.read_rows(tmp_path / "rows.csv")
