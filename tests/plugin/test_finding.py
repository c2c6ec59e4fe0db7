"""Which cassette is a test's."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citebridge.errors import UsageError
from citebridge.pytest_plugin.finding import own_name, place_of
from tests.plugin.conftest import Run

pytest_plugins = ["pytester"]


class TestSuite:
    class TestPart:
        pass


@pytest.mark.parametrize(
    ("name", "test_class", "found"),
    [
        ("test_q", None, "test_q"),
        ("test_q[a/b]", None, "test_q[a-b]"),
        ("test_q[<>?%*:|\"'/\\]", None, "test_q[-----------]"),
        ("test_q", TestSuite, "TestSuite.test_q"),
        ("test_q", TestSuite.TestPart, "TestSuite.TestPart.test_q"),
    ],
)
def test_the_name_of_a_test_as_a_file(name: str, test_class: type | None, found: str):
    assert own_name(name, test_class) == found


@given(st.text(st.characters(codec="utf-8"), min_size=60), st.text(st.characters(codec="utf-8"), min_size=1))
def test_long_names_are_cut_and_stay_apart(name: str, more: str):
    one, other = own_name("test_q[" + name * 3 + "]"), own_name("test_q[" + name * 3 + more + "]")
    assert one != other
    assert max(len(one.encode()), len(other.encode())) <= 150


@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_short_names_are_those_of_pytest_recording(name: str):
    plugin = pytest.importorskip("pytest_recording.plugin", reason="pytest-recording is not installed")
    for test_class in (None, TestSuite):
        assert own_name(name, test_class) == plugin.get_default_cassette_name(test_class, name)


def test_where_cassettes_are_found(run: Run, pytester: pytest.Pytester):
    pytester.makepyfile(
        test_places="""
        import pytest
        from pathlib import Path

        HERE = Path(__file__).parent / "cassettes" / "test_places"

        def test_own(citebridge_cassette):
            assert citebridge_cassette.path == HERE / "test_own.cassette.jsonl"

        @pytest.mark.parametrize("n", ["a:b"])
        def test_each(citebridge_cassette, n):
            assert citebridge_cassette.path == HERE / "test_each[a-b].cassette.jsonl"

        @pytest.mark.citebridge("ferry")
        class TestNamed:
            def test_of_class(self, citebridge_cassette):
                assert citebridge_cassette.path == HERE / "ferry.cassette.jsonl"

            @pytest.mark.citebridge("../shared/q.jsonl")
            def test_closest(self, citebridge_cassette):
                assert citebridge_cassette.path == HERE.parent / "shared" / "q.jsonl"

            @pytest.mark.citebridge
            def test_own(self, citebridge_cassette):
                assert citebridge_cassette.path == HERE / "TestNamed.test_own.cassette.jsonl"

        class TestElsewhere:
            @pytest.fixture
            def citebridge_cassette_dir(self, tmp_path):
                return tmp_path

            def test_folder(self, citebridge_cassette, tmp_path):
                assert citebridge_cassette.path == tmp_path / "TestElsewhere.test_folder.cassette.jsonl"
        """
    )
    run("--strict-markers").assert_outcomes(passed=6)


@pytest.mark.parametrize("names", [("a", "b"), (1,), ("",), (Path("a"),)])
def test_a_marker_names_one_cassette(names: tuple[object, ...]):
    node = SimpleNamespace(name="test_q", get_closest_marker=lambda _: SimpleNamespace(args=names))
    with pytest.raises(UsageError, match=re.escape(f"takes the name of one cassette, not {names!r}")):
        place_of(node, Path("cassettes"))
