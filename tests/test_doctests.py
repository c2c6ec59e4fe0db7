"""The examples in all docstrings run."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import citebridge

MODULES = [one.name for one in walk_packages(citebridge.__path__, "citebridge.") if one.name != "citebridge.__main__"]


@pytest.mark.parametrize("name", ["citebridge", *MODULES])
def test_examples(name: str):
    assert not doctest.testmod(import_module(name)).failed
