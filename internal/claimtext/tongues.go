package claimtext

import "regexp"

// tongue is how a language puts reasoning together.
type tongue struct {
	supposing   *regexp.Regexp // a sentence that supposes something
	refuting    *regexp.Regexp // what ends a supposition: a sentence that draws the conclusion
	regardless  *regexp.Regexp // what holds in all cases that were looked at
	casesIn     *regexp.Regexp // where a sentence goes on with its cases, or with what would be otherwise
	reasoned    *regexp.Regexp // the reason of a conditional makes it a statement of its own: "if r1c2 is 3, then r2c2 is not: otherwise ..." supposes nothing further on
	negated     *regexp.Regexp
	likewise    *regexp.Regexp
	but         *regexp.Regexp // what is wrong, before a conclusion about what was supposed
	consequence *regexp.Regexp
	concluding  *regexp.Regexp
}

// Of English and Chinese. Signs stand before the word that supposes, the number of a step or the letter of a part of one, and words that lead to it; \W would be
// all Chinese words too, of which 尝试 is none that supposes.
var mixed = &tongue{
	supposing:   regexp.MustCompile(`(?i)^[^\pL\pN_]*(?:(?:step\s+)?\d+[.):]\s*|[a-z]\)\s*)?(?:(?:now|so|and|but|next|first|ok|okay|hmm|wait)[,.]?\s+|(?:现在|那么|所以|因此|但是?|而|然后|接着|首先|先|再|又|我们?)，?)*(?:(?:if|suppose|supposing|assume|assuming|let'?s\s+(?:try|say|assume|suppose|see)|let\s+us\s+(?:try|say|assume|suppose)|what\s+if|try|trying|could|can|maybe|perhaps|might|say|imagine|otherwise|or\s+else)\b|假设|假如|如果|若|设|试|否则)`),
	refuting:    regexp.MustCompile(`(?i)contradict|impossible|conflict|does(?:n't|\s+not)\s+work|cannot\s+(?:be\s+right|be\s+true|hold)|not\s+possible|fails|has\s+no\b|no\s+number\s+fits|too\s+little\s+room|矛盾|不能成立|不可能|冲突`),
	regardless:  regexp.MustCompile(`(?i)\b(?:either\s+way|each\s+way|in\s+(?:either|each|every|any|both|all)\s+cases?|whichever\s+it\s+is|whatever\s+it\s+is|regardless)\b|无论如何|[两每]种情况`),
	casesIn:     regexp.MustCompile(`(?i)[,:;(]\s*(?:(?:for|because|and|but|so|then|hence|thus|therefore)\s+)?(?:if|suppose|assume|assuming|supposing|otherwise|or\s+else)\b|[，,：；（]\s*(?:所以|因此|那么|但)?(?:如果|若|假设|假如|否则)`),
	reasoned:    regexp.MustCompile(`(?i)(?:[,:;(]|^)\s*(?:otherwise|or\s+else)\b|(?:[，：；（]|^)\s*否则`),
	negated:     regexp.MustCompile(`(?i)\b(?:not|no|none|cannot)\b|n't\b|≠|!=|<>|不|没有|未|同一`),
	likewise:    regexp.MustCompile(`(?i),\s+and\s+by\s+the\s+same\s+rules\b|，由同样的规则`),
	but:         regexp.MustCompile(`(?i)^\W*(?:but\b|但是)`),
	consequence: regexp.MustCompile(`(?i)[,;:，；：]|\bthen\b|那么`),
	concluding:  regexp.MustCompile(`(?i)(?:^\W*|[,;:，；：]\s*)(?:(?:so|therefore|hence|thus|consequently|as\s+a\s+result|that\s+means|this\s+means|which\s+means|we\s+conclude)\b|所以|因此|故|于是)`),
}

// begins is what may stand before the words of a sentence: signs, the number of a step, the letter of a part of one.
const begins = `(?i)^[^\pL\pN_]*(?:(?:(?:schritt|paso)\s+)?\d+[.):]\s*|[a-z]\)\s*)?`

// inverted is a German condition that is said by the order of words alone: "ist r1c1 schwarz, so ist r1c2 weiß". Places stand between commas too.
const inverted = `(?:ist|sind|liegt|liegen|steht|stehen|gehört|gehören|hat|haben|verläuft|bleibt|bleiben|bildet|bilden|rückt|rücken|verlässt)\s[^;.]*?,\s+so\s+(?:ist|sind|liegt|liegen|steht|stehen|gehört|gehören|hat|haben|verläuft|bleibt|bleiben|bildet|bilden|rückt|rücken|verlässt)`

var german = &tongue{
	supposing:   regexp.MustCompile(begins + `(?:(?:nun|also|und|aber|dann|zuerst)[,.]?\s+)*(?:gilt:|` + inverted + `|wenn|falls|angenommen|nehmen\s+wir\s+an|nimm\s+an|wäre|könnte|kann|vielleicht|versuch\w*|sonst|andernfalls|ansonsten)(?:[^\pL]|$)`),
	refuting:    regexp.MustCompile(`(?i)widerspr|unmöglich|keiner?\s+ist\s+möglich|nicht\s+möglich|geht\s+nicht|kann\s+nicht\s+(?:sein|gelten|stimmen)`),
	regardless:  regexp.MustCompile(`(?i)\b(?:so\s+oder\s+so|in\s+(?:jedem|beiden|allen)\s+f(?:all|ällen)|auf\s+jeden\s+fall|wie\s+auch\s+immer)\b`),
	casesIn:     regexp.MustCompile(`(?i)[,:;(]\s*(?:(?:denn|und|aber|also|dann|gilt:?)\s+)*(?:wenn|falls|angenommen|sonst|andernfalls|ansonsten|` + inverted + `)\b`),
	reasoned:    regexp.MustCompile(`(?i)(?:[,:;(]|^)\s*(?:sonst|andernfalls|ansonsten)\b`),
	negated:     regexp.MustCompile(`(?i)\b(?:nicht|keine?|weder|ohne|innerhalb|offen|Land)\b|≠|!=|<>`),
	likewise:    regexp.MustCompile(`(?i),\s+und\s+nach\s+denselben\s+Regeln\b`),
	but:         regexp.MustCompile(`(?i)^\W*aber\b`),
	consequence: regexp.MustCompile(`(?i)[,;:]|\bdann\b`),
	concluding:  regexp.MustCompile(`(?i)(?:^\W*|[,;:]\s*)(?:also|daher|deshalb|somit|folglich|demnach)\b`),
}

var spanish = &tongue{
	supposing:   regexp.MustCompile(begins + `(?:(?:ahora|así\s+que|y|pero|entonces|primero|por\s+tanto)[,.]?\s+)*(?:si|supongamos|supón|suponga|suponiendo|asumamos|digamos|podría|puede|quizás?|tal\s+vez|probemos|de\s+lo\s+contrario|en\s+caso\s+contrario)(?:[^\pL]|$)`),
	refuting:    regexp.MustCompile(`(?i)contradic|imposible|conflicto|no\s+es\s+posible|no\s+puede\s+ser|no\s+funciona`),
	regardless:  regexp.MustCompile(`(?i)\b(?:en\s+(?:cualquier|todo|ambos|todos\s+los|los\s+dos)\s+casos?|de\s+todos\s+modos|sea\s+como\s+sea)\b`),
	casesIn:     regexp.MustCompile(`(?i)[,:;(]\s*(?:(?:porque|pues|y|pero|así\s+que|entonces)\s+)*(?:si|supongamos|suponiendo|de\s+lo\s+contrario|en\s+caso\s+contrario)(?:[^\pL]|$)`),
	reasoned:    regexp.MustCompile(`(?i)(?:[,:;(]|^)\s*(?:si\s+no|de\s+lo\s+contrario|en\s+caso\s+contrario)\b`),
	negated:     regexp.MustCompile(`(?i)\b(?:no|ni|ninguna?|tierra|abiertos?|dentro|unen?)\b|≠|!=|<>`),
	likewise:    regexp.MustCompile(`(?i),\s+y\s+por\s+las\s+mismas\s+reglas\b`),
	but:         regexp.MustCompile(`(?i)^\W*pero\b`),
	consequence: regexp.MustCompile(`(?i)[,;:]|\bentonces\b`),
	concluding:  regexp.MustCompile(`(?i)(?:^\W*|[,;:]\s*)(?:así\s+que|por\s+(?:lo\s+)?tanto|por\s+consiguiente|en\s+consecuencia|de\s+modo\s+que)\b`),
}

// ifJapanese ends a condition. Behind a colon that is one of a statement that is only named, as a clue is: "手がかり3：AがBなら、CはDである。".
const ifJapanese = `(?:なら|ならば|であれば|とすると|としたら|とすれば|ときは)、`

// In Japanese what is supposed stands before the word that supposes it.
var japanese = &tongue{
	supposing:   regexp.MustCompile(`^[^\pL\pN_]*(?:\d+[.):]\s*|[a-z]\)\s*)?(?:(?:よって|だから|しかし|また|ここで)、?)*(?:もし|仮に|仮定|そうでないと|さもないと|そうでなければ)|(?:とする|と仮定する|としよう|とすると|としたら|とすれば)[。、：:]?\s*$|^(?:[^：:]*|[^\pL\pN_]*(?:ステップ|手順)?\s*\d+[.):：]\s*[^：:]*)` + ifJapanese),
	refuting:    regexp.MustCompile(`矛盾|不可能|ありえない|あり得ない|成り立たない`),
	regardless:  regexp.MustCompile(`いずれにして|どちらにして|どの場合で?も|いずれの場合で?も`),
	casesIn:     regexp.MustCompile(`[、：:；（(]\s*(?:よって|だから)?(?:もし|仮に|そうでないと|さもないと|そうでなければ)|[：:][^。：:]*` + ifJapanese),
	reasoned:    regexp.MustCompile(`(?:[、：:；（(]|^)\s*(?:そうでないと|さもないと|そうでなければ)|からである。?\s*$`),
	negated:     regexp.MustCompile(`ない|なく|ず|おらず|陸|開いて|内側|≠|!=|<>`),
	likewise:    regexp.MustCompile(`同じ規則から、`),
	but:         regexp.MustCompile(`^\W*(?:しかし|だが|ところが)`),
	consequence: regexp.MustCompile(`[、，；：]|すると`),
	concluding:  regexp.MustCompile(`(?:^[^\pL\pN_]*|[、；：]\s*)(?:よって|ゆえに|したがって|従って|だから|それゆえ|このため)`),
}

// spoken tells the language of a text by its small words; where it is not plain, it is English or Chinese.
var spoken = []struct {
	*tongue
	words *regexp.Regexp
}{
	{mixed, regexp.MustCompile(`(?i)\b(?:is|are|not|the|and|so|then|has|have|must|be|cannot)\b|[是不所以有]`)},
	{german, regexp.MustCompile(`(?i)\b(?:ist|sind|nicht|und|also|dann|hat|haben|muss|der|die|das|von|bei|sonst|gilt|geh\w+|keine?|zur)\b`)},
	{spanish, regexp.MustCompile(`(?i)\b(?:es|son|no|y|el|la|los|las|de|en|por|que|hay|está|están|entonces|debe|si)\b`)},
	{japanese, regexp.MustCompile(`[はがをにでるなのとか]`)},
}

// tongueOf gives the language of a text.
func tongueOf(text string) *tongue {
	best, most := mixed, -1
	for _, t := range spoken {
		if n := len(t.words.FindAllStringIndex(text[:min(len(text), toldEnough)], -1)); n > most {
			best, most = t.tongue, n
		}
	}
	return best
}

// toldEnough is how much of a text tells its language, in bytes.
const toldEnough = 20_000
