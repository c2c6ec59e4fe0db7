"""A line as the block reader goes along it: places count characters, indents columns; a tab goes to the next 4."""

_TAB = 4


class Cursor:
    """Where reading stands in one line."""

    __slots__ = ("at", "begin", "column", "spare", "text")

    def __init__(self, begin: int, text: str) -> None:
        self.begin = begin
        """Where the line begins in the whole text."""
        self.text = text
        self.at = 0
        self.column = 0
        self.spare = 0
        """Columns that are left of a tab that was gone through in part."""

    @property
    def end(self) -> int:
        """Where the line ends in the whole text."""
        return self.begin + len(self.text)

    @property
    def next(self) -> int:
        """Where the next character stands that is no blank."""
        at, text = self.at, self.text
        while at < len(text) and text[at] in " \t":
            at += 1
        return at

    @property
    def indent(self) -> int:
        """The columns of blanks from here on."""
        column = self.column + self.spare
        for sign in self.text[self.at + (self.spare > 0) : self.next]:
            column += _TAB - column % _TAB if sign == "\t" else 1
        return column - self.column

    @property
    def blank(self) -> bool:
        """Whether nothing but blanks is left."""
        return self.next >= len(self.text)

    @property
    def rest(self) -> str:
        """What is left, without blanks before it."""
        return self.text[self.next :]

    def columns(self, count: int) -> None:
        """Go on by so many columns of blanks, or fewer where there are no more."""
        while count > 0 and self.at < len(self.text) and self.text[self.at] in " \t":
            width = self.spare or (_TAB - self.column % _TAB if self.text[self.at] == "\t" else 1)
            taken = min(width, count)
            self.spare = width - taken
            self.column += taken
            self.at += self.spare == 0
            count -= taken

    def skip(self, count: int) -> None:
        """Go on by so many characters, which are no tabs."""
        self.at += count
        self.column += count
        self.spare = 0

    def to_words(self) -> None:
        """Go on to the next character that is no blank."""
        self.columns(self.indent)

    def past_quote(self) -> None:
        """Go on behind a `>` and the blank after it."""
        self.to_words()
        self.skip(1)
        self.columns(1)
