"""Kinds of answers: who asks how long wants a time, and a sentence with one in it fits better than one without.

A kind never makes an answer of a sentence that shares no word with the question; it only chooses among those that do.
"""

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of answer: how one asks for it, and how it looks."""

    name: str
    asked: re.Pattern[str]
    seen: re.Pattern[str]


def _kind(name: str, asks: str, asks_anywhere: str, looks: str) -> Kind:
    """`asks` stand between word boundaries, `asks_anywhere` are of scripts that have none."""
    asked = re.compile(rf"\b(?:{asks})\b|{asks_anywhere}", re.IGNORECASE)
    return Kind(name, asked, re.compile(looks, re.IGNORECASE))


_WEEKDAY = (
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun|week)days?|(?:mon|diens|donners|frei|sams|sonn|werk)tags?|mittwochs?|"
    r"lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|lunes|martes|miércoles|jueves|viernes|sábados?|"
    r"domingos?|domenica|sabato|venerdì|giovedì|mercoledì|martedì|lunedì)\b|曜日|요일|星期|周[一二三四五六日]"
)
_SPELT = (
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|half|zwei|drei|vier|fünf|sechs|zehn|halbe?|deux|trois|quatre|"
    r"cinq|six|dix|dos|tres|cuatro|cinco|diez|due|tre|quattro|cinque|dieci)\b|[一二三四五六七八九十]"
)
_TIMESPAN = (
    r"\b(?:second|minute|hour|day|week|month|year|decade|centur)(?:s|ies)?\b"
    r"|\b(?:sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)\b"
    r"|\b(?:secondes?|heures?|jours?|semaines?|mois|ans?|années?)\b"
    r"|\b(?:segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|dias?|mês|anos?)\b"
    r"|\b(?:secondi?|minuti?|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi])\b"
    r"|[秒分日週周月年天]|時間|小时|[일주월년]"
)

KINDS: Final = (
    _kind(
        "money",
        r"how much|costs?|price[sd]?|fees?|fares?|charges?|was kostet|wie ?viel|preise?|gebühr(?:en)?|kosten"
        r"|coûte(?:nt)?|prix|tarifs?|cuestan?|precios?|costan?|prezz[oi]|custam?|preços?|kost|prijs",
        "いくら|料金|値段|多少钱|价格|얼마|сколько стоит|цена",
        r"[€$£¥₩₽₹]|\d\s*(?:euros?|eur|usd|chf|dollars?|cents?|centimes?|pounds?|pence|percent|kronor|%)"
        r"|\b(?:euros?|dollars?|cents?|centimes?)\b|\d\s*[円元원]|руб|\bgratis\b|\bfree\b|\bkostenlos\b|無料|免费",
    ),
    _kind(
        "duration",
        r"how (?:long|soon|fast)|wie lange|wie schnell|combien de temps|durée|cuánto tiempo|quanto tempo|hoe lang"
        r"|hur länge",
        "どのくらい|どれくらい|何日|何年|何か月|多久|多长时间|얼마나|как долго|сколько времени",
        _TIMESPAN,
    ),
    _kind(
        "time",
        r"when|what time|which day|wann|um wie viel uhr|welche[mn] tag|quand|quelle heure|horaires|cuándo|qué hora"
        r"|quando|che ora|wanneer|när|hvornår",
        "いつ|何時|何曜日|什么时候|几点|언제|몇 시|когда",
        rf"\d[:.h]?\d|\d\s*(?:[ap]\.?m|uhr|h|時|点|시)\b|\d\.? [^\W\d_]{{3}}|{_WEEKDAY}|{_TIMESPAN}",
    ),
    _kind(
        "number",
        r"how (?:many|much|heavy|far|big|high|warm|hot|cold|old|often|large|deep|wide|fast)"
        r"|wie (?:viele?|hoch|oft|schwer|weit"
        r"|groß|warm|alt|tief)|combien|cuánt[oa]s|quant[ie]|quant[oa]s|hoeveel|hur många|(?:phone|telephone) number",
        "何人|何個|何回|いくつ|几个|多少|몇|сколько",
        rf"\d|{_SPELT}",
    ),
)
