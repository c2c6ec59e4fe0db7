"""Words of questions that answers lack: they only ask, or tell which kind of answer is wanted."""

from typing import Final

_ASKING = """
    wann wer wen wem wessen wohin woher wozu warum wieso weshalb wieviel wie welche welcher welches
    qui quoi quand où pourquoi comment combien quel quelle quels quelles lequel laquelle
    cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde quién quiénes cómo qué
    quando quanto quanta quanti quante dove chi perché quale quali
    onde quem qual quais porque wanneer hoe hoeveel waar waarom welk welke
    когда где кто сколько почему какой какая какие när hur varför vem hvornår hvor hvorfor hvem
"""
_GENERIC = """
    long much many often far old big heavy high soon take last get give need want know tell say mean happen explain
    find show list describe possible allow allowed may must could would please also yes
    name number kind type thing way cost price pay amount
    brauche braucht darf dürfen gibt geben lange hoch viel viele kostet kosten heißt
    puis peut peuvent faut coûte coûtent durée puedo puede cuesta posso può costa
"""

ASKING: Final = frozenset(_ASKING.split())
"""Words that only ask, as far as the lists of words that say nothing do not have them."""

GENERIC: Final = frozenset(_GENERIC.split())
"""Words that say little: what takes long, or costs much, may be told without them."""
