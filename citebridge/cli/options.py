"""Arguments and options that several commands have."""

from typing import Annotated

import typer

AnswerFile = Annotated[
    str, typer.Argument(metavar="FILE", help="The provider's answer, or a stored Answer; - reads standard input.")
]
Provider = Annotated[str | None, typer.Option(metavar="NAME", help="Who sent it, where the shape does not tell.")]
Request = Annotated[
    str | None, typer.Option(metavar="FILE", help="The request that was sent: its documents become sources.")
]
Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it, not to standard output.")
]
Show = Annotated[bool, typer.Option("--open", help="Open the page in the browser.")]
