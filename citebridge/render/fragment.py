"""`render.html` and `render.page`: an answer as HTML, with chips that open what they cite."""

import hashlib

from citebridge.models import Answer
from citebridge.render.cards import Cards
from citebridge.render.elements import Html, element, in_rows, rewritten, words
from citebridge.render.numbering import references
from citebridge.render.prose import prose
from citebridge.render.safe import line
from citebridge.render.stylesheet import PAGE, STYLE
from citebridge.render.wording import ending

_KEY = "\ue000"  # what ids begin with until all else is known; no text that is shown has such a letter
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_TITLE_ROOM = 120


def html(answer: Answer) -> str:
    """The answer as a piece of a page, with its own style: put it into any page, as often as you like.

    The Markdown of the answer is set. Each number is a button that opens the cited passage, with the text around it
    where evidence tells the place (`resolve`), and a link to the source, in a new tab. Numbers without a source, and
    quotes that are altered, elsewhere or not found, are marked in words. A refusal says what had been offered. There is
    no script; printed, the passages stand below the answer.

    It is safe whatever is in the answer: HTML in it is words, an image is a link to it, and links lead to the web and
    to mail only. What the provider asks to be shown (search suggestions) is shown as links.

    >>> "No dogs." in html(Answer(text="No dogs."))
    True
    """
    return f"<style>{STYLE}</style>\n{article(answer, level=2)}\n"


def page(*answers: Answer, title: str = "Answer") -> str:
    """The same as a whole page, of one answer or of several below each other; it loads nothing.

    >>> page(Answer(text="No dogs."), title="May I bring my dog?").startswith("<!doctype html>")
    True
    """
    parts: list[Html] = []
    for number, answer in enumerate(answers, 1):
        if len(answers) > 1:
            parts.append(element("h2", {"dir": "auto"}, _called(answer, number)))
        parts.append(article(answer, level=3 if len(answers) > 1 else 2, place=number))
    return document(title, *parts)


def document(title: str, *parts: Html, style: str = "") -> str:
    """A page with a title and parts below it."""
    head = element("h1", {"dir": "auto"}, line(title, _TITLE_ROOM))
    body = element("main", {}, in_rows(head, *parts))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{words(line(title, _TITLE_ROOM))}</title>\n<style>{PAGE}{STYLE}{style}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def article(answer: Answer, *, level: int, place: int = 0) -> Html:
    """One answer. Its ids are made of all that is in it, so that they are its own on any page."""
    found = references(answer)
    cards = Cards(found, _KEY, level)
    body = prose(found, cards.chip, level)
    parts = [element("div", {"class": "cb-answer"}, body) if body else "", _state(found.answer, cards), cards.sources()]
    written = element("article", {"class": "citebridge"}, in_rows(*parts))
    digest = hashlib.sha256(f"{place} {written}".encode()).hexdigest()[:8]
    return rewritten(written, _KEY, f"cb{digest}")


def _state(answer: Answer, cards: Cards) -> Html:
    """How the answer ended, when it is not complete."""
    said = ending(answer)
    if not said:
        return Html()
    refused = answer.refusal is not None or answer.finish == "refusal"
    head = element("p", {}, element("strong", {}, "The model refused" if refused else said))
    why = element("p", {"dir": "auto"}, line(answer.refusal)) if answer.refusal else Html()
    attributes = {"class": "cb-state", "role": "note"}
    return element("div", attributes, in_rows(head, why, cards.offered() if refused else Html()))


def _called(answer: Answer, number: int) -> str:
    named = [line(part, _TITLE_ROOM) for part in (answer.provider, answer.model) if part]
    return " · ".join(named) or f"Answer {number}"
