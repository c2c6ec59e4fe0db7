"""Everything citebridge raises, in one tree.

    CitebridgeError
    ├── UsageError            the call itself is wrong: what to change is in the message
    │   └── UnknownProvider   no adapter of that name
    ├── BrokenAdapter         an adapter of another package cannot be loaded, or is none
    ├── MissingExtra          an optional dependency is not installed
    ├── InputError            the data cannot be read
    │   ├── NotReadable       bytes that are neither JSON nor an event stream; a file that is broken or encrypted
    │   └── UnknownShape      no provider was named and the shape does not tell
    └── SchemaError           a stored answer of a newer schema

Provider data never raises beyond `InputError`: whatever is odd in it becomes a notice (docs/reference/codes.md).
"""


class CitebridgeError(Exception):
    """Base of every error that citebridge raises on purpose."""


class UsageError(CitebridgeError, ValueError):
    """The caller's mistake; the message says what to do."""


class UnknownProvider(UsageError):
    """There is no adapter of that name."""


class BrokenAdapter(CitebridgeError):
    """An adapter of another package cannot be used: it cannot be loaded, or is not what an adapter has to be."""


class MissingExtra(CitebridgeError, ImportError):
    """An optional dependency is needed and not installed; the message gives the install line."""

    @classmethod
    def of(cls, needs: str, package: str, extra: str) -> "MissingExtra":
        """The error for a package that an extra of citebridge installs.

        >>> MissingExtra.of("reading PDF needs", "pypdfium2", "pdf").args[0]
        'reading PDF needs pypdfium2, which is not installed: pip install "citebridge[pdf]"'
        """
        return cls(f'{needs} {package}, which is not installed: pip install "citebridge[{extra}]"')


class InputError(CitebridgeError, ValueError):
    """The data cannot be read."""


class NotReadable(InputError):
    """Bytes that are neither JSON nor an event stream, or a file that is broken, encrypted or of an unknown kind."""


class UnknownShape(InputError):
    """No provider was named, and the shape of the data does not tell which one sent it."""


class SchemaError(CitebridgeError):
    """A stored answer has a schema that this release does not read.

    It is no `ValueError`, since pydantic would make a `ValidationError` of that.
    """
