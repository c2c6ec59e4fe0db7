"""The examples in the docstrings run."""

import doctest
from types import ModuleType

import pytest

import citebridge.text
from citebridge.text import folding, offset_index, offsets, splitter


@pytest.mark.parametrize(
    "module", [citebridge.text, folding, offset_index, offsets, splitter], ids=lambda m: m.__name__
)
def test_examples(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


def test_exports_are_sorted_and_callable_by_name() -> None:
    names = citebridge.text.__all__
    assert names == sorted(names)
    assert callable(citebridge.text.sentences)
    assert callable(citebridge.text.fold)
