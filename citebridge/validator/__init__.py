"""The validator: what is wrong with the citations of an answer.

`validate` looks at an answer and never changes it. Its parts are `statements`, what the answer claims; `ties`, which
citation covers which claim; and `checks`, each of which looks for one kind of fault.
"""

from citebridge.validator.judging import Judge
from citebridge.validator.retrieved import Retrievals
from citebridge.validator.validating import validate

__all__ = ["Judge", "Retrievals", "validate"]
