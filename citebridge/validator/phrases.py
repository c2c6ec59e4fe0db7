"""What assistants say about their own answers, in the languages that they mostly write.

Such sentences state nothing that a source could support: to ask for a citation of "I hope this helps!" is a false
alarm. The lists are small on purpose: what is not in them is a claim. A line is the first words of a sentence, in lower
case with plain apostrophes, and behind the bar the pattern of what follows one of them: a sentence is only held against
the patterns of its own first word, so that claims cost next to nothing.
"""

from typing import Final

_HELP: Final = (
    r"(?:know|explain|break|summari[sz]e|search|check|look|find|see|try|walk|help|provide|start|get|gather|pull|fetch|"
    r"review|verify|take|dive|explore|complete|continue|compile|proceed|begin|move)\b"
)
_DO: Final = (
    r"(?:now |also )?(?:search|look|check|be (?:happy|glad)|help|find|summari[sz]e|explain|provide|start|gather|need|"
    r"try|use|fetch|break|walk|give|focus|answer|like|recommend|suggest|continue|proceed|create|begin)\b"
)
_DONE: Final = r"(?:\w+ly )?(?:completed|searched|analy[sz]ed|attempted|reviewed|gathered|looked)\b"
_FOUND: Final = r"found (?:\w+ ){0,2}(?:information|results?|sources?|articles?|documents?|references|details|data)\b"
_MORE: Final = (
    r"(?: to)? (?:any|some|more|further|other|additional|questions|help|details|information|know|me to|learn)\b"
)
_SAY: Final = (
    r"(?:answer|mention|contain|say|provide|include|specify|state|discuss|address|cover|give|indicate|describe|offer|"
    r"have)\b"
)
_NOT_SAY: Final = rf"(?:(?:provided|given|above|i have|you provided) )?(?:do|does|did)(?: not|n't) (?:\w+ )?{_SAY}"
_GERMAN: Final = (
    r"(?:\w+ )?(?:quellen|dokumente\w?|unterlagen|texte\w?|suchergebnisse\w?) (?:\w+ )?(?:enthalten|erwähnen|nennen|"
    r"beantworten|sagen|geben|machen|liefern) (?:\w+ ){0,3}(?:keine?\w*|nicht\w?)\b"
)
_ASKING: Final = r"(?:avez|as|souhaite[zs]?|voulez|veux|désire[zs]?)"
_WANT: Final = r"(?:hai|ha|avete|vuoi|vuole|desideri|desidera)"
_SOURCES: Final = (
    r"(?:sources?|documents?|search results|"
    r"(?:provided |given |available |retrieved |cited )(?:sources?|documents?|search results|context|results|texts?|"
    r"passages?|excerpts?|materials?|files?|information)|"
    r"(?:context|results|texts?|passages?|excerpts?|materials?|files?|information)(?= (?:provided|given)))"
)

# Sentences that begin so are about the answer, or talk to the reader.
OPENINGS: Final = rf"""
hope | (?:this|that|it|these|the)\b
let | (?:me|us) {_HELP}
let's | {_HELP}
please | (?:feel free|let me know|ask|provide|specify|clarify|share|tell me|give me|consult)\b
please | note (?:that )?(?:i\b|i'm|this (?:answer|summary|response|is not))
feel | free\b
if | you(?:'d like| (?:would like|want|need|have|wish)){_MORE}
if | you(?:'d| would) like (?:a|an|the|me)\b
if | you (?:want|like|wish|prefer),
i'll i'd | {_DO}
i | (?:will|am going to|would) {_DO}
i'm | going to {_DO}
i'm | (?:sorry|happy|glad|unable|not able|an ai|here to|not sure)\b
i | am (?:sorry|happy|glad|unable|not able|an ai|here to|not sure)\b
i | hope (?:this|that|it|these|the)\b
i | (?:apologi[sz]e|can (?:help|also|pull|add|show|provide|give)|need (?:a|some|more)|was unable|wasn't able)\b
i | (?:couldn't|could not|can't|cannot|do not have|don't have|do not know|don't know|did not find|didn't find)\b
i i've | (?:have )?{_FOUND}
i i've | (?:have )?{_DONE}
all | (?:\w+ )?searches (?:have been|are) {_DONE}
here's | (?:a|an|the|some|my|your|what|how|one|several|more)\b
here | (?:is|are) (?:a|an|the|some|my|your|what|how|one|several|more|\w+ (?:key|main|ways|examples))\b
below | (?:is|are|you)\b
the | following (?:is|are) (?:a|an|the|some)\b
based from | (?:on )?(?:the|these|my) [\w ]{{0,30}}, (?:here|i |let me|we )
according | to (?:the|these|my) [\w ]{{0,30}}, (?:here|i |let me|we )
sure certainly absolutely okay ok great yes | [,!] (?:here|i(?:'| )|let|below|happy)
of | course[,!] (?:here|i(?:'| )|let|below|happy)
no | problem[,!] (?:here|i(?:'| )|let|below|happy)
to | (?:give|provide) you\b
this | (?:summary|answer|response|overview|list) (?:is|was|covers|provides|includes|reflects|should|comes|draws)\b
this | (?:is not|does not constitute) (?:legal|medical|financial|professional|tax)\b
note | [:,]? ?(?:that )?(?:i\b|i'm|i've|this (?:answer|summary|response|is not))
it | would be best to (?:verify|check|confirm|contact|consult)\b
you | may want to (?:verify|check|confirm|contact|consult)\b
be make | sure to (?:verify|check|confirm|contact|consult)\b
for | (?:the latest|more|further|additional) [\w ]{{0,40}}, (?:please )?(?:check|see|visit|contact|consult|refer)\b
as | an? (?:ai|language model)\b
good | luck\b
enjoy sincerely | (?:your|the|it)?\b
have | a (?:great|nice|good)\b
best kind warm | regards\b
happy | to help\b
thanks thank | (?:you )?for\b

hier | (?:ist|sind|findest|finden|kommt|kommen|habe ich)\b
ich | (?:hoffe|helfe|suche|schaue|fasse|würde gern|kann (?:dir|ihnen)|konnte|habe (?:keine|nichts|gesucht))\b
gern gerne natürlich sicher klar | [,!] (?:hier|ich)
lass lassen | (?:sie )?(?:es )?mich wissen\b
wenn falls sollten sollte | (?:du|sie) (?:noch |weitere|mehr|fragen|hilfe)
im | folgenden (?:ist|sind|finde\w*|siehst)\b
nachfolgend unten | (?:ist|sind|finde\w*|siehst)\b
es | tut mir (?:sehr )?leid\b
leider | (?:kann|konnte|habe) ich\b
viel viele | (?:erfolg|spaß|glück|grüße)\b
mit | freundlichen\b

voici voilà j'espère n'hésite n'hésitez faites-moi fais-moi dites-moi dis-moi cordialement |
ci-dessous |
bien | sûr[,!]? (?:voici|je)
certainement d'accord | [,!]? ?(?:voici|je)
si | (?:vous|tu) {_ASKING} (?:d'autres|plus|des q|davantage|une autre|besoin)
je | (?:suis (?:désolée?|navrée?|heureux)|ne (?:peux|trouve|dispose|sais)|n'ai (?:pas|rien)|vais|vous|peux)\b
bonne | chance\b

aquí | (?:está|están|tienes|tiene|te|le|hay|va)\b
espero | (?:que )?(?:esto|esta|te|le|les|haber|que|isto|ajud)
no | (?:dudes?|(?:he )?(?:encontrado|encontré|encuentro)|puedo|tengo)\b
házmelo hazme avísame dime díganos hágamelo |
claro | [,!]? ?(?:aquí|te|le|puedo)
por | supuesto[,!]? (?:aquí|te|le|puedo)
si | (?:tienes?|necesitas?|quieres?|deseas?) (?:más|algun|otr|ayuda|saber|preguntas)
lo | siento\b
a | continuación\b
a | seguir\b
buena | suerte\b
saludos |

ecco |
spero | (?:che|di)\b
fammi fatemi | sapere\b
mi | (?:faccia sapere|dispiace)\b
non | (?:esitare?|ho trovato|posso|sono riuscit\w)\b
se | {_WANT} (?:altre|altri|bisogno|ulteriori|domande|più|maggiori)
di | seguito\b
buona | fortuna\b
cordiali | saluti\b

aqui | (?:está|estão|vai|vão)\b
me | (?:avise|diga)\b
avise-me diga-me |
fique | à vontade\b
não | (?:hesite|encontrei|posso|consigo|tenho)\b
se | (?:você )?(?:precisar|quiser|tiver|desejar) (?:de )?(?:mais|alguma|outr|ajuda|saber|dúvidas)
desculpe lamento abaixo |
sinto | muito\b

hier | (?:is|zijn|vind|volgt)\b
ik | (?:hoop|kan je|kan u|help|zal|kon|heb (?:geen|niets|gezocht))\b
laat | (?:het )?(?:me|mij|maar) weten\b
als | (?:je|u) (?:nog|meer|vragen|verdere|hulp)
het | spijt me\b
helaas | (?:kan|kon|heb) ik\b
hieronder |
veel | succes\b
met | vriendelijke groet\b

oto poniżej przepraszam |
mam | nadzieję\b
daj | (?:mi )?znać\b
proszę | dać\b
jeśli | (?:masz|chcesz|potrzebujesz)\b

надеюсь вот ниже обращайтесь извините |
дай дайте | (?:мне )?знать\b
к | сожалению, я\b
я | (?:не )?(?:наш[её]л|могу|помогу)
если | (?:у вас|у тебя|вам|тебе|хотите|хочешь|нужн[аоы])\b

다음은 아래는 여기 죄송합니다 죄송하지만 |
도움이 | 되
궁금한 질문이 추가로 언제든 언제든지 |
알려 | ?주

إليك آسف عذرًا |
فيما | يلي
آمل أتمنى أرجو | أن
إذا | (?:كان لديك|كنت|أردت)
لا | تتردد
أخبرني للأسف |

आशा उम्मीद | है
कृपया | (?:बताएं|पूछें)
यदि अगर | आपके
यहाँ यहां क्षमा माफ़ |
"""

# Chinese and Japanese have no blanks, so no first words.
WITHOUT_BLANKS: Final = (
    r"以下(?:に|は|が|の(?:通り|とおり)|是|為|为)|(?:ご)?参考(?:に|まで)|お役に立|お気軽に|何か(?:他に|ご|質問)|ご(?:質問|不明)|"
    r"申し訳|すみません|下面(?:是|给|給)|希望(?:这|這|以上|对|對|能|有)|如果?(?:您|你)(?:还|還|有|需|想|对|對)|"
    r"请(?:随时|告诉|告知)|請(?:隨時|告訴|告知)|(?:很|非常)?抱歉|对不起|對不起|很(?:遗憾|遺憾)|祝(?:您|你)|如有"
)

# The sources have no answer: nothing of that can be cited.
NO_ANSWERS: Final = rf"""
the these your my | {_SOURCES} {_NOT_SAY}
any none | of the (?:\w+ )?{_SOURCES} (?:{_NOT_SAY}|{_SAY})
sources source documents document | {_NOT_SAY}
search | results {_NOT_SAY}
there | (?:is|are|was|were) no (?:\w+ )?(?:information|mention|answer|details?)\b.{{0,80}}\b{_SOURCES}\b
no | (?:\w+ )?(?:information|answer|mention|sources?|results?) (?:was|were|is|are|could be) (?:found|available|given)\b
i we | (?:could not|couldn't|cannot|can't|did not|didn't|was unable to|am unable to) (?:find|answer|locate|determine)
i we | (?:do not|don't) (?:have|know)\b
i'm | sorry,? (?:but )?i (?:could not|couldn't|cannot|can't|did not|didn't|do not|don't)\b
die den keine | (?:der )?{_GERMAN}
les ces aucune | (?:des )?(?:sources|documents|textes|résultats) (?:\w+ )?(?:ne |n')
las los ninguna | (?:de las )?(?:fuentes|documentos|textos|resultados) (?:\w+ )?no\b
le i nessuna | (?:delle )?(?:fonti|documenti|testi|risultati) (?:\w+ )?non\b
as os nenhuma | (?:das )?(?:fontes|documentos|textos|resultados) (?:\w+ )?não\b
de geen | (?:van de )?(?:\w+ )?(?:bronnen|documenten|teksten) (?:\w+ )?(?:\w+ )?(?:geen|niet|niets)\b
źródła dokumenty | (?:\w+ )?nie\b
источники документы | (?:\w+ )?(?:не|нет)\b
в | (?:источниках|документах) (?:\w+ )?(?:не|нет)\b
자료에는 출처에는 문서에는 자료는 출처는 문서는 자료에 출처에 문서에 | .{{0,40}}(?:없습니다|않습니다)
المصادر الوثائق | (?:\S+ )?لا\b
"""
NO_ANSWER_WITHOUT_BLANKS: Final = (
    r"(?:提供された)?(?:情報源|資料|文書|出典)(?:に|で)?は?.{0,40}(?:ありません|ません|ない)|"
    r"(?:提供的|所给的)?(?:资料|来源|文档|文件|搜索结果|資料|來源)(?:中|里|裡)?.{0,10}(?:没有|沒有|未|不包含)"
)

# What a sentence turns with that says nothing at first, and beginnings of what is no answer then either.
TURNS: Final = (
    "but|however|yet|though|although|while|whereas|aber|jedoch|doch|mais|cependant|pero|sin embargo|ma|però|tuttavia|"
    "mas|porém|maar|echter|ale|jednak|но|однако"
)
TURNS_WITHOUT_BLANKS: Final = "但是?|不过|不過|しかし"
ADVICE: Final = (
    r"(?:(?:you|we) (?:may|might|can|could|should|would|need)|i (?:can|could|will|would|found|did|do|have)|i'[a-z]+|"
    r"please|perhaps|maybe|it (?:may|might)|this may|sie (?:können|könnten)|ich|bitte|vous pouvez|je|puede|puedo|"
    r"può|posso|pode|u kunt|ik|można|вы можете|я)\b|(?:您|我|你)"
)

# Whole sentences, but for the signs behind them.
COURTESIES: Final = (
    "sure|sure thing|certainly|of course|absolutely|definitely|gladly|great|great question|good question|"
    "excellent question|okay|ok|alright|thanks|thank you|you're welcome|hello|hi|hi there|hey|yes|no|got it|"
    "understood|no problem|my pleasure|cheers|done|"
    "ja|nein|gern|gerne|natürlich|klar|sicher|hallo|danke|gern geschehen|gute frage|guten tag|"
    "oui|non|bien sûr|certainement|d'accord|bonjour|merci|de rien|avec plaisir|bonne question|"
    "sí|claro|por supuesto|hola|gracias|de nada|con gusto|buena pregunta|"
    "sì|certo|certamente|ciao|grazie|prego|volentieri|buongiorno|"
    "sim|não|claro que sim|com certeza|olá|obrigado|obrigada|"
    "nee|zeker|natuurlijk|bedankt|dank je|graag gedaan|goede vraag|"
    "tak|nie|oczywiście|cześć|dziękuję|"
    "да|нет|конечно|привет|здравствуйте|спасибо|пожалуйста|"
    "はい|いいえ|もちろん|もちろんです|こんにちは|ありがとうございます|承知しました|"
    "是|是的|不是|当然|當然|好的|没问题|沒問題|谢谢|謝謝|你好|您好|不客气|"
    "네|아니요|물론입니다|물론이죠|안녕하세요|감사합니다|"
    "نعم|لا|بالطبع|بالتأكيد|مرحبا|مرحبًا|شكرا|شكرًا|"
    "हाँ|हां|नहीं|ज़रूर|बिल्कुल|नमस्ते|धन्यवाद"
)
# Anywhere in a sentence.
PLAIN_OFFERS: Final = (
    *("let me know", "feel free to", "happy to help", "glad to help", "be happy to", "i can also", "i'll look it up"),
    *("tell me your", "tell me wh", "mich wissen", "helfe ich gern", "no dude", "fammi sapere", "me weten"),
)
OTHER_OFFERS: Final = (
    *(
        "n'hésite",
        "não hesite",
        "daj mi znać",
        "дайте мне знать",
        "お知らせください",
        "お気軽に",
        "请告诉我",
        "請告訴我",
    ),
    *("随时告诉我", "알려주세요", "말씀해 주세요", "لا تتردد"),
)

# What stands above a list of sources.
REFERENCES: Final = (
    "sources?|references?|bibliography|further reading|works cited|citations?|footnotes|notes and references|"
    "sources? used|sources? cited|quellen?|quellenangaben?|literatur|einzelnachweise|références?|bibliographie|"
    "sources? consultées?|fuentes?|referencias?|bibliografía|font[ei]|riferimenti|bibliografia|fontes?|referências?|"
    "bronn?en?|referenties|źródła|источники?|литература|出典|参考|参考文献|参考資料|情報源|参考资料|来源|來源|資料來源|출처|참고|"
    "참고 ?문헌|المصادر|المراجع|स्रोत"
)
