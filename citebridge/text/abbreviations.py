"""Words that end in a stop without ending a sentence, and words that begin one.

All lists are in lower case without the last stop. They are small on purpose: what is not listed is decided by
the letters around the stop. No word of everyday English is in `_NEVER` (French `Me.` and German `hr.` are
left out for that): a sentence that ends in `me.` is more frequent than both.
"""

from typing import Final

# What a listed word says about the stop behind it; a word may be in several lists.
NEVER: Final = 1
NUMBER: Final = 2
MAYBE: Final = 4
CLOCK: Final = 8
ITEM: Final = 16


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Always followed by what they belong to: a name, an example, a unit of the same sentence.
_NEVER: Final = _words("""
    dr mr mrs ms messrs prof rev fr hon gen col maj capt cmdr lt sgt cpl pvt adm sen rep gov pres supt det
    insp e.g i.e eg ie cf viz vs v resp approx incl excl esp t.ex f.eks m.in
    z.b d.h u.a z.t i.d.r o.g s.o s.u bzw vgl sog evtl ggf inkl exkl zzgl bspw frl dipl
    mme mlle p.ex
    sra srta dra dña lic ud uds vd vds ee p.ej
    sig sig.ra sig.na dott dott.ssa avv egr
    profa exmo
    т.е т.к т.н им ул проф акад дж
    डॉ श्री पं प्रो रु कि.मी कि.ग्रा ई.पू
    د أ.د
""")

# Belong to the number that follows them; before anything else they are ordinary words.
_NUMBER: Final = _words("""
    no nos nr nº fig figs p pp pg sec sect ch chap vol vols art eq eqs ref refs tab app ex exp para par ver
    vers ed eds op bd abb kap abs ziff st núm num pág págs cap fasc env ca circa al stat рис стр гл табл с
    jan feb febr mar apr jun jul aug sep sept oct nov dec ene abr ago dic janv févr avr juil déc mär mrz okt dez
    ft lb lbs hr पृ ص
    max min avg est std ext apt qty rs máx mín aprox tel tél tlf str maks aufl rn rz az anm blz godz poz
    макс мин тел ст пп
""")

# May end a sentence; whether they do is told by the next word.
_MAYBE: Final = _words("""
    inc ltd co corp bros plc llc gmbh ag assn dept univ est mfg intl
    jr sr mm st ave blvd rd mt ft hwy sq sqq avda av pl
    al ibid etw ca hr min max avg std tel sek mio mrd tsd oz lb lbs sp spp
    jan feb febr mar apr jun jul aug sep sept oct nov dec
    fig figs sec sect ch chap vol eq p pp nr
    г гг с др пр тыс млн млрд руб
""")

# With a capital behind it, the stop ends the sentence unless the next word is of a date.
_CLOCK: Final = _words("a.m p.m am pm uhr")

# Count items where a line begins; `i`, `v` and `x` are letters, which do so anyway.
ROMANS: Final = (
    *("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"),
    *("xi", "xii", "xiii", "xiv", "xv", "xvi", "xvii", "xviii", "xix", "xx"),
)

# First words of sentences: capital letters that are no name.
STARTERS: Final = _words("""
    the this that these those it its he his she her they their we our you your i my a an
    in on at as if but and or so for from with to by of after before since when while once until although
    though because however then there here now today yesterday tomorrow also still yet only even just
    what why how who where which nobody everyone everybody someone nothing everything something
    some many most all both each every another other others one two three several few no not yes
    is are was were do does did has have had can could will would should may might let please
    such during under over between without within despite instead meanwhile finally first second next last
    der die das ein eine er sie es wir ihr dann danach aber und doch auch im am nach bei wenn als dies diese
    el la los las un una ella ellos pero y en es no si cuando después
    le les une il elle ils elles mais et ce cette dans nous vous où quand puis
    он она они это мы вы но и в на потом затем
""")

# What a date goes on with.
DATES: Final = _words("""
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec est edt cst cdt mst mdt pst pdt gmt utc et pt cet cest
    januar jänner februar märz mai juni juli oktober dezember febr mär mrz okt dez
    jahrhundert jahrhunderts jahrhunderte jahrhunderten jahrtausend jahrtausends
""")

# German words that an ordinal may follow: `der 2. Weltkrieg`; `am` is left out for English `I am 19.`
BEFORE_ORDINALS: Final = _words("""
    der die das dem den des im vom zum zur beim ein eine einem einen einer eines
    ihr ihre ihrem ihren ihrer sein seine seinem seinen seiner
""")


def _kinds() -> dict[str, int]:
    kinds: dict[str, int] = {}
    for words, kind in (
        *((_NEVER, NEVER), (_NUMBER, NUMBER), (_MAYBE, MAYBE), (_CLOCK, CLOCK)),
        (frozenset(word for word in ROMANS if len(word) > 1), ITEM),
    ):
        for word in words:
            kinds[word] = kinds.get(word, 0) | kind
    return kinds


# One look-up for the word before a stop; plain numbers, since an enum costs more than the rest of the
# decision.
KINDS: Final[dict[str, int]] = _kinds()

# A longer word of letters alone is none of the above.
LONGEST_WORD: Final = max(len(word) for word in KINDS if word.isalpha())
