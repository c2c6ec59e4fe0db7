"""Words of questions that answers lack: they only ask, or tell which kind of answer is wanted."""

import re
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

_ASKING_IN_A_RUN = """
    多久 多长时间 多少 什么时候 什么 哪里 哪儿 哪个 谁 怎么 怎样 如何 为什么 几点 几天 几个 需要 可以 能不能 是否 吗 呢
    何時 何日 何曜日 何人 何個 何か月 何年 何 誰 必要 可能
    언제 얼마나 얼마 어디 누구 무엇 어떻게 몇 왜 되나요 인가요 있나요 하나요 입니까 습니까 까요 나요
"""

ASKING: Final = frozenset(_ASKING.split())
"""Words that only ask, as far as the lists of words that say nothing do not have them."""

GENERIC: Final = frozenset(_GENERIC.split())
"""Words that say little: what takes long, or costs much, may be told without them."""

ASKING_IN_A_RUN: Final = re.compile("|".join(sorted(_ASKING_IN_A_RUN.split(), key=len, reverse=True)))
"""The same where words have no blanks between them."""

PARTICLES: Final = frozenset("的了是在有和与也不")
"""Letters that mostly are small words of Chinese: a pair with one of them says little."""
