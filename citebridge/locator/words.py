"""Words that turn a sentence around, and words that belong to the number before them, by language.

A word that is another one elsewhere is left out where it would do harm: Finnish *ei* is *not* and Norwegian *ei* is
*a*, Italian *mai* is *never* and Romanian *mai* is *more*, Turkish *bin* is a thousand and German *bin* is *am*.
"""

from collections.abc import Mapping
from typing import Final

_DENIALS: Final[Mapping[str, str]] = {
    "ar": "لا ليس ليست غير لن لم بدون",
    "cs": "není nejsou nelze nesmí nikdy nikdo žádný žádná žádné bez",
    "da no": "ikke ikkje ingen intet ingenting aldri aldrig uden uten",
    "de": "nicht nichts nie niemals niemand kein keine keinen keinem keiner keines ohne weder",
    "el": "δεν μη μην χωρίς ποτέ",
    "en": "no not never nobody neither without cannot don't do_not",
    "es": "no nunca jamás ningún ninguna ninguno sin",
    "fi": "eivät älä älkää ilman",
    "fr": "non jamais aucun aucune sans ne_pas",
    "he": "לא אין בלי",
    "hi": "नहीं मत बिना",
    "hu": "nem nincs nincsenek",
    "id": "tidak bukan jangan tanpa",
    "it": "non nessun nessuno nessuna senza",
    "nl": "niet niets nooit geen zonder",
    "pl": "nie nigdy nikt żaden żadna żadne bez",
    "pt": "não nunca jamais nenhum nenhuma nem sem",
    "ru uk bg": "не нельзя никогда ніколи никога никто немає няма без",
    "sv": "inte icke ingen inget ingenting aldrig",
    "tr": "asla",
    "vi": "không chưa đừng chẳng",
}
_WITHIN: Final = "none nor nothing nowhere ne pas ni rien mai nu ei değil yok нет ни 不 没 沒 未 無 无 非"
_BEGINNING: Final = (
    "No Not Never Without Kein Keine Nicht Niemals Ohne Aucun Aucune Jamais Ningún Ninguna Nunca Nessun Nessuna Senza "
    "Nenhum Nenhuma Não Geen Nooit Ingen Aldri Tidak Не Без Δεν"
)
_LONGEST_ACRONYM: Final = 3

DENIALS_AHEAD: Final = frozenset(word.replace("_", " ") for words in _DENIALS.values() for word in words.split())
"""What stands ahead of all that it denies, where that begins a sentence; in small letters, some are two words."""
DENIALS_BEHIND: Final = "nicht niet ikke inte pas değil yok नहीं"
"""What stands behind all that it denies."""
DENIALS: Final = frozenset([*(word for word in DENIALS_AHEAD if " " not in word), *_WITHIN.split()])
"""All words that deny, in small letters."""
BEGINNING_DENIALS: Final = frozenset(
    ["NO", "NOT", *_BEGINNING.split(), *(word.upper() for word in _BEGINNING.split() if len(word) > _LONGEST_ACRONYM)]
)
"""Those whose capitals alone tell that they begin something; others so written may be names, as *Sem* and *SIN* are."""

# Numbers, money, measures and times; in small letters, German ones as they are written.
_QUANTITIES: Final[Mapping[str, str]] = {
    "ar": "ألف آلاف مليون ملايين مليار مليارات دولار دينار ريال درهم متر كيلو كيلومتر ساعة ساعات دقيقة دقائق يوم أيام "
    "سنة سنوات",
    "cs": "tis. tisíc mil milionů milionu miliard Kč korun metrů kilometrů gramů hodin minut sekund dní týdnů měsíců",
    "da no sv": "tusen tusind tusinde mio mia. millioner miljon miljoner milliard milliarder miljard miljarder kroner "
    "kronor timmar minuter minutter sekunder dagar dager dage veckor uker uger månader måneder år grader",
    "de": "Tausend Mio Mrd Million Millionen Milliarde Milliarden Billionen Dutzend Euro Cent Franken Meter Metern "
    "Kilometer Kilometern Zentimeter Millimeter Gramm Kilo Kilogramm Tonne Tonnen Liter Litern Grad Stunde "
    "Stunden Minuten Sekunden Tage Tagen Wochen Monate Monaten Jahre Jahren",
    "el": "χιλιάδες εκατομμύρια δισεκατομμύρια ευρώ μέτρα χιλιόμετρα κιλά ώρες λεπτά ημέρες μέρες χρόνια έτη βαθμούς",
    "en": "lakhs crores dollars euros cents pence pesos rupees yen yuan tons tonnes pounds ounces grams kilograms "
    "kilos inches feet yards miles acres hectares metres meters kilometres kilometers centimetres centimeters "
    "millimetres millimeters litres liters gallons watts kilowatts megawatts volts calories hours minutes "
    "seconds days weeks months years",
    "es": "mil millón millones billones euros pesos dólares céntimos metros kilómetros gramos kilos toneladas litros "
    "horas minutos segundos días semanas meses años grados",
    "fi": "tuhatta miljoonaa miljardia euroa metriä kilometriä kiloa tuntia minuuttia päivää viikkoa kuukautta vuotta",
    "fr": "mille million millions milliard milliards milliers euros centimes mètres kilomètres grammes kilos tonnes "
    "litres heures minutes secondes jours semaines mois ans années degrés",
    "he": "אלף מיליון מיליארד שקל שקלים דולר מטר קילו שעות דקות ימים שנים",
    "hi": "हजार हज़ार लाख करोड़ अरब रुपये मीटर किलो घंटे मिनट दिन साल प्रतिशत",
    "hu": "ezer millió milliárd forint euró méter kilométer kiló tonna liter óra perc hét hónap év",
    "id": "ribu juta miliar triliun rupiah persen meter hari minggu bulan tahun",
    "it": "mila milione milioni miliardo miliardi euro metri chilometri grammi chili tonnellate litri minuti secondi "
    "giorni settimane mesi gradi",
    "nl": "duizend miljoen miljard euro meter kilometer gram kilo ton liter uur minuten seconden dagen weken maanden "
    "jaar graden",
    "pl": "tys tysiące tysięcy mln mld milion miliony milionów miliardy miliardów zł złotych złote groszy metrów "
    "kilometrów gramów kilogramów ton litrów godzin minut sekund dni tygodni miesięcy stopni",
    "pt": "mil milhão milhões bilhão bilhões reais euros dólares metros quilómetros quilômetros gramas quilos "
    "toneladas litros horas minutos segundos dias semanas meses anos graus",
    "ru uk": "тыс тис млн млрд тысяча тысячи тысяч миллион миллиона миллионов миллиард миллиарда миллиардов мільйонів "
    "мільярдів руб рубль рубля рублей грн гривень копеек долларов доларів евро євро мм см м км мг кг тонн тонны "
    "мл литров метров километров часа часов годин минут хвилин секунд дня дней днів недель месяцев лет років "
    "градусов процент процента процентов відсотків",
    "tr": "milyon milyar lira metre kilometre gram kilo ton litre saat dakika saniye gün hafta yıl derece",
    "vi": "nghìn ngàn triệu tỷ tỉ đồng",
}


_CLOCK: Final = "pm PM AM p.m. a.m. am. am, am; am)"  # *um 8 am Bahnhof* is German
QUANTITIES: Final = frozenset(
    [
        *(word for words in _QUANTITIES.values() for word in words.split()),
        *(word.upper() for words in _QUANTITIES.values() for word in words.split() if len(word) > _LONGEST_ACRONYM),
        *_CLOCK.split(),
    ]
)
"""Words that say what the number before them counts, or how many."""


def denies(word: str, *, alone: bool) -> bool:
    """Whether a word denies, that may be `alone` on its side. One for one, short words with capitals may be names.

    >>> denies("No", alone=False), denies("Mai", alone=False), denies("Nem", alone=True), denies("can't", alone=False)
    (True, False, True, True)
    """
    small = word.lower()
    if word in BEGINNING_DENIALS or small.endswith("n't"):
        return True
    return small in DENIALS and (alone or word == small or len(word) > _LONGEST_ACRONYM)
