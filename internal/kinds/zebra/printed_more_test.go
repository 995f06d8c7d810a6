package zebra_test

import (
	"regexp"
	"strings"
)

// The words of German, Spanish and Japanese. Patterns of a comparison say by number which of their groups is what.

// toward compares how many places a is from b in a direction.
func toward(a, dir, b int, ok func(d int) bool) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		return func(w world) bool { return ok(r.steps(at(w, m[a]), at(w, m[b]), directions[m[dir]])) }
	}
}

func adjoining(d int) bool { return d == 1 }
func beyond(d int) bool    { return d > 0 }
func notBeyond(d int) bool { return d <= 0 }

// towardBy compares that distance with a number: how says whether it is reached or exact.
func towardBy(a, dir, b, how, n int) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		return toward(a, dir, b, func(d int) bool { return bounded(m[how], d, num(m[n])) })(r, m)
	}
}

// apartBy compares the distance of a and b, to whichever side.
func apartBy(a, b, how, n int) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		return func(w world) bool { return bounded(m[how], r.away(at(w, m[a]), at(w, m[b])), num(m[n])) }
	}
}

func opposite(r *printed, m []string) judge {
	return func(w world) bool { return 2*r.away(at(w, m[1]), at(w, m[2])) == r.n }
}

// inOrder is x on the one side of a and on the other of b.
func inOrder(x, dirA, a, dirB, b int) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		first, second := toward(x, dirA, a, beyond)(r, m), toward(x, dirB, b, beyond)(r, m)
		return func(w world) bool { return first(w) && second(w) }
	}
}

// lowerBy compares the values of a and b by how much: word is the group of "lower".
func lowerBy(cat, a, b, how, n, word int, lower string) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		c, sign := r.cat(m[cat]), -1.0
		if m[word] == lower {
			sign = 1
		}
		return func(w world) bool {
			return bounded(m[how], int(sign*(r.value(w, c, m[b])-r.value(w, c, m[a]))), num(m[n]))
		}
	}
}

func differBy(cat, a, b, n int, want bool) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		c := r.cat(m[cat])
		return func(w world) bool {
			d := int(r.value(w, c, m[a]) - r.value(w, c, m[b]))
			return (max(d, -d) == num(m[n])) == want
		}
	}
}

func valueBetween(cat, x, a, b int) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		c := r.cat(m[cat])
		return func(w world) bool {
			v, p, q := r.value(w, c, m[x]), r.value(w, c, m[a]), r.value(w, c, m[b])
			return min(p, q) < v && v < max(p, q)
		}
	}
}

func valueInOrder(cat, x, low, high int) func(r *printed, m []string) judge {
	return func(r *printed, m []string) judge {
		c := r.cat(m[cat])
		return func(w world) bool {
			return r.value(w, c, m[low]) < r.value(w, c, m[x]) && r.value(w, c, m[x]) < r.value(w, c, m[high])
		}
	}
}

// Places that words name.
func firstPlace(_ *printed, i int) bool  { return i == 0 }
func lastPlace(r *printed, i int) bool   { return i == r.n-1 }
func endPlace(r *printed, i int) bool    { return i == 0 || i == r.n-1 }
func middlePlace(r *printed, i int) bool { return 2*i+1 == r.n }
func evenPlace(_ *printed, i int) bool   { return i%2 == 1 }
func oddPlace(_ *printed, i int) bool    { return i%2 == 0 }

// joining are the words that join statements, most of which stand around them: what denies, if and then, if and only if, one of two, one at
// least, and.
type joining struct {
	not, notEnd             string
	if1, then, iff, iffEnd  string
	xorStart, xor, xorEnd   string
	orStart, or, orEnd, and string
}

// around cuts off what stands before and behind a statement.
func around(s, start, end string) (string, bool) {
	s, ok1 := strings.CutPrefix(s, start)
	s, ok2 := strings.CutSuffix(s, end)
	return s, ok1 && ok2
}

func (j joining) read(r *printed, g *grammar, s string) (saying, bool) {
	if body, ok := around(s, j.not, j.notEnd); ok {
		return r.all(g, []string{body}, func(t []bool) bool { return !t[0] })
	}
	if body, ok := strings.CutPrefix(s, j.if1); ok {
		if parts := split(body, j.then); len(parts) == 2 {
			return r.all(g, parts, func(t []bool) bool { return !t[0] || t[1] })
		}
	}
	if body, ok := around(s, "", j.iffEnd); !ok {
	} else if parts := split(body, j.iff); len(parts) == 2 {
		return r.all(g, parts, func(t []bool) bool { return t[0] == t[1] })
	}
	if body, ok := around(s, j.xorStart, j.xorEnd); ok {
		return r.all(g, split(body, j.xor), func(t []bool) bool { return some(t) == 1 })
	}
	if body, ok := around(s, j.orStart, j.orEnd); ok {
		return r.all(g, split(body, j.or), func(t []bool) bool { return some(t) > 0 })
	}
	if parts := split(s, j.and); len(parts) > 1 {
		return r.all(g, parts, func(t []bool) bool { return some(t) == len(t) })
	}
	return saying{}, false
}

const (
	dirDE = `(links von|rechts von|vor|nach|im Uhrzeigersinn von|gegen den Uhrzeigersinn von)`
	dirES = `(a la izquierda de|a la derecha de|antes de|después de|en el sentido de las agujas del reloj desde|en sentido contrario a las agujas del reloj desde)`
	dirJA = `(左|右|前|後|時計回り側|反時計回り側)`
)

// anyOrder adds to leaves what they are within another clause: in German with the verb at the end or the beginning, in Japanese with
// another particle.
func anyOrder(leaves []leaf) []leaf {
	verb := regexp.MustCompile(` (ist|sind|sitzt|liegt|unterscheidet) `)
	out := leaves
	for _, l := range leaves {
		pattern := strings.TrimSuffix(strings.TrimPrefix(l.re.String(), "^"), "$")
		if at := verb.FindStringSubmatchIndex(pattern); at != nil {
			before, is, after := pattern[:at[0]], pattern[at[2]:at[3]], pattern[at[1]:]
			out = append(out, leaf{regexp.MustCompile("^" + before + " " + after + " " + is + "$"), l.make}, leaf{regexp.MustCompile("^" + is + " " + before + " " + after + "$"), l.make})
		}
		if ga := strings.Replace(pattern, "は", "が", 1); ga != pattern {
			out = append(out, leaf{regexp.MustCompile("^" + ga + "$"), l.make})
		}
	}
	return out
}

// german: D stands for somebody in the dative, which the words behind a preposition must have.
var german = &grammar{
	row:   regexp.MustCompile(`Die \d+ Plätze liegen in einer Reihe, von links nach rechts mit 1 bis \d+ nummeriert; an jedem ist ein Eintrag jeder Kategorie\.$`),
	time:  regexp.MustCompile(`Die Plätze sind von 1 \(der erste\) bis \d+ \(der letzte\) nummeriert; an jedem ist ein Eintrag jeder Kategorie\.$`),
	round: regexp.MustCompile(`Die \d+ Plätze stehen um einen runden Tisch, im Uhrzeigersinn mit 1 bis \d+ nummeriert; der Platz zur Linken ist der nächste im Uhrzeigersinn\.$`),
	turn:  regexp.MustCompile(`Die \d+ Plätze stehen um einen runden Tisch und haben keine Nummern; gezählt wird im Uhrzeigersinn, zuerst (.*); der Platz zur Linken ist der nächste im Uhrzeigersinn\.$`),
	none:  regexp.MustCompile(`die Einträge aller Kategorien gehören eins zu eins zusammen\.$`),
	colon: ": ", comma: ", ", end: ".",
	whole: "Zu jeder Kategorie sind die Einträge in der Reihenfolge von ",
	leaves: anyOrder([]leaf{
		lf(`T ist T`, same), lf(`T ist nicht T`, different), lf(`T ist bei D`, same),
		lf(`T ist entweder (T oder T)`, func(r *printed, m []string) judge { return oneOf(r, []string{"", m[1], m[2]}) }),
		lf(`T ist eines hiervon: ([^a-z]*(?: oder )?[^a-z]*)`, oneOf),
		lf(`von D und D ist eines T und das andere T`, pair),
		lf(`T ist (?:direkt|auf dem .achbarplatz) `+dirDE+` D`, toward(1, 2, 3, adjoining)),
		lf(`T ist irgendwo `+dirDE+` D`, toward(1, 2, 3, beyond)),
		lf(`T ist nirgendwo `+dirDE+` D`, toward(1, 2, 3, notBeyond)),
		lf(`T ist irgendwo `+dirDE+` D und irgendwo `+dirDE+` D`, inOrder(1, 2, 3, 4, 5)),
		lf(`T ist (genau|mindestens) N (?:Platz|Plätze) `+dirDE+` D`, towardBy(1, 4, 5, 2, 3)),
		lf(`T ist (genau|mindestens) N (?:Platz|Plätze) von D entfernt`, apartBy(1, 4, 2, 3)),
		lf(`T ist neben D`, near(true)), lf(`T ist nicht neben D`, near(false)),
		lf(`T sitzt gegenüber von D`, opposite),
		lf(`T ist irgendwo zwischen D und D, gleich in welcher Reihenfolge`, between),
		lf(`T ist direkt zwischen D und D`, amid),
		lf(`T ist (?:ganz links|ganz am Anfang)`, atPlace(firstPlace)), lf(`T ist (?:ganz rechts|ganz am Ende)`, atPlace(lastPlace)),
		lf(`T ist an einem der beiden Enden`, atPlace(endPlace)), lf(`T ist in der Mitte`, atPlace(middlePlace)),
		lf(`T ist auf einer geraden Position`, atPlace(evenPlace)), lf(`T ist auf einer ungeraden Position`, atPlace(oddPlace)),
		lf(`T und T sind auf Positionen gleicher Parität`, parity(true)), lf(`T und T sind auf Positionen verschiedener Parität`, parity(false)),
		lf(`C ist bei D niedriger als bei D`, lower(1, 1, 2, 3)), lf(`C ist bei D höher als bei D`, lower(-1, 1, 2, 3)),
		lf(`C ist bei D um (genau|mindestens) N (niedriger|höher) als bei D`, lowerBy(1, 2, 6, 3, 4, 5, "niedriger")),
		lf(`C unterscheidet sich bei D und D um genau N`, differBy(1, 2, 3, 4, true)),
		lf(`C unterscheidet sich bei D und D nicht um genau N`, differBy(1, 2, 3, 4, false)),
		lf(`C von D liegt zwischen D und D`, valueBetween(1, 2, 3, 4)),
		lf(`C ist bei D höher als bei D und niedriger als bei D`, valueInOrder(1, 2, 3, 4)),
		lf(`([^=]* von ⟦[^=]*) = ([^=]*)`, (*printed).equation),
	}),
	joins: joining{not: "es stimmt nicht, dass ", if1: "wenn ", then: ", dann ", iff: " genau dann, wenn ", xorStart: "entweder ",
		xorEnd: ", aber nicht beides", xor: " oder ", or: " oder ", orEnd: " oder beides", and: " und "}.read,
}

var spanish = &grammar{
	row:   regexp.MustCompile(`Los \d+ lugares están en fila, numerados del 1 al \d+ de izquierda a derecha; en cada uno hay un elemento de cada categoría\.$`),
	time:  regexp.MustCompile(`Los lugares están numerados del 1 \(el primero\) al \d+ \(el último\); en cada uno hay un elemento de cada categoría\.$`),
	round: regexp.MustCompile(`Los \d+ asientos rodean una mesa redonda, numerados del 1 al \d+ en el sentido de las agujas del reloj; el asiento a la izquierda de uno es el siguiente en ese sentido\.$`),
	turn:  regexp.MustCompile(`Los \d+ asientos rodean una mesa redonda y no tienen número; se cuentan en el sentido de las agujas del reloj, primero (.*); el asiento a la izquierda de uno es el siguiente en ese sentido\.$`),
	none:  regexp.MustCompile(`los de todas las categorías se corresponden uno a uno\.$`),
	colon: ": ", comma: ", ", end: ".",
	whole: "Para cada categoría, escribe sus elementos en el orden de ",
	leaves: []leaf{
		lf(`T es T`, same), lf(`T no es T`, different), lf(`T está en T`, same),
		lf(`T es o bien (T o T)`, func(r *printed, m []string) judge { return oneOf(r, []string{"", m[1], m[2]}) }),
		lf(`T es una de estas cosas: ([^a-z]*(?: o )?[^a-z]*)`, oneOf),
		lf(`de T y T, uno es T y el otro es T`, pair),
		lf(`T está (?:justo|en el asiento contiguo) `+dirES+` T`, toward(1, 2, 3, adjoining)),
		lf(`T está en algún lugar `+dirES+` T`, toward(1, 2, 3, beyond)),
		lf(`T no está en ningún lugar `+dirES+` T`, toward(1, 2, 3, notBeyond)),
		lf(`T está en algún lugar `+dirES+` T y en algún lugar `+dirES+` T`, inOrder(1, 2, 3, 4, 5)),
		lf(`T está (?:a )?(exactamente|al menos) N (?:lugar|lugares|asiento|asientos) `+dirES+` T`, towardBy(1, 4, 5, 2, 3)),
		lf(`T está a (exactamente|al menos) N (?:lugar|lugares|asiento|asientos) de T`, apartBy(1, 4, 2, 3)),
		lf(`T está al lado de T`, near(true)), lf(`T no está al lado de T`, near(false)),
		lf(`T está enfrente de T`, opposite),
		lf(`T está en algún lugar entre T y T, en cualquier orden`, between),
		lf(`T está justo entre T y T`, amid),
		lf(`T está (?:en el extremo izquierdo|al principio)`, atPlace(firstPlace)), lf(`T está (?:en el extremo derecho|al final)`, atPlace(lastPlace)),
		lf(`T está en uno de los extremos`, atPlace(endPlace)), lf(`T está en el centro`, atPlace(middlePlace)),
		lf(`T está en una posición par`, atPlace(evenPlace)), lf(`T está en una posición impar`, atPlace(oddPlace)),
		lf(`T y T están en posiciones de la misma paridad`, parity(true)), lf(`T y T están en posiciones de distinta paridad`, parity(false)),
		lf(`C de T es menor que C de T`, lower(1, 1, 2, 4)), lf(`C de T es mayor que C de T`, lower(-1, 1, 2, 4)),
		lf(`C de T es (menor|mayor) que C de T, por (exactamente|al menos) N`, lowerBy(1, 2, 5, 6, 7, 3, "menor")),
		lf(`[Ee]ntre C de T y C de T hay una diferencia de exactamente N`, differBy(1, 2, 4, 5, true)),
		lf(`[Ee]ntre C de T y C de T no hay una diferencia de exactamente N`, differBy(1, 2, 4, 5, false)),
		lf(`C de T está entre C de T y C de T`, valueBetween(1, 2, 4, 6)),
		lf(`C de T es mayor que C de T y menor que C de T`, valueInOrder(1, 2, 4, 6)),
		lf(`([^=]* de ⟦[^=]*) = ([^=]*)`, (*printed).equation),
	},
	joins: joining{not: "no es cierto lo siguiente: ", if1: "si ", then: ", entonces ", iff: " si y solo si ", xorStart: "o ",
		xorEnd: ", pero no ambas cosas", xor: " o ", or: " o ", orEnd: " o ambas cosas", and: " y "}.read,
}

var japanese = &grammar{
	row:   regexp.MustCompile(`\d+個の場所は一列に並び、左から右へ1から\d+の番号が付いています。各場所には各カテゴリーの項目が一つずつあります。$`),
	time:  regexp.MustCompile(`場所には1（最初）から\d+（最後）の番号が付いています。各場所には各カテゴリーの項目が一つずつあります。$`),
	round: regexp.MustCompile(`\d+個の席は円卓を囲み、時計回りに1から\d+の番号が付いています。左手の席は時計回りで次の席です。$`),
	turn:  regexp.MustCompile(`\d+個の席は円卓を囲み、番号はありません。(.*)から時計回りに数えます。左手の席は時計回りで次の席です。$`),
	none:  regexp.MustCompile(`すべてのカテゴリーの項目は一対一に対応します。$`),
	colon: "：", comma: "、", end: "。",
	whole: "各カテゴリーの項目を「",
	leaves: anyOrder([]leaf{
		lf(`TはTである`, same), lf(`TはTではない`, different),
		lf(`Tは([⟦⟧0-9.、]*)の(?:どれか|どちらか)である`, oneOf),
		lf(`TとTは、一方がT、他方がTである`, pair),
		lf(`TはTのすぐ`+dirJA+`である`, toward(1, 3, 2, adjoining)), lf(`TはTの`+dirJA+`の隣席である`, toward(1, 3, 2, adjoining)),
		lf(`TはTより`+dirJA+`のどこかである`, toward(1, 3, 2, beyond)),
		lf(`TはTより`+dirJA+`ではない`, toward(1, 3, 2, notBeyond)),
		lf(`TはTより`+dirJA+`のどこか、かつTより`+dirJA+`のどこかである`, inOrder(1, 3, 2, 5, 4)),
		lf(`TはTのちょうどN(つ|席)`+dirJA+`である`, towardBy(1, 5, 2, 4, 3)), lf(`TはTのN(?:つ|席)(以上)`+dirJA+`である`, towardBy(1, 5, 2, 4, 3)),
		lf(`TはTからちょうどN(つ|席)離れている`, apartBy(1, 2, 4, 3)), lf(`TはTからN(?:つ|席)(以上)離れている`, apartBy(1, 2, 4, 3)),
		lf(`TはTの隣である`, near(true)), lf(`TはTの隣ではない`, near(false)),
		lf(`TはTの向かいである`, opposite),
		lf(`TはTとTの間のどこかである（順序は問わない）`, between),
		lf(`TはTとTのすぐ間である`, amid),
		lf(`Tは(?:左端|最初)である`, atPlace(firstPlace)), lf(`Tは(?:右端|最後)である`, atPlace(lastPlace)),
		lf(`Tは両端のどちらかである`, atPlace(endPlace)), lf(`Tは中央である`, atPlace(middlePlace)),
		lf(`Tは偶数番である`, atPlace(evenPlace)), lf(`Tは奇数番である`, atPlace(oddPlace)),
		lf(`TとTの位置は偶奇が同じである`, parity(true)), lf(`TとTの位置は偶奇が異なる`, parity(false)),
		lf(`TのCはTより小さい`, lower(1, 2, 1, 3)), lf(`TのCはTより大きい`, lower(-1, 2, 1, 3)),
		lf(`TのCはTよりちょうどN()(小さい|大きい)`, lowerBy(2, 1, 3, 5, 4, 6, "小さい")),
		lf(`TのCはTよりN(以上)(小さい|大きい)`, lowerBy(2, 1, 3, 5, 4, 6, "小さい")),
		lf(`TとTのCの差はちょうどNである`, differBy(3, 1, 2, 4, true)), lf(`TとTのCの差はちょうどNではない`, differBy(3, 1, 2, 4, false)),
		lf(`TのCはTとTの間である`, valueBetween(2, 1, 3, 4)),
		lf(`TのCはTより大きくTより小さい`, valueInOrder(2, 1, 3, 4)),
		lf(`([^=]*⟧の[^=]*) = ([^=]*)`, (*printed).equation),
	}),
	joins: joining{notEnd: "ということはない", then: "ならば、", iff: "ことと", iffEnd: "ことは同値である", xorStart: "次の一方だけが正しい：",
		xor: "、または", orStart: "次の少なくとも一方が正しい：", or: "、または", and: "、かつ"}.read,
}
