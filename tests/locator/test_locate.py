"""`locate`: what counts as the same words, where they stand, and what is only like them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inline_snapshot import snapshot

from citebridge import Evidence, Span, UsageError, locate
from citebridge.locator import SourceText
from citebridge.models import Selector

# quote, text, the words of the text
SAME = [
    ("bees see blue", "All bees see blue light.", "bees see blue"),
    ("  owls hunt mice. ", "At night owls hunt mice. Always.", "owls hunt mice."),
    ("\u200bowls hunt mice\ufeff", "At night owls hunt mice.", "owls hunt mice"),
    ("efficient offer", "An eﬃcient oﬀer came.", "eﬃcient oﬀer"),
    ("an eﬃcient oﬀer", "Here is an efficient offer.", "an efficient offer"),
    (
        "the machine was overhauled",
        "In May the ma-\nchine was over-\r\nhauled again.",
        "the ma-\nchine was over-\r\nhauled",
    ),
    ("a well-known machine", "It is a well-\nknown ma-\nchine now.", "a well-\nknown ma-\nchine"),
    ("well-known mill", "It is a well-\nknown mill.", "well-\nknown mill"),
    ("hyphenated words", "They are hyphen\x02\r\nated words.", "hyphen\x02\r\nated words"),
    ("keep off the wet grass", "Please keep off\n   the   wet\tgrass today.", "keep off\n   the   wet\tgrass"),
    ('"it\'s over" - she said', "Then “it’s over” – she said again.", "“it’s over” – she said"),
    ("Zoë danced", "Then Zoe\u0308 danced on.", "Zoe\u0308 danced"),
    ("ten kilometres away", "It is ten kilo\u00admetres\u00a0away now.", "ten kilo\u00admetres\u00a0away"),
    ("wait... and see", "Well, wait… and see.", "wait… and see"),
    ("５ ｋｇ", "It weighs 5 kg.", "5 kg"),
    ("5 \u00b5g of it", "Take 5 \u03bcg of it.", "5 \u03bcg of it"),
    ("5 km–6 km", "from 5 km-6 km off", "5 km-6 km"),
    ("at −5 degrees", "It froze at -5 degrees.", "at -5 degrees"),
    ("The ferry sails at nine", "So the ferry sails at nine.", "the ferry sails at nine"),
    ("THE FERRY SAILS AT 9 KM", "The ferry sails at 9 km.", "The ferry sails at 9 km"),
    ("the house rules of the pier", "The House Rules of the Pier", "The House Rules of the Pier"),
    ("“The ferry sails.”", "The ferry sails, they say.", "The ferry sails"),
    ("The ferry sails.", "The ferry sails at nine.", "The ferry sails"),
    ("take 12mg a day", "Do take 12 mg a day.", "take 12 mg a day"),
    ("5 marks", "He paid—5 marks.", "5 marks"),
    ("5 marks", "<td>5 marks</td>", "5 marks"),
    ("by Smith", "Built by Smith's brother.", "by Smith"),
    ("Lyon line", "The Paris–Lyon line is slow.", "Lyon line"),
    ("500 dogs", "In 2019 500 dogs barked.", "500 dogs"),
    ("500 dogs", "A column:\n150\n500 dogs", "500 dogs"),
    ("150", "A column:\n150\n500 dogs", "150"),
    ("5 to 6", "no 5 to 6-", "5 to 6"),
    ("安全", "这个药是安全的。", "安全"),
    ("5人", "约5人来了", "5人"),
    ("서울", "서울은 크다", "서울"),
    ("🐕 barked", "Then 🐕 barked twice.", "🐕 barked"),
    ("→", "a → b", "→"),
    ("40 m² wide", "a field 40 m² wide", "40 m² wide"),
    ("It has bold words here", "It has **bold** words _here_.", "It has **bold** words _here_"),
    ("bold words follow it", "Now **very bold** words follow it.", "bold** words follow it"),
    ("The fee is 50 euros", "The fee is 60 euros. The fee is **50** euros.", "The fee is **50** euros"),
    ("Dogs bark loudly", "Today *Dogs* bark `loudly`, all of them.", "*Dogs* bark `loudly`"),
    ("Dogs bark at night.", "***Dogs*** bark at **night**.", "***Dogs*** bark at **night**."),
    ("Dogs bark at night.", "Often _dogs bark at *night*._", "_dogs bark at *night*._"),
    ("Dogs bark at night", "**Dogs bark** *at\nnight*", "**Dogs bark** *at\nnight*"),
    ("Natural Language is big", "**N**atural **L**anguage is big.", "**N**atural **L**anguage is big"),
    ("all of the bold words", "**all *of the* bold** words", "**all *of the* bold** words"),
    ("狗不能进入泳池", "注意：狗**不能**进入泳池。", "狗**不能**进入泳池"),
    (
        "See the guide for help",
        "See [the guide](https://a.example/b_(c)) for help.",
        "See [the guide](https://a.example/b_(c)) for help",
    ),
    (
        "Do see [the guide](https://a.example/) for help",
        "- Do *see* [the guide](https://a.example/)\n- for help",
        "Do *see* [the guide](https://a.example/)\n- for help",
    ),
    ("Fees: adults pay 5 euros", "- **Fees:** adults\n- *pay* 5 euros", "**Fees:** adults\n- *pay* 5 euros"),
    ("It has **bold** words", "It has bold words.", "It has bold words"),
    ("dogs bark and cats purr", "So:\n- dogs bark\n- and cats purr", "dogs bark\n- and cats purr"),
    ("one line and the next", "> one line\n> and the next", "one line\n> and the next"),
    ("中文测试很好", "中文测\n试很好。", "中文测\n试很好"),
    ("الكتاب جديد", "الكِتابُ جديدٌ", "الكِتابُ جديدٌ"),
    ("الكتاب جديد", "الكـــتاب جديد", "الكـــتاب جديد"),
    ("שלום לכולם היום", "אמר ש\u05b8\u05c1לו\u05b9ם לכולם היום כאן.", "ש\u05b8\u05c1לו\u05b9ם לכולם היום"),
    ("น้ำใจดีมาก", "น\u0e49\u0e4d\u0e32ใจดีมาก", "น\u0e49\u0e4d\u0e32ใจดีมาก"),
    ("an Agreement of both", "It is an AGREEMENT of both.", "an AGREEMENT of both"),
    ("Fire safety", "3. FIRE SAFETY\nKeep the doors shut.", "FIRE SAFETY"),
    ("The dose is 12 mg", "THE DOSE IS 12 mg A DAY", "THE DOSE IS 12 mg"),
]


@pytest.mark.parametrize(("quote", "text", "words"), SAME)
def test_same_words(quote: str, text: str, words: str):
    found = locate(quote, text)
    assert found.span is not None
    assert (found.status, found.quote, found.score) == ("verified", words, 1.0)
    assert text[found.span.start : found.span.end] == words
    assert found.method == ("exact" if quote.strip() == words else "folded")


# What a quote says, and what the source says: another number, sign, unit, name, denial, wording or case.
ALTERED = [
    ("the dose is 12 mg a day", "Note: the dose is 13 mg a day for adults.", "the dose is 13 mg a day"),
    ("it rose 15 times", "Then it rose 1.5 times.", "it rose 1.5 times"),
    ("it rose 1.5 times", "Then it rose 15 times.", "it rose 15 times"),
    ("some 1,000 dogs", "There were some 1.000 dogs.", "some 1.000 dogs"),
    ("some 1000 dogs", "There were some 1,000 dogs.", "some 1,000 dogs"),
    ("it was 5 degrees", "At dawn it was -5 degrees.", "it was -5 degrees"),
    ("it was -5 degrees", "At dawn it was 5 degrees.", "it was 5 degrees"),
    ("5 degrees at dawn", "-5 degrees at dawn", "-5 degrees at dawn"),
    ("it grew by 102 a year", "So it grew by 10² a year.", "it grew by 10² a year"),
    ("a field of 40 m2 wide", "They mowed a field of 40 m³ wide once.", "a field of 40 m³ wide"),
    ("it rose 5 in May", "Then it rose 5% in May.", "it rose 5% in May"),
    ("add 5 kg of lime per plot", "Farmers add 5 g of lime per plot each year.", "add 5 g of lime per plot"),
    ("take 5 mg a day", "Do take 5 µg a day.", "take 5 µg a day"),
    ("it gives 5 mW there", "Here it gives 5 MW there.", "it gives 5 MW there"),
    ("it costs €5 a day", "There it costs $5 a day.", "it costs $5 a day"),
    ("the prize went to Smith in May", "And the prize went to Smyth in May.", "the prize went to Smyth in May"),
    ("the valve does not open at night", "By law the valve does open at night.", "the valve does open at night"),
    ("the valve does open at night", "By law the valve does not open at night.", "the valve does not open at night"),
    ("it is safe to eat raw", "No, it is unsafe to eat raw.", "it is unsafe to eat raw"),
    ("safe to eat raw", "It is unsafe to eat raw.", "unsafe to eat raw"),
    ("they can leave early", "So they can't leave early.", "they can't leave early"),
    ("it helps US ferries", "Now it helps us ferries.", "it helps us ferries"),
    ("the tax is 4", "By law the tax is 41 marks.", "the tax is 41"),
    ("the tax is 4.", "By law the tax is 4.5 marks.", "the tax is 4.5"),
    ("the fund holds 5", "Now the fund holds 5 million.", "the fund holds 5 million"),
    ("the fund holds five", "Now the fund holds five hundred marks.", "the fund holds five hundred"),
    ("it goes at 5 km", "There it goes at 5 km/h.", "it goes at 5 km/h"),
    ("profit organisations may", "Only non-profit organisations may.", "non-profit organisations may"),
    ("it contains sugar", "Now it contains sugar-free gum.", "it contains sugar-free"),
    ("这个药是安全的", "他们说这个药是不安全的。", "这个药是不安全的"),
    ("שלום לכולם היום בעיר", "אמר ש\u05b8\u05c1לום לכולם מחר בעיר.", "ש\u05b8\u05c1לום לכולם מחר בעיר"),
    ("a wellknown old mill", "It is a well-known old mill.", "a well-known old mill"),
    ("the ferry sails at dawn", "So the ferry leaves at dawn.", "the ferry leaves at dawn"),
]  # fmt: skip


@pytest.mark.parametrize(("quote", "text", "words"), ALTERED)
def test_altered(quote: str, text: str, words: str):
    found = locate(quote, text)
    assert (found.status, found.method, found.quote) == ("altered", "fuzzy", words)
    assert found.span is not None
    assert text[found.span.start : found.span.end] == words
    assert found.score is not None
    assert found.score < 1
    assert found.note


# Cut out of a word or a number: not there, whatever else is like it.
CUT = [
    ("safe", "unsafe"),
    ("legal", "illegal"),
    ("care", "careless"),
    ("B", "vitamin B12"),
    ("5", "-5"),
    ("5", "±5"),
    ("5", "<5"),
    ("5", "15"),
    ("5", "1.5"),
    ("5", ".5"),
    (".5", "1.5"),
    ("-5", "3-5"),
    ("3", "3-5"),
    ("5", "5%"),
    ("5", "5 %"),
    ("5", "5°"),
    ("5", "€5"),
    ("5", "5 €"),
    ("$5", "A$5"),
    ("5", "5kg"),
    ("5", "5 kg"),
    ("5", "5 m³"),
    ("5", "5²"),
    ("5", "5½"),
    ("5", "5:30"),
    ("5", "5/6"),
    ("5", "5th"),
    ("5", "minus 5"),
    ("500", "1 500"),
    ("1", "1 500"),
    ("million", "5 million"),
    ("can", "can't"),
    ("tax", "pre-tax"),
    ("5", "3–5"),
    ("a" * 100, "a" * 300),
    ("x", "x\u0304"),
    ("安全", "不安全"),
    ("安全", "安全ではない".replace("では", "")),
    ("十", "三十"),
    ("41", "4\u200b1\u200b0"),
    ("5", "1·5"),
    ("5", "1٫5"),
    ("5", "5٪"),
    ("٢٣", "١٢٣"),
    ("๑๒", "๑๒๓"),
    ("½", "1 ½"),
    ("1/2", "1 1/2"),
    ("5", "5 EUR"),
    ("5", "EUR 5"),
    ("5", "5 lakh"),
    ("5", "5 degrees"),
    ("5", "–5"),
    ("5", "minus 5"),
    ("five", "minus five"),
    ("0.05", "p<0.05"),
    ("0.05", "p < 0.05"),
    ("0.05", "p ≤ 0.05"),
    ("b", "a ≠ b"),
    ("2", "√2"),
    ("5", "5 ½"),
    ("5", "5 1/2"),
    ("5", "5℃"),
    ("5", "5 ℃"),
    ("5", "5㎏"),
    ("5", "5 ㎡"),
    ("5", "5‱"),
    ("1", "1_000"),
    ("000", "1_000"),
    ("b", "a ∉ b"),
    ("AA", "AA+"),
    ("AA", "AA-"),
    ("AA", "AA−"),
    ("type A", "type A⁺"),
    ("Na", "Na+"),
    ("C", "C++"),
    ("C", "C#"),
    ("5 mg", "5 mg per kg"),
    ("5 mg", "5 mg kg⁻¹"),
    ("5", "5× more"),
    ("5", "5 x 3 m"),
    ("12", "10-\n12"),
    ("million", "half a million"),
    ("can", "can` t"),
    ("[ ] done", "[x] done"),
    ("安全", "安全ではない"),
    ("安全", "安全じゃない"),
    ("飲", "飲まない"),
    ("약을 먹", "약을 먹지 마세요"),
    ("ปลอดภัย", "ไม่ปลอดภัย"),
    ("यह दव", "यह दवा"),
    ("น", "น้ำ"),
    ("5", "5 Tausend Euro"),
    ("5", "5 milliards"),
    ("5", "5 mila euro"),
    ("5", "5 millones"),
    ("1,5", "1,5 млн рублей"),
    ("5", "5 кг"),
    ("5", "5 tys. zł"),
    ("5", "5 mia. kroner"),
    ("5", "5 लाख"),
    ("5", "5 MILLIONEN"),
    ("5", "Total\tEUR\t5"),
    ("5", "5 dollars"),
    ("1200", "1200 miles"),
    ("at 8", "at 8 p.m."),
    ("at 10:30", "at 10:30 PM"),
]
# Signs that are no dress.
SIGNS = [
    ("a hotel of 5 stars", "a hotel of 5** stars"),
    ("the 23 sum is", "the 2**3 sum is"),
    ("foo bar baz qux", "foo * bar baz qux"),
    ("the p value 0.05 is", "the p value\n> 0.05 is"),
    ("it was 5 degrees out", "it was\n- 5 degrees out"),
    ("snakecase name is long", "snake_case name is long"),
    ("the value xy is big", "the value x**y is big"),
    ("the value xy is big, zw not", "the value x**y is big, z**w not"),
    ("it costs 50 a day", "it costs 5`0` a day"),
    ("it costs 51 a day", "it costs 5[1](#note) a day"),
    ("no more than f is read", "no more than f[x](y.z) is read"),
    ("see rule as told there", "see rule [5](/rules) as told there"),
    ("the dose is 12 mg", "the **dose** is *13* mg"),
    ("5 degrees at dawn", "It was -**5** degrees at dawn"),
    ("dogs may enter", "**No** dogs may enter."),
    ("Now it costs 5", "Now it costs 5 **million** a day"),
    ("Now it costs 5", "Now it costs 5 [million](https://a.example/) a day"),
    ("million marks", "It costs 5 [million marks](https://a.example/) a day"),
    ("dogs may enter", "[No](https://a.example/rules/of/the/house) dogs may enter."),
    ("do see [the guide](https://b.example/)", "Do see [the guide](https://a.example/) for help."),
    ("do see [the guide](https://b.example/)", "Do see the guide for help."),
    ("open it at night", "*never open it at night*"),
    ("the tax is 4 now", "the tax is **-**4 now"),
    ("الكِتابُ جديدٌ", "الكُتّابُ جديدٌ"),
]
# Of these sentences nothing is left off but what denies them.
UNDENIED = [
    ("dogs may enter", "No dogs may enter."),
    ("dogs may enter", "Rules\nNo dogs may enter."),
    ("open it", "By law: never open it."),
    ("Hunde dürfen hinein", "Keine Hunde dürfen hinein."),
    ("Sie zahlen", "Sie zahlen nicht."),
    ("Bu ilaç güvenli", "Bu ilaç güvenli değil."),
    ("यह दवा सुरक्षित", "यह दवा सुरक्षित नहीं है।"),
    ("открывать дверь", "Не открывать дверь."),
    ("يصلح للأطفال", "لا يصلح للأطفال."),
    ("open the door", "Do not open the door."),
    ("lean out", "Don’t lean out."),
    ("dogs may enter", "They bite. No\ndogs may enter."),
    ("Hunde kommen herein", "Sie beißen. Keine\nHunde kommen herein."),
    ("fumer ici", "Merci de lire : ne pas fumer ici."),
    ("è permesso fumare qui", "Non è permesso fumare qui."),
    ("é permitido fumar", "Não é permitido fumar."),
    ("azúcar y sal", "Sin azúcar y sal."),
    ("wolno palić", "nie wolno palić"),
    ("szabad dohányozni", "Nem szabad dohányozni."),
    ("επιτρέπεται η είσοδος", "Δεν επιτρέπεται η είσοδος"),
    ("boleh masuk", "Di sini? Tidak boleh masuk."),
    ("được phép vào", "Không được phép vào."),
    ("מותר להיכנס", "לא מותר להיכנס"),
    # of short quotes it is a third of the letters
    ("must pay", "Guests must not pay."),
    ("guests must not pay", "Guests must pay."),
]
# What stands before these, or behind them, denies nothing of them.
WHOLE = [
    ("5 is closed", "No 5 is closed."),
    ("they say so", "It is not so. And they say so."),
    ("not safe", "It is not safe."),
    ("They came, they saw", "They came, they saw, nothing else."),
    ("he paid", "he paid — 5 marks"),
    ("5 marks", "he paid — 5 marks"),
    ("row", "| row | 5 |"),
    ("5", "<td>5</td>"),
    ("[1] It rose", "[1] It rose."),
    ("In 2024", "In 2024 1/2 of them left."),
    ("rated AA", "It is rated AA – by all."),
    ("rated AA", "It is rated AA—by all."),
    ("the pier", "the pier + the ferry"),
    ("C++", "They use C++."),
    ("5 ℃", "It was 5 ℃."),
    ("ist schön", "Der Mai ist schön."),
    ("multe persoane", "Mai multe persoane vin."),
    ("image shows", "The SEM image shows it."),
    ("is bad for you", "It is said that Sin is bad for you."),
    ("får gå", "Ni får gå."),
    ("bok om fugler", "Ei bok om fugler."),
    ("Gleis 5", "auf Gleis 5 am Bahnhof"),
    ("In 2019", "In 2019 days were longer."),
    ("Track 5", "On Track 5 Miles plays."),
    ("chapter 5", "In chapter 5 daylight is told of."),
    # nor what stands in another row, cell or paragraph
    ("Parking: yes", "Pets: No\nParking: yes"),
    ("Parking is free.", "May pets come in?\r\n\r\nNo\r\n\r\nParking is free."),
    ("Dogs", "Cats\tNo\tDogs\tYes"),
    ("parking: yes", "pets: no\nparking: yes"),
    ("الموقف", "الكلاب: لا\nالموقف: نعم"),
    ("Cats", "| Dogs | No |\n| Cats | Yes |"),
    ("Parking: yes", "**Pets:** **No**\n\n\n\nParking: yes"),
    ("Room 5", "Room 5\n\nmin. 2 guests"),
    ("rooms: 5", "rooms: 5\nhours: 8"),
    ("Zimmer: 5", "Zimmer: 5\nStunden: 8"),
]


@pytest.mark.parametrize(("quote", "text"), CUT)
def test_cut_out_of_a_word_or_a_number(quote: str, text: str):
    assert locate(quote, f"In all {text} of it.").status in ("altered", "not_found")


@pytest.mark.parametrize(("quote", "text"), SIGNS)
def test_signs_that_are_no_dress(quote: str, text: str):
    assert locate(quote, text).status in ("altered", "not_found")


@pytest.mark.parametrize(("quote", "text"), UNDENIED)
def test_all_of_a_sentence_but_its_denial(quote: str, text: str):
    found = locate(quote, text)
    assert found.status == "altered"
    assert found.note
    assert found.note.startswith("a negation differs")


@pytest.mark.parametrize(("quote", "text"), WHOLE)
def test_all_that_stands_there(quote: str, text: str):
    assert locate(quote, text).status == "verified"


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("", "Some text."),
        (" \n\u200b", "Some text."),
        ("…", "Wait… no"),
        ("—", "a—b"),
        ("some text", ""),
        ("some", " \n"),
    ],
)
def test_nothing_to_look_for_or_in(quote: str, text: str):
    found = locate(quote, text)
    assert (found.status, found.span, found.method, found.selector) == ("unverifiable", None, None, None)
    assert found.note


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("penguins cannot fly over mountains", "The tax is due in April and in September."),
        ("the", "penguins"),
        ("that no", "so that the"),
        ("not cats", "cat"),
        ("cats", "hats"),
        ("the mill stood still all day long", "t h e m i l l s t o o d s t i l l"),
        ("penguins fly", "flies pen" * 400),
        ("x" * 20_001, "y" * 50),
    ],
)
def test_not_found(quote: str, text: str):
    found = locate(quote, text)
    assert (found.status, found.span, found.quote) == ("not_found", None, None)


def test_all_of_an_evidence():
    assert locate("dogs bark", "At night “Dogs  bark”; dogs bark, and Dogs bark.") == snapshot(
        Evidence(
            status="verified",
            span=Span(start=23, end=32),
            quote="dogs bark",
            method="exact",
            score=1.0,
            alternatives=(Span(start=10, end=20), Span(start=38, end=47)),
            selector=Selector(
                exact="dogs bark",
                prefix="At night “Dogs  bark”; ",
                suffix=", and Dogs bark.",
                sha256="2bc589443f7a74b588082067c5911975037bc364d15a2de689dc218d5d18ff16",
            ),
        )
    )


def test_a_text_is_made_ready_once_for_many_quotes():
    rules = SourceText("Dogs stay outside. No fires.")
    assert locate("No fires", rules) == locate("No fires", rules.text)


def test_what_is_no_text():
    with pytest.raises(UsageError, match="locate\\(\\) takes two texts, not bytes and str"):
        locate(b"dogs", "dogs")  # type: ignore[arg-type]


def test_copies_are_listed_up_to_a_hundred():
    found = locate("No dogs.", "No dogs. " * 500)
    assert found.span == Span(0, 8)
    assert [span.start for span in found.alternatives] == [9 * n for n in range(1, 101)]


def test_a_good_place_behind_many_bad_ones_is_found():
    text = "4" * 20 + " 41" * 5000 + " 4."
    assert locate("4", text).span == Span(len(text) - 2, len(text) - 1)


words = st.sampled_from(
    ("the", "ferry", "sails", "Ødegård", "5", "12.5", "-3", "1,000", "kg", "not", "e\u0301tude", "oﬃce", "“so”", "x—y", "汉字", "🐕", "\ud800", "it's", "\u200b", "(b)", "95%", "m²")
)  # fmt: skip
blanks = st.sampled_from((" ", "  ", "\n", "\u00a0", "\r\n", "\t", "\u2028"))
texts = st.lists(st.tuples(words, blanks), min_size=1, max_size=40)


@settings(max_examples=400)
@given(texts, st.data())
def test_a_slice_between_blanks_stands_where_it_was_taken(parts: list[tuple[str, str]], data: st.DataObject):
    """Unless it is cut out of a quantity: `5 | kg`, `-3 | 000`."""
    first = data.draw(st.integers(0, len(parts) - 1))
    last = data.draw(st.integers(first, len(parts) - 1))
    text = "".join(word + blank for word, blank in parts)
    start = sum(len(word) + len(blank) for word, blank in parts[:first])
    quote = "".join(word + blank for word, blank in parts[first : last + 1])
    found = locate(quote, text)
    if found.status == "verified":
        assert found.span is not None
        places = {(span.start, span.end) for span in (found.span, *found.alternatives)}
        core = quote.strip().strip("\u200b").strip()
        begins = start + quote.index(core)
        # A copy that begins within the one before is not listed.
        assert any(at < begins + len(core) and begins < end for at, end in places)
        assert all(text[at:end] == text[at:end].strip() for at, end in places)
    elif found.status != "unverifiable":
        around = (parts[first - 1][0] if first else "", parts[last + 1][0] if last + 1 < len(parts) else "")
        assert any(part[:1].isdigit() or part[:1] in "-k" or part == "m²" for part in around)


@settings(max_examples=300)
@given(st.text(max_size=60), st.text(max_size=200))
def test_any_two_texts_give_evidence_that_can_be_trusted(quote: str, text: str):
    found = locate(quote, text)
    for span in (found.span, *found.alternatives):
        if span is not None:
            assert 0 <= span.start < span.end <= len(text)
    if found.span is not None:
        assert found.quote == text[found.span.start : found.span.end]
        assert found.selector is not None
        assert found.selector.exact == found.quote
    assert locate(quote, text) == found
