"""The examples in the docstrings run."""

import doctest
from types import ModuleType

import pytest

from citebridge import models
from citebridge.models import addresses as models_addresses
from citebridge.models import problems, quoting, report, report_text
from citebridge.validator import addresses, statements, thresholds, validating


@pytest.mark.parametrize(
    "module",
    [problems, quoting, report, report_text, models_addresses, addresses, statements, thresholds, validating],
    ids=lambda module: module.__name__,
)
def test_examples(module: ModuleType):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


def test_an_unknown_name_is_told():
    with pytest.raises(AttributeError, match=r"module 'citebridge.models' has no attribute 'Nothing'; it has CODES, "):
        _ = models.Nothing
