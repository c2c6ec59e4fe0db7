"""What assistants say about their own answers, in the languages that they mostly write.

Such sentences state nothing that a source could support: to ask for a citation of "I hope this helps!" is a false
alarm. The lists are small on purpose: what is not in them is a claim. Patterns are read at the start of a sentence in
lower case with plain apostrophes, so that no pattern has to look far.
"""

import re
from typing import Final

_SOURCES: Final = (
    r"(?:sources?|documents?|search results|"
    r"(?:provided |given |available |retrieved |cited )(?:context|results|texts?|passages?|excerpts?|materials?|files?|"
    r"information)|(?:context|results|texts?|passages?|excerpts?|materials?|files?|information)(?= (?:provided|given)))"
)
_GIVEN: Final = r"(?:(?:the|these|your|my|any of the|none of the) )?(?:(?:provided|given|available|retrieved|cited) )?"
_SAY: Final = (
    r"(?:answer|mention|contain|say|provide|include|specify|state|discuss|address|cover|give|indicate|describe|offer|"
    r"have)"
)
_FIRST: Final = r"(?:(?:now|next|then|first|finally|perfect|great|ok|okay)[,!.]? )?"
_REGRET: Final = (
    r"\W*(?:(?:unfortunately|sorry|i'm sorry|i am sorry|however|note|leider|malheureusement|lamentablemente|purtroppo|"
    r"infelizmente|helaas|niestety|к сожалению)[,:]? (?:but |mais |pero |ma |mas |maar |aber )?)?"
)

# Sentences that begin so are about the answer, or talk to the reader.
_OPENINGS: Final = (
    # English
    r"(?:i )?hope (?:this|that|it|these|the) ",
    rf"{_FIRST}let(?:'s| me| us) (?:know|explain|break|summari[sz]e|search|check|look|find|see|try|walk|help|provide|"
    r"start|get|gather|pull|fetch|review|verify|take|dive|explore|complete|continue|compile|proceed|begin|move)\b",
    r"(?:please )?feel free\b",
    r"please (?:let me know|ask|provide|specify|clarify|share|tell me|give me|consult|note that i\b)",
    r"if you(?:'d like| (?:would like|want|need|have|wish))(?: to)? (?:any|some|more|further|other|additional|"
    r"questions|help|details|information|know|me to|learn)\b",
    r"if you(?:'d| would) like (?:a|an|the|me)\b",
    r"if you (?:want|like|wish|prefer), ",
    rf"{_FIRST}i(?:'ll| will|'m going to| am going to|'d| would) (?:now |also )?(?:search|look|check|"
    r"be (?:happy|glad)|help|find|"
    r"summari[sz]e|explain|provide|start|gather|need|try|use|fetch|break|walk|give|focus|answer|like|recommend|suggest|"
    r"continue|proceed|create|begin)\b",
    r"i(?:'m| am) (?:sorry|happy|glad|unable|not able|an ai|here to|not sure)\b",
    r"i (?:apologi[sz]e|can (?:help|also|pull|add|show|provide|give)|need (?:a|some|more)|couldn't|could not|can't|"
    r"cannot|was unable|wasn't able|do not have|don't have|do not know|don't know|did not find|didn't find)\b",
    r"i(?:'ve| have)? found (?:\w+ ){0,2}(?:information|results?|sources?|articles?|documents?|references|details|"
    r"data)\b",
    r"(?:i(?:'ve| have)?|all (?:\w+ )?searches (?:have been|are)) (?:\w+ly )?(?:completed|searched|analy[sz]ed|"
    r"attempted|reviewed|gathered|looked)\b",
    r"here(?:'s| is| are) (?:a|an|the|some|my|your|what|how|one|several|more|\w+ (?:key|main|ways|examples))\b",
    r"below (?:is|are|you)\b",
    r"the following (?:is|are) (?:a|an|the|some)\b",
    r"(?:based on|according to|from) (?:the|these|my) [\w ]{0,30}, (?:here|i |let me|we )",
    r"(?:sure|certainly|of course|absolutely|okay|ok|great|yes|no problem)[,!] (?:here|i(?:'| )|let|below|happy)",
    r"to (?:give|provide) you\b",
    r"this (?:summary|answer|response|overview|list) (?:is|was|covers|provides|includes|reflects|should|comes|draws)\b",
    r"(?:please )?note[:,]? (?:that )?(?:i(?:'m| am|'ve| have| can| could)|this (?:answer|summary|response|is not))\b",
    r"this (?:is not|isn't|does not constitute) (?:legal|medical|financial|professional|tax)\b",
    r"(?:it would be best to|you may want to|be sure to|make sure to) (?:verify|check|confirm|contact|consult)\b",
    r"for (?:the latest|more|further|additional) [\w ]{0,40}, (?:please )?(?:check|see|visit|contact|consult|refer)\b",
    r"as an? (?:ai|language model)\b",
    r"(?:good luck|enjoy|have a (?:great|nice|good)|(?:best|kind|warm) regards|sincerely|happy to help|"
    r"thanks? (?:you )?for)\b",
    # German
    r"hier (?:ist|sind|findest|finden|kommt|kommen|habe ich)\b",
    r"ich (?:hoffe|helfe|suche|schaue|fasse|würde gern|kann (?:dir|ihnen)|konnte|habe (?:keine|nichts|gesucht))\b",
    r"(?:gerne?|natürlich|sicher|klar)[,!] (?:hier|ich)",
    r"(?:lass|lassen sie) (?:es )?mich wissen\b",
    r"(?:wenn|falls|sollten?) (?:du|sie) (?:noch |weitere|mehr|fragen|hilfe)",
    r"(?:im folgenden|nachfolgend|unten) (?:ist|sind|finde\w*|siehst)\b",
    r"(?:es tut mir (?:sehr )?leid|leider (?:kann|konnte|habe) ich|viel (?:erfolg|spaß|glück)|viele grüße|"
    r"mit freundlichen)\b",
    # French
    r"(?:voici|voilà|ci-dessous)\b",
    r"j'espère\b",
    r"(?:n'hésite[zs]?|faites-moi|fais-moi|dites-moi|dis-moi)\b",
    r"(?:bien sûr|certainement|d'accord)[,!]? (?:voici|je)",
    r"si (?:vous|tu) (?:avez|as|souhaite[zs]?|voulez|veux|désire[zs]?) (?:d'autres|plus|des questions|davantage|"
    r"une autre|besoin)",
    r"je (?:suis (?:désolée?|navrée?|heureux)|ne (?:peux|trouve|dispose|sais)|n'ai (?:pas|rien)|vais|vous|peux)\b",
    r"(?:bonne chance|cordialement)\b",
    # Spanish
    r"aquí (?:está|están|tienes|tiene|te|le|hay|va)\b",
    r"espero (?:que )?(?:esto|esta|te|le|les|haber|que)\b",
    r"(?:no dudes?|házmelo|hazme|avísame|dime|díganos|hágamelo)\b",
    r"(?:claro|por supuesto)[,!]? (?:aquí|te|le|puedo)",
    r"si (?:tienes?|necesitas?|quieres?|deseas?) (?:más|algun|otr|ayuda|saber|preguntas)",
    r"(?:lo siento|no (?:he )?(?:encontrado|encontré|encuentro|puedo|tengo)|a continuación|buena suerte|saludos)\b",
    # Italian
    r"ecco\b",
    r"spero (?:che|di)\b",
    r"(?:fammi|mi faccia|fatemi|non esitare?) ?(?:sapere|a)?\b",
    r"se (?:hai|ha|avete|vuoi|vuole|desideri|desidera) (?:altre|altri|bisogno|ulteriori|domande|più|maggiori)",
    r"(?:mi dispiace|non (?:ho trovato|posso|sono riuscit\w)|di seguito|buona fortuna|cordiali)\b",
    # Portuguese
    r"aqui (?:está|estão|vai|vão)\b",
    r"espero que\b",
    r"(?:me avise|avise-me|diga-me|me diga|fique à vontade|não hesite)\b",
    r"se (?:você )?(?:precisar|quiser|tiver|desejar) (?:de )?(?:mais|alguma|outr|ajuda|saber|dúvidas)",
    r"(?:desculpe|lamento|sinto muito|não (?:encontrei|posso|consigo|tenho)|a seguir|abaixo)\b",
    # Dutch
    r"hier (?:is|zijn|vind|volgt)\b",
    r"ik (?:hoop|kan je|kan u|help|zal|kon|heb (?:geen|niets|gezocht))\b",
    r"laat (?:het )?(?:me|mij|maar) weten\b",
    r"als (?:je|u) (?:nog|meer|vragen|verdere|hulp)",
    r"(?:het spijt me|helaas (?:kan|kon|heb) ik|hieronder|veel succes|met vriendelijke groet)\b",
    # Polish
    r"(?:oto|mam nadzieję|daj mi znać|proszę dać|jeśli (?:masz|chcesz|potrzebujesz)|poniżej|przepraszam)\b",
    # Russian
    r"(?:надеюсь|вот|ниже|дай(?:те)? (?:мне )?знать|обращайтесь|извините|к сожалению, я|"
    r"я (?:не )?(?:наш[её]л|могу|помогу))\b",
    r"если (?:у вас|у тебя|вам|тебе|хотите|хочешь|нужн[аоы]) ",
    # Japanese, Chinese, Korean: no blanks, so no word ends
    r"以下(?:に|は|が|の(?:通り|とおり))|(?:ご)?参考(?:に|まで)|お役に立|お気軽に|何か(?:他に|ご|質問)|ご(?:質問|不明)|申し訳|すみません",
    r"以下(?:是|為|为)|下面(?:是|给|給)|希望(?:这|這|以上|对|對|能|有)|如果?(?:您|你)(?:还|還|有|需|想|对|對)|"
    r"请(?:随时|告诉|告知)|請(?:隨時|告訴|告知)|(?:很|非常)?抱歉|对不起|對不起|很(?:遗憾|遺憾)|祝(?:您|你)|如有",
    r"다음은|아래는|여기|도움이 되|궁금한|질문이 있|추가로 |언제든|알려 ?주|죄송",
    # Arabic, Hindi
    r"(?:إليك|فيما يلي|آمل أن|أتمنى أن|أرجو أن|إذا كان لديك|إذا كنت|إذا أردت|لا تتردد|أخبرني|آسف|عذرًا|للأسف لا)",
    r"(?:आशा है|उम्मीद है|कृपया (?:बताएं|पूछें)|यदि आपके|अगर आपके|यहाँ|यहां|क्षमा करें|माफ़)",
)

# Whole sentences, but for the signs behind them.
_WHOLE: Final = (
    "sure|sure thing|certainly|of course|absolutely|definitely|gladly|great|great question|good question|"
    "excellent question|okay|ok|alright|thanks|thank you|you're welcome|hello|hi|hi there|hey|yes|no|got it|understood|"
    "no problem|my pleasure|cheers|done|"
    "ja|nein|gerne?|natürlich|klar|sicher|hallo|danke|gern geschehen|gute frage|guten tag|"
    "oui|non|bien sûr|certainement|d'accord|bonjour|merci|de rien|avec plaisir|bonne question|"
    "sí|claro|por supuesto|hola|gracias|de nada|con gusto|buena pregunta|"
    "sì|certo|certamente|ciao|grazie|prego|volentieri|buongiorno|"
    "sim|não|claro que sim|com certeza|olá|obrigad[oa]|de nada|"
    "nee|zeker|natuurlijk|bedankt|dank je|graag gedaan|goede vraag|"
    "tak|nie|oczywiście|cześć|dziękuję|"
    "да|нет|конечно|привет|здравствуйте|спасибо|пожалуйста|"
    "はい|いいえ|もちろん|もちろんです|こんにちは|ありがとうございます|承知しました|"
    "是的?|不是|当然|當然|好的|没问题|沒問題|谢谢|謝謝|你好|您好|不客气|"
    "네|아니요|물론입니다|물론이죠|안녕하세요|감사합니다|"
    "نعم|لا|بالطبع|بالتأكيد|مرحبا|مرحبًا|شكرا|شكرًا|"
    "हाँ|हां|नहीं|ज़रूर|बिल्कुल|नमस्ते|धन्यवाद"
)

# Anywhere in a sentence.
OFFERS: Final = (
    *("let me know", "feel free to", "happy to help", "glad to help", "i'd be happy", "i would be happy"),
    *("i can also", "i'll look it up", "tell me your", "tell me what", "tell me which"),
    *("lass mich wissen", "lassen sie mich wissen", "helfe ich gern", "n'hésitez pas", "n'hésite pas", "no dudes en"),
    *(
        "no dude en",
        "fammi sapere",
        "não hesite",
        "laat het me weten",
        "laat me weten",
        "daj mi znać",
        "дайте мне знать",
    ),
    *("お知らせください", "お気軽に", "请告诉我", "請告訴我", "随时告诉我", "알려주세요", "말씀해 주세요", "لا تتردد"),
)

# The sources have no answer: nothing of that can be cited.
_NO_ANSWER: Final = (
    rf"{_GIVEN}{_SOURCES}(?: (?:provided|given|above|i have|you provided))? (?:do|does|did)(?: not|n't) "
    rf"(?:\w+ )?{_SAY}\b",
    rf"none of the (?:\w+ )?{_SOURCES} {_SAY}",
    rf"there (?:is|are|was|were) no (?:\w+ )?(?:information|mention|answer|details?)\b.{{0,80}}\b{_SOURCES}\b",
    r"no (?:\w+ )?(?:information|answer|mention|sources?|results?) (?:was|were|is|are|could be) "
    r"(?:found|available|given)\b",
    r"(?:i|we) (?:could not|couldn't|cannot|can't|did not|didn't|was unable to|am unable to) "
    r"(?:find|answer|locate|determine)",
    r"(?:i|we) (?:do not|don't) (?:have|know)\b",
    r"(?:die|den|keine der) (?:\w+ )?(?:quellen|dokumente\w?|unterlagen|texte\w?|suchergebnisse\w?) (?:\w+ )?"
    r"(?:enthalten|erwähnen|nennen|beantworten|sagen|geben|machen|liefern) (?:\w+ ){0,3}(?:keine?\w*|nicht\w?)\b",
    r"(?:les|ces|aucune des) (?:sources|documents|textes|résultats) (?:\w+ )?(?:ne |n')",
    r"(?:las|los|ninguna de las) (?:fuentes|documentos|textos|resultados) (?:\w+ )?no ",
    r"(?:le|i|nessuna delle) (?:fonti|documenti|testi|risultati) (?:\w+ )?non ",
    r"(?:as|os|nenhuma das) (?:fontes|documentos|textos|resultados) (?:\w+ )?não ",
    r"(?:de|geen van de) (?:\w+ )?(?:bronnen|documenten|teksten) (?:\w+ )?(?:\w+ )?(?:geen|niet|niets)\b",
    r"(?:źródła|dokumenty) (?:\w+ )?nie ",
    r"(?:источники|документы|в (?:источниках|документах)) (?:\w+ )?(?:не|нет) ",
    r"(?:提供された)?(?:情報源|資料|文書|出典)(?:に|で)?は?.{0,40}(?:ありません|ません|ない)",
    r"(?:提供的|所给的)?(?:资料|来源|文档|文件|搜索结果|資料|來源)(?:中|里|裡)?.{0,10}(?:没有|沒有|未|不包含)",
    r"(?:제공된 )?(?:자료|출처|문서)(?:에|에는|에서는|는)? .{0,40}(?:없습니다|않습니다)",
    r"(?:المصادر|الوثائق) (?:\S+ )?لا ",
)

# What stands above a list of sources.
_REFERENCES: Final = (
    "sources?|references?|bibliography|further reading|works cited|citations?|footnotes|notes and references|"
    "sources? used|sources? cited|quellen?|quellenangaben?|literatur|einzelnachweise|références?|bibliographie|"
    "sources? consultées?|fuentes?|referencias?|bibliografía|font[ei]|riferimenti|bibliografia|fontes?|referências?|"
    "bronn?en?|referenties|źródła|источники?|литература|出典|参考|参考文献|参考資料|情報源|参考资料|来源|來源|資料來源|출처|참고|"
    "참고 ?문헌|المصادر|المراجع|स्रोत"
)

OPENING: Final = re.compile("|".join(_OPENINGS))
WHOLE: Final = re.compile(rf"(?:{_WHOLE})[\s!.,。！،।\U0001f300-\U0001faff]*\Z")
NO_ANSWER: Final = re.compile(f"{_REGRET}(?:{'|'.join(_NO_ANSWER)})")
REFERENCES: Final = re.compile(rf"(?:{_REFERENCES})\s*(?P<colon>[:：])?")
