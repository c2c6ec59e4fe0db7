"""Six invented documents and questions about them, with the words that answer each, or none.

What `extractive` gets right of them is counted in `tests/test_extractive.py`. Its constants were chosen with `TUNING`
alone; `HELD_OUT` was written at the same time, by turns, and is only counted.
"""

from pathlib import Path

from reportlab.lib.pagesizes import A5
from reportlab.pdfgen.canvas import Canvas

from citebridge import Source, Span

POLICY = """\
# Lindholm Lake Cruises: booking policy

Valid from 1 April 2026. It replaces the policy of 2024.

## Tickets

Tickets are personal and cannot be handed on to somebody else. Children under six travel free
when an adult comes along. A ticket for the evening cruise costs 34 euros, and one for the
morning cruise 21 euros.

## Refunds

Money is returned within 14 days to the card that was used. A handling fee of 3 euros is kept.
No refund is given for a cruise that was missed.

## Cancellation

- Up to 48 hours before departure you can cancel for nothing.
- Later than that, half of the price is kept.
- If we call off a cruise because of ice or storm, you choose between another date and your money.

## Luggage and animals

One bag of up to 12 kg goes into the cabin. Skis and sledges are stowed on the foredeck; they must
be registered the day before. Guide dogs are welcome. Other animals have to stay ashore.

## Contact

The office in Harbour Street 9 is open on weekdays from 9:30 to 16:00. Letters are answered within a
week, calls at once: 0555 013 77.
"""

CONTRACT_PAGES = (
    """\
Storage agreement no. 7714

between Brandt & Osei Warehousing, called the Keeper, and the
Customer named in annex A.

1 Subject
The Keeper stores the goods listed in annex A in hall 3 of the
warehouse at Quay 12. The hall is heated to at least 8 degrees.

2 Term
The agreement begins on 1 March 2026 and runs for two years. It is
prolonged by one year each time unless a party gives notice.
""",
    """\
3 Notice
The notice period is three months to the end of a year of the
agreement. Notice has to be given in writing; an e-mail is not enough.

4 Price
The Customer pays 640 euros a month, in advance, by the fifth
working day. Interest of 0.8 percent a month is due on late payments.

5 Access
Goods can be seen and taken out on workdays between 7:00 and 18:00.
Visits outside these hours are agreed with the hall manager, Ms Adeyemi.
""",
    """\
6 Liability
The Keeper answers for loss and damage up to 50,000 euros for each
event. Damage must be reported within five days of being found. The
Keeper does not answer for damp that comes from the packaging.

7 Dangerous goods
Batteries, gas cylinders and fireworks are not accepted. Paint is
stored up to 20 litres.

8 Place of jurisdiction
All disputes are heard by the district court of Marrow.
""",
)

HOUSE_RULES = """\
# Hausordnung Lindenhof

## Ruhezeiten

Von 22 Uhr bis 6 Uhr ist Nachtruhe. Musikinstrumente dürfen werktags höchstens zwei Stunden am Tag
gespielt werden.

## Treppenhaus

Das Treppenhaus wird im wöchentlichen Wechsel von den Mietern gereinigt. Fahrräder gehören in den
Keller, Kinderwagen dürfen unter der Treppe stehen. Das Rauchen ist im ganzen Haus verboten.

## Waschküche

Die Waschmaschine kostet 1,50 Euro je Waschgang. Wäsche, die länger als einen Tag hängen bleibt, legt der
Hausmeister in den Korb neben der Tür.

## Haustiere

Kleintiere sind erlaubt. Für einen Hund braucht man die schriftliche Zustimmung der Verwaltung.

## Müll

Die Tonnen werden jeden Dienstag geleert. Sperrmüll holt die Stadt nach Anmeldung ab.

## Notfälle

Bei einem Rohrbruch rufen Sie zuerst Herrn Wiesner an, Telefon 0711 5550 19. Den Haupthahn finden Sie im
Keller links.
"""

FAQ = """\
Médiathèque de Valcombe - questions fréquentes

Comment s'inscrire ?
L'inscription se fait à l'accueil avec une pièce d'identité. Elle est gratuite pour les moins de 26 ans et coûte
12 euros par an pour les autres.

Combien de livres puis-je emprunter ?
Vous pouvez emporter dix documents à la fois, dont trois films.

Quelle est la durée du prêt ?
Trois semaines. Une prolongation de deux semaines est possible si personne n'a réservé le document.

Que se passe-t-il en cas de retard ?
Une pénalité de 0,20 euro par jour est demandée à partir du quatrième jour.

Quels sont les horaires d'ouverture ?
La médiathèque est ouverte du mardi au samedi de 10 h à 18 h. Elle est fermée pendant les deux premières semaines d'août.

Peut-on imprimer ?
Oui, une imprimante se trouve au premier étage. La page en noir et blanc coûte dix centimes.
"""

GUIDE = """\
若葉市民プール 利用案内

開館時間
平日は午前9時から午後8時まで、土日祝日は午前10時から午後5時まで開いています。毎週月曜日は休館日です。

料金
大人は500円、高校生以下は200円です。ロッカーの使用料は100円で、使用後に返却されます。

注意事項
水泳帽を必ず着用してください。飲食は2階の休憩室でのみ可能です。小学3年生以下のお子様には保護者の付き添いが必要です。

教室
初心者向けの水泳教室は毎週水曜日の午後6時に始まります。申し込みは受付で前日までにお願いします。

忘れ物
忘れ物は受付で1か月間保管します。
"""

MANUAL = """\
# Kestrel 80 field telescope

## Assembly

Screw the three legs into the base plate. The tube weighs 3.2 kg; hold it with both hands while the clamp is
tightened. Never look at the sun through the finder, not even for a moment: blindness may follow at once.

## Eyepieces

| Eyepiece | Magnification | Field of view |
|---|---|---|
| 25 mm | 32 times | 1.6 degrees |
| 10 mm | 80 times | 0.6 degrees |
| 4 mm | 200 times | 0.3 degrees |

The 25 mm eyepiece is the one to begin with.

## Care

Dust on the lens is blown away with the rubber bulb. Fingerprints are wiped off with the cloth from the box; alcohol would
dissolve the coating. Store the tube dry, with both caps on.

## Batteries

The red dot finder runs on a CR2032 cell, which lasts about 300 hours. A blinking dot tells that the cell is low.

## Warranty

The warranty covers faults of material for three years. It ends when the tube has been opened. Send the telescope
to Kestrel Optics, 4 Mill Lane, Orrin.
"""


def _paged(pages: tuple[str, ...]) -> tuple[str, tuple[Span, ...]]:
    spans: list[Span] = []
    at = 0
    for page in pages:
        spans.append(Span(at, at + len(page)))
        at += len(page)
    return "".join(pages), tuple(spans)


_CONTRACT, _PAGES = _paged(CONTRACT_PAGES)

DOCUMENTS = (
    Source(id="policy", title="policy.md", media_type="text/markdown", text=POLICY),
    Source(id="contract", title="contract.pdf", media_type="application/pdf", text=_CONTRACT, pages=_PAGES),
    Source(id="house", title="hausordnung.md", media_type="text/markdown", text=HOUSE_RULES),
    Source(id="faq", title="faq.txt", media_type="text/plain", text=FAQ),
    Source(id="pool", title="annai.txt", media_type="text/plain", text=GUIDE),
    Source(id="manual", title="kestrel.md", media_type="text/markdown", text=MANUAL),
)


def write_contract(path: Path) -> None:
    """The contract as a PDF."""
    paper = Canvas(str(path), pagesize=A5, invariant=1)
    paper.setTitle("Storage agreement")
    for page in CONTRACT_PAGES:
        paper.setFont("Helvetica", 9)
        for number, row in enumerate(page.splitlines()):
            paper.drawString(40, 540 - 14 * number, row)
        paper.showPage()
    paper.save()


QUESTIONS: tuple[tuple[str, str | None], ...] = (
    # cruises
    ("How long do refunds take?", "within 14 days"),
    ("When will I get my money back?", "within 14 days"),
    ("What is the fee for handling a refund?", "handling fee of 3 euros"),
    ("Do I get a refund if I missed the cruise?", "No refund is given"),
    ("How much is a ticket for the evening cruise?", "34 euros"),
    ("What does the morning cruise cost?", "21 euros"),
    ("Can I give my ticket to a friend?", "Tickets are personal"),
    ("Do children pay?", "Children under six travel free"),
    ("Until when can I cancel free of charge?", "Up to 48 hours"),
    ("What happens if the cruise is called off because of a storm?", "another date"),
    ("How heavy may my bag be?", "12 kg"),
    ("Where do skis go?", "foredeck"),
    ("May I bring my dog on the cruise?", "Guide dogs are welcome"),
    ("Are animals other than guide dogs allowed?", "stay ashore"),
    ("What is the phone number of the office?", "0555 013 77"),
    ("When is the office open?", "9:30 to 16:00"),
    # storage
    ("What is the notice period?", "three months"),
    ("Can notice be given by e-mail?", "an e-mail is not enough"),
    ("How much does the customer pay each month?", "640 euros"),
    ("What interest is due on late payments?", "0.8 percent"),
    ("When does the agreement start?", "1 March 2026"),
    ("How warm is the hall?", "8 degrees"),
    ("Who is the hall manager?", "Adeyemi"),
    ("Which goods are not accepted?", "fireworks"),
    ("How much paint may be stored?", "20 litres"),
    ("How soon must damage be reported?", "within five days"),
    ("Up to which amount is the Keeper liable?", "50,000 euros"),
    ("Which court hears disputes?", "Marrow"),
    # house
    ("Wann ist Nachtruhe?", "22 Uhr bis 6 Uhr"),
    ("Wie lange darf ich Klavier oder andere Musikinstrumente spielen?", "zwei Stunden"),
    ("Was kostet ein Waschgang?", "1,50 Euro"),
    ("Wohin mit dem Fahrrad?", "Keller, Kinderwagen"),
    ("Darf man im Haus rauchen?", "Rauchen"),
    ("Brauche ich für einen Hund eine Erlaubnis?", "schriftliche Zustimmung"),
    ("An welchem Tag wird der Müll geleert?", "Dienstag"),
    ("Wen rufe ich bei einem Rohrbruch an?", "Wiesner"),
    # library
    ("Combien coûte l'inscription ?", "12 euros"),
    ("Combien de films peut-on emprunter ?", "trois films"),
    ("Quelle est la durée d'un prêt ?", "Trois semaines"),
    ("Peut-on prolonger un prêt ?", "prolongation"),
    ("Quelle est la pénalité de retard ?", "0,20 euro"),
    ("La médiathèque est-elle ouverte le samedi ?", "mardi au samedi"),
    ("Quel est le prix d'une page imprimée ?", "dix centimes"),
    ("Quand la médiathèque est-elle fermée ?", "août"),
    # pool
    ("平日は何時から開いていますか？", "午前9時"),
    ("大人の料金はいくらですか？", "500円"),
    ("休館日はいつですか？", "月曜日"),
    ("水泳帽は必要ですか？", "水泳帽"),
    ("水泳教室はいつ始まりますか？", "水曜日"),
    ("ロッカーはいくらですか？", "100円"),
    ("どこで飲食できますか？", "休憩室"),
    ("忘れ物はどのくらい保管されますか？", "1か月間"),
    # telescope
    ("How heavy is the tube?", "3.2 kg"),
    ("What magnification does the 10 mm eyepiece give?", "80 times"),
    ("How do I remove fingerprints from the lens?", "cloth from the box"),
    ("How long does the battery last?", "300 hours"),
    ("Which cell does the finder need?", "CR2032"),
    ("How long is the warranty?", "three years"),
    ("May I look at the sun?", "Never look at the sun"),
    ("Where do I send the telescope for repair?", "Mill Lane"),
    # nobody knows
    ("Who is the captain of the ship?", None),
    ("What is the capital of France?", None),
    ("Is there a restaurant on board?", None),
    ("How many passengers fit on the boat?", None),
    ("What was the ticket price in 2019?", None),
    ("Does the keeper insure against earthquakes?", None),
    ("What is the name of the customer's bank?", None),
    ("How many employees does the warehouse have?", None),
    ("Wie hoch ist die Miete?", None),
    ("Gibt es einen Aufzug?", None),
    ("Wer hat das Haus gebaut?", None),
    ("Y a-t-il un parking à vélos ?", None),
    ("Qui est la directrice ?", None),
    ("駐車場はありますか？", None),
    ("プールの深さはどのくらいですか？", None),
    ("Can the telescope be used for photography?", None),
    ("Which planets are visible in June?", None),
    ("What colour is the tripod?", None),
    ("¿Cuál es la capital de Portugal?", None),
    ("How do I reset my password?", None),
)
"""Each with words of the sentence that answers it, or `None` when nothing does."""

TUNING, HELD_OUT = QUESTIONS[::2], QUESTIONS[1::2]
