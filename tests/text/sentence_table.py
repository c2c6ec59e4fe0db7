"""Invented texts with their sentence boundaries, to measure the splitter with.

In each text `‖` stands where one sentence ends and the next begins (blanks around it do not matter); a text without
it is one sentence. A citation mark right after a stop belongs to the sentence before it.

`TUNING` was looked at while the rules were made. `HELD_OUT` was written at the same time, before there was a splitter,
and first measured when the rules stood: 148 right, 2 false, 3 missed (F1 0.983). Its misses were seen then; since that,
`etc` and `mm` changed their list, so it is no longer unseen.
"""

from typing import NamedTuple


class Row(NamedTuple):
    """One text: what it tries, and the text with `‖` at its boundaries."""

    about: str
    marked: str

    @property
    def text(self) -> str:
        return self.marked.replace("‖", "")

    @property
    def cuts(self) -> list[int]:
        """Places in `text` where a sentence ends, blanks before the cut left out."""
        parts = self.marked.split("‖")
        places, at = [], 0
        for part in parts[:-1]:
            at += len(part)
            places.append(at - (len(part) - len(part.rstrip())))
        return places


# fmt: off
TUNING = (
    Row("plain", "Hens cluck at dawn. ‖Dogs bark at noon! ‖Do fish sing at night? ‖Nobody knows."),
    Row("plain", "The ferry left early. ‖It was almost empty. ‖We waved from the pier."),
    Row("titles", "Dr. Roe met Mr. Lee and Mrs. Park. ‖They spoke with Prof. Adeyemi for an hour."),
    Row("time", "The shop closes at 5 p.m. on weekdays. ‖It opens at 8 a.m. sharp."),
    Row("time", "The train arrived at 9 p.m. ‖Everyone was asleep by then."),
    Row("months", "It was sold on Jan. 3 and again on Sept. 14. ‖Nobody complained."),
    Row("latin", "Bring tools, e.g. a saw or a drill. ‖Nails, screws, etc. are on the shelf."),
    Row("latin", "We grow roots, i.e. beets and carrots, etc. ‖The rest is bought."),
    Row("initials", "The poem is by J. R. Smith. ‖It was read by A. Okafor in 1987."),
    Row("initials", "Harold B. Lund lives here. ‖His sister is Ida M. Lund."),
    Row("decimals", "Pi is about 3.14 here. ‖The price fell by 0.5 percent to $4.50. ‖Buyers were glad."),
    Row("versions", "Version 2.0.1 is out. ‖Update from v1.9 first. ‖Python 3.11 is needed."),
    Row("urls", "See https://map.example/a.b?c=d.e for maps. ‖Write to jo.roe@map.example today."),
    Row("urls", "Details are on www.barn.example. ‖The file notes.v2.txt holds the rest."),
    Row("urls", "The list is at https://barn.example/list. ‖Read it first."),
    Row("ellipsis", "He waited... and then left. ‖She stayed… ‖Nobody came."),
    Row("ellipsis", "Well... ‖That is another story. ‖I forgot the rest…"),
    Row("quotes", 'She said "Stop it." ‖Then she left. ‖"Why?" he asked. ‖Nobody answered.'),
    Row("quotes", "“It is over.” ‖He closed the book. ‖‘Not yet,’ she said."),
    Row("quotes", 'He shouted "Fire!" and ran. ‖The hall emptied.'),
    Row("quotes", "„Komm heim.“ ‖Sie ging. ‖“It fell.[1]” ‖It rose. ‖‘It fell.²’ ‖It rose.[3] ‖“Did it?”"),
    Row("brackets", "The roof leaks (see the photo). ‖The walls are dry. ‖(They were painted in May.) ‖Fine."),
    Row("brackets", "It ended badly (who knew?) but quickly. ‖We went home."),
    Row("marks", "Rain fell all day. [1] ‖The dam held. [2][3] ‖Crews left at noon [4]. ‖All was well.[5]"),
    Row("marks", "Rain fell all day.[S1] ‖The dam held.[S2, S3] ‖Crews left【4:0†source】. ‖All was well.【5】"),
    Row("marks", "Oats need rain.¹ ‖Rye does not.² ‖Barley lies between."),
    Row("marks", "The well was dug in 1890 ([site](https://a.example/x.y)). ‖It ran dry.[[2]](https://b.example/q) ‖So be it."),
    Row("marks", "The council agreed.[^1] ‖The mayor did not.[^2]"),
    Row("cjk", "今日は晴れ。‖明日は雨！‖本当？‖はい。"),
    Row("cjk", "他说：“我不去。”‖然后他走了。‖雨下了一整天。[1]‖河水上涨了。"),
    Row("cjk", "他说：“好。”‖“走吧。”‖“‘来’吧？”‖「はい。」‖「いいえ。」"),
    Row("cjk", "「もう終わりだ。」‖彼は本を閉じた。‖窓の外は暗い。"),
    Row("arabic", "هل جاء القطار؟ ‖نعم، جاء في الصباح. ‖كان فارغا."),
    Row("urdu", "آج بارش ہوئی۔ ‖کل دھوپ تھی۔ ‖سب خوش تھے۔"),
    Row("arabic", "جاء د. أحمد و أ.د. سالم. ‖انظر ص. 5 هنا. ‖نعم."),
    Row("hindi", "यह 5 कि.मी. दूर और 3 रु. का है। ‖पृ. 5 देखें। ‖पं. शर्मा आए।"),
    Row("hindi", "नदी में पानी बढ़ा। ‖लोग घर लौटे। ‖क्या पुल टूटा?"),
    Row("list", "# Opening hours\n\n‖- Monday at nine\n‖- Tuesday at ten\n\n‖Closed on Sunday."),
    Row("list", "Three things are needed:\n‖1. A saw. ‖It must be sharp.\n‖2. Two nails\n‖3. Patience\n\n‖Then begin."),
    Row("list", "* Oats grow fast\n‖* Rye grows slowly\n  but surely\n‖* Wheat needs care"),
    Row("heading", "## Results\n‖Yields rose by 4.2 percent. ‖Costs fell.\n\n‖## Outlook\n‖Nobody knows."),
    Row("table", "| Crop | Yield |\n‖|---|---|\n‖| Oats | 4.2 t |\n‖| Rye | 3.9 t |\n\n‖Both rose."),
    Row("code", "Run `a.b(c). D` twice. ‖Then stop."),
    Row("code", "Try this first.\n‖```python\nx = 1. \nprint(x). \nDone. Really\n```\n‖It prints one."),
    Row("wrap", "The ferry left early and\nwas almost empty. ‖We waved\nfrom the pier."),
    Row("paragraph", "The first words stand alone\n\n‖the second paragraph follows. ‖It ends."),
    Row("domains", "Visit bbc.com. ‖Readers of bbc.co.uk. ‖Open app.py. ‖Run it with x.ai. ‖Vue.js. ‖React."),
    Row("domains", "Ann has a ph.d. from Oslo. ‖Bo's B.Sc. Thesis is long. ‖J.R.R. Voss left EE.UU. Norte."),
    Row("german", "Das gilt z.B. für Hafer. ‖Am 3. Mai regnete es. ‖Dr. Braun kam ca. 10 Min. später."),
    Row("german", "Im 16. und 17. Jahrhundert blühte sie. ‖Das Ende (der 2. Weltkrieg) kam. ‖Es war der 3. ‖Dann ging er."),
    Row("german", "Der 1. FC Lund feiert seinen 100. Geburtstag. ‖Heute sind es 19. ‖Karl ist da."),
    Row("german", "Am 3. Okt. ist geschlossen. ‖Offen ist vom 1. Dez. bis 5. Jan. ‖Das gilt ab dem 2. Mrz. 2026 nicht mehr."),
    Row("german", "Er kam u.a. mit Frau Dr. Vogel. ‖Sie blieben bis zum 12. Oktober 2021. ‖Dann fuhren sie heim."),
    Row("french", "M. Dupont est parti. ‖Mme. Leroy est restée, cf. la note. ‖Où est-il ? ‖Personne ne sait !"),
    Row("spanish", "El Sr. Ruiz llegó tarde. ‖¿Dónde estaba? ‖¡En casa! ‖La Dra. Gil no dijo nada."),
    Row("companies", "Acme Farm Inc. bought the barn. ‖Roe & Co. sold it. ‖The deal was made by Lund Ltd. ‖It was cheap."),
    Row("countries", "The U.S. Senate met in March. ‖It was cold in the U.S. ‖Then spring came."),
    Row("numbers", "See Fig. 3 and No. 7 on p. 12. ‖Sec. 4 tells more. ‖It was 1999. ‖Then came 2000."),
    Row("names", "St. Mary lies near Mt. Gray. ‖Take Elm St. to the end. ‖Turn left."),
    Row("marks-run", "What?! ‖No way!! ‖Really?? ‖Yes."),
    Row("numbers", "Ida is 5 ft. 3 in. tall. ‖Her cat weighs 7 lb. 2 oz. ‖I am 19. ‖Tom is 20."),
    Row("lower", "The app is called iNote. ‖iNote is free. ‖It runs on macOS. ‖macOS 14 is fine."),
    Row("bold", "**Rain fell.** ‖The dam held. ‖*It was close.* ‖Crews left."),
    Row("degree", "She has a Ph.D. in botany. ‖He has an M.A. from Oslo. ‖They wrote it together."),
    Row("see", "Bees see blue (Roe et al. 2019). ‖Wasps do not (cf. Lund 2020, pp. 3-9). ‖Ants vary."),
    Row("signs", "It cost approx. $5 million vs. €3 million, e.g. `-v.` in ca. ±5 days. ‖Nobody paid. ‖$2 is left."),
    Row("signs", "The U.S. $5 bill is green. ‖Acme Farm Inc. ($ACME) rose. ‖See Fig. #3 and Roe et al. § 2. ‖Good."),
    Row("signs", "It ended in 1990. ‖$5 was paid. ‖He said no. ‖`x` was his letter. ‖At 5 p.m. ‖$3 was left."),
    Row("signs", "Two flags:\n‖1. `-v` talks. ‖It is loud.\n‖2. $5 off\n‖3. ✅ Done"),
    Row("before-numbers", "Use max. 5 kg, min. 3 legs, avg. 4. ‖The firm (est. 1990) grew. ‖Call tel. 030 12, ext. 5. ‖Rs. 500 was paid."),
    Row("before-numbers", "Er wohnt Hauptstr. 5, Tel. 030 12. ‖Die Str. 7 ist lang. ‖Bei max. 30 Grad. ‖Es sind 3 Mio. ‖2020 waren es 2."),
    Row("before-numbers", "Voir l'art. 3 et d’env. 30 km. ‖Cuesta máx. 5 euros, aprox. 30. ‖Тел. 030, макс. 5. ‖Hun er maks. 5."),
    Row("before-numbers", "Il vit à l'est. ‖Paris est loin. ‖Yes, ma'am. ‖Sunday is fine. ‖Chiama l'avv. Rossi."),
    Row("before-numbers", "It was the max. ‖He knew the min. ‖It's on the avg. ‖The end."),
    Row("levels", "### 2.1. Rain in May\n‖It fell. ‖More.\n\n‖2.1.3. Sun shone. ‖Wind rose.\n‖2.2. Fog\n\n‖See 2.1. ‖Then go."),
    Row("levels", "Version 2.0. ‖It was 3.5. ‖Then it fell. ‖Two rules: 1.1. Wait. ‖1.2. Listen."),
    Row("letters", "Options:\n‖A. Yes\n‖B. The rain fell. ‖It was wet\n‖C. No"),
    Row("letters", "A. The rain fell\n‖B. The sun shone\n\n‖**a.** It rained\n**hard**\n‖**b.** It snowed\n\n‖> A. Yes\n‖> B. No"),
    Row("letters", "I. The start\n‖II. The end. ‖Really.\n‖III. Notes\n\n‖i. one\n‖ii. two\n\n‖А. Да\n‖Б. Нет"),
    Row("letters", "### II. Methods\n‖The poem by\nJ. R. Smith and by\nT. Roe is old. ‖It is by Henry\nV. Lund. ‖He was Karl XI. ‖Then he died."),
    Row("quotes", "Er ging. ‖»Gut«, sagte er. ‖»Ja.« ‖Sie kam. ‖»Dr. Roe ist da!« ‖»›Wer?‹« ‖»Komm her«, rief er. ‖Ende."),
    Row("quotes", "Hun sa: »Kom.« ‖Han gikk. ‖»Bra.» ‖»Nej.» ‖Il dit : « Oui. » ‖Elle dit «Non.» ‖Fin. ‖»Das ist gut.«"),
    Row("cjk", "彼は『本。』を読む。‖「はい。」‖彼は笑う。"),
    Row("russian", "А. С. Орлов и Дж. Лунд пришли. ‖Писал С. Есин. ‖См. с. 5 и рис. 3. ‖Да."),
    Row("russian", "Дождь шёл весь день. ‖Плотина выдержала. ‖В 1990 г. было хуже, т.е. намного."),
)

HELD_OUT = (
    Row("plain", "Bakers rise early. ‖Millers sleep late! ‖Who feeds the cat? ‖The cat feeds itself."),
    Row("plain", "Snow fell on the ridge. ‖The road was closed. ‖By night it was open again."),
    Row("titles", "Gen. Ward and Capt. Ito drew the map. ‖Rev. Stone kept it. ‖Ms. Bell found it."),
    Row("time", "Doors open at 7 a.m. and close at 11 p.m. every day. ‖Tickets are free."),
    Row("time", "We met at 4 p.m. ‖She was late. ‖The talk began at 6:30 p.m. Tuesday."),
    Row("months", "The fair ran from Aug. 12 to Oct. 2. ‖In Dec. it will return. ‖Feb. is too cold."),
    Row("latin", "Some trees, e.g. Larch, drop needles. ‖Oak vs. Ash is an old quarrel. ‖Approx. 40 were cut."),
    Row("latin", "They sell jam, honey, etc. ‖Bread is extra. ‖Cf. the price list."),
    Row("initials", "T. S. Brandt wrote the guide. ‖The maps are by K. Mori and L. P. Voss."),
    Row("initials", "John F. Hale ran the mill. ‖Plan B. was never needed."),
    Row("decimals", "Water boils at 99.97 degrees here. ‖It cost 1,200.50 crowns. ‖That was 2.5 times more."),
    Row("decimals", "The share rose to 45.3%. ‖It was .5 before. ‖Nobody sold."),
    Row("versions", "Release 10.4.2 fixes it. ‖Use node 18.x or later. ‖IP 10.0.0.1 is taken."),
    Row("urls", "Mail help@desk.example. ‖Or visit desk.example/faq.html#top. ‖We answer soon."),
    Row("urls", "The page (https://desk.example/a.html) is old. ‖Try http://new.example/?q=a.B instead."),
    Row("files", "Open config.yaml and edit main.py. ‖Then run setup.exe. ‖Done."),
    Row("ellipsis", "The door creaked ... and shut. ‖Then... silence. ‖We left…"),
    Row("ellipsis", "So it goes. . . . ‖The end."),
    Row("quotes", '"We won!" cried the coach. ‖"It took years," she added. ‖The crowd sang.'),
    Row("quotes", "He wrote: “Come home.” ‖She did not. ‖„Warum?“ fragte er."),
    Row("quotes", "The sign said 'Keep out.' ‖We kept out."),
    Row("brackets", "The test failed (Exp. 3 only). ‖[Nobody told the press.] ‖The second one passed."),
    Row("brackets", "Oats (avena sp.) grow here. ‖Rye (see p. 4.) does too."),
    Row("marks", "Prices rose in May [1][2]. ‖They fell in June. [3, 4] ‖By July they were flat.[5] ‖Then came August."),
    Row("marks", "The bridge opened in 1931.【3†L2-L5】 ‖It closed in 1980.【7:1†report.pdf】 ‖A ferry runs now."),
    Row("marks", "It is the oldest mill. ([mill.example](https://mill.example/?a=1)) ‖The wheel still turns. ([two](https://t.example)) ‖Visit it."),
    Row("marks", "Wolves returned in 2004.³ ‖They spread west.⁴ ⁵ ‖Now there are forty."),
    Row("marks", "Salt keeps (S1). ‖Sugar keeps longer [S2:L8-L13]. ‖Honey keeps best.[S3]"),
    Row("cjk", "春天来了。‖花开了吗？‖没有！‖再等一等……‖好吧。"),
    Row("cjk", "駅は北にあります（徒歩五分）。‖切符は要りません。‖詳しくはexample.jpを見てください。"),
    Row("cjk", "價格為3.5元。‖數量有限【1】。‖請早訂購。【2】‖謝謝。"),
    Row("korean", "비가 왔다. ‖강이 넘쳤다. ‖다리는 무사한가요? ‖네."),
    Row("arabic", "وصل الوفد صباحا. ‖لماذا تأخر؟ ‖لا أحد يعرف!"),
    Row("urdu", "دریا خشک ہے۔ ‖کیا بارش ہوگی؟ ‖شاید۔"),
    Row("hindi", "बाजार बंद है। ‖दुकानें कल खुलेंगी। ‖डॉ. राव ने बताया।"),
    Row("list", "Pack the following:\n‖- warm socks\n‖- a map, e.g. of the ridge\n‖- water. ‖Lots of it.\n\n‖Leave at six."),
    Row("list", "Steps:\n\n‖1) Dig a hole\n‖2) Plant the tree. ‖Water it.\n‖3) Wait"),
    Row("list", "• First the oats\n‖• Then the rye\n‖  a) winter rye\n‖  b) summer rye"),
    Row("heading", "Intro line here.\n\n‖### What next?\n\n‖We wait. ‖Spring comes.\n\n‖---\n\n‖Notes follow."),
    Row("table", "Yields:\n\n‖| Year | Tons |\n‖| --- | --- |\n‖| 2001 | 3. |\n‖| 2002 | 4.5 |\n\n‖Good years."),
    Row("quote-block", "He wrote this.\n‖> The barn is old. ‖It leans.\n‖> It will fall.\n\n‖He was right."),
    Row("code", "Call `os.path. Join` first. ‖The flag `-v.` is optional. ‖Good."),
    Row("code", "Do it.\n\n‖~~~\ncd /tmp. Now\nls. Then\n~~~\n\n‖All done. ‖Bye."),
    Row("wrap", "The mill stood on the left\nbank until 1931. ‖A flood took\nit. ‖Nobody rebuilt it."),
    Row("paragraph", "A line with no stop\n\n‖Another line with no stop\n\n‖And the last. ‖Really."),
    Row("german", "Der Hafen wurde bzw. wird saniert. ‖Die Kosten (vgl. S. 14) stiegen. ‖Das war am 21. Juni."),
    Row("german", "Prof. Klein sprach über d.h. und usw. ‖Danach gab es Tee. ‖Nr. 5 lebt noch."),
    Row("french", "Voir p. ex. le chap. 3. ‖MM. Petit et Blanc sont venus. ‖Quelle surprise !"),
    Row("french", "« Il pleut. » ‖Elle ferma la porte. ‖Env. 30 km plus loin, il neigeait."),
    Row("spanish", "Vive en la Avda. Norte, núm. 4. ‖Ud. puede pasar. ‖EE. UU. votó en contra. ‖¡Vaya!"),
    Row("italian", "Il Sig. Conti è arrivato. ‖La Dott.ssa Riva no. ‖Perché? ‖Pioveva."),
    Row("portuguese", "O Sr. Lima chegou às 9 h. ‖A Profa. Dias já estava lá. ‖Tudo bem?"),
    Row("companies", "Hale Bros. and Voss Corp. merged. ‖The new name is Hale Corp. ‖Shares rose."),
    Row("countries", "U.K. farmers sold less. ‖Those in the E.U. sold more. ‖The U.N. Charter is older."),
    Row("numbers", "It weighs 5 kg. ‖It is 3 ft. long and 2 in. wide. ‖Vol. 2, ch. 9 explains why."),
    Row("numbers", "There were 12. ‖Only 3 stayed. ‖In 2010. the rest left."),
    Row("names", "Yahoo! bought the site. ‖Ft. Gray is near Lake St. Ann. ‖Jr. and Sr. teams play."),
    Row("names", "Paul Reed Jr. won. ‖His father, Paul Reed Sr., watched. ‖Mt. Ida is high."),
    Row("marks-run", "Stop!!! ‖You did what?! ‖Fine..."),
    Row("lower", "We tried eBay. ‖eBay was slow. ‖npm is faster. ‖Use it."),
    Row("bold", "**Note:** Rain is due. ‖**Floods are likely.** ‖_Stay home._ ‖Call us."),
    Row("degree", "Ann Lee, M.D., came. ‖So did Bo Ek, B.Sc. ‖They left at noon."),
    Row("see", "It works (Ek et al., 2011; Hale, in press). ‖Others (e.g., Mori) doubt it. ‖See also Ex. 4."),
    Row("russian", "Мост открыли в 1931 г. в мае. ‖Кто его строил? ‖И. П. Орлов и др. строители."),
    Row("vietnamese", "Trời mưa cả ngày. ‖Đập vẫn vững. ‖Ông đi đâu?"),
    Row("greek", "Έβρεχε όλη μέρα. ‖Πού ήταν; ‖Κανείς δεν ξέρει."),
    Row("no space", "The tide came in.It went out again.[3]Then it was still."),
)
