"""Invented prose, the same each time."""

import re
from random import Random

_PLAIN = re.findall(
    r"\w+",
    "the ferry sails from the old pier at dawn and a second one follows before noon on weekdays while dogs travel free "
    "of charge when kept on a lead near the rail and bicycles need a ticket that the skipper sells in the cabin",
)
_WIDE = ("café", "Brygga", "Isøya", "–", "€4.50", "naïve", "🐕", "fjørd", "⛴", "Tarnhøj")


class Words:
    """Sentences of about 12 words; `wide` ones hold characters of two to four bytes."""

    def __init__(self, *, wide: bool = False, seed: int = 7) -> None:
        self._random = Random(seed)
        self._words = [*_PLAIN, *_WIDE * 2] if wide else _PLAIN

    def sentence(self) -> str:
        """A sentence, with its point."""
        said = " ".join(self._random.choices(self._words, k=self._random.randint(9, 15)))
        return f"{said[0].upper()}{said[1:]}."

    def clause(self) -> str:
        """A sentence without its point."""
        return self.sentence()[:-1]

    def number(self, most: int) -> int:
        """A number below `most`."""
        return self._random.randrange(most)

    def token(self) -> str:
        """A piece of text as a stream brings it: a word and the blank before it."""
        return f" {self._random.choice(self._words)}"

    def prose(self, size: int) -> str:
        """So many characters of sentences, at least."""
        sentences: list[str] = []
        length = 0
        while length < size:
            sentences.append(self.sentence())
            length += len(sentences[-1]) + 1
        return " ".join(sentences)
