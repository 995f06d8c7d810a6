package declared

import (
	"strconv"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// taught says what each class of steps is that is learnt, from 1, in every language: its name and what one does. The harder ones are no
// lessons: one supposes, and looks what happens.
var taught = []map[string][2]string{
	{
		"en": {"One rule", "Look at one rule at one place: it says what must be there, or cannot be."},
		"zh": {"单条规则", "看一处的一条规则：它说明那里必须是什么，或不能是什么。"},
		"de": {"Eine Regel", "Sieh dir eine Regel an einer Stelle an: sie sagt, was dort sein muss oder nicht sein kann."},
		"es": {"Una regla", "Mira una regla en un lugar: dice qué debe haber allí, o qué no puede haber."},
		"ja": {"一つの規則", "一か所で一つの規則を見る。そこに何が入らなければならないか、何が入り得ないかが分かる。"},
	},
	{
		"en": {"Rules side by side", "Look at rules that meet at one place: one leaves little room, the other takes it."},
		"zh": {"相邻规则", "看在同一处相遇的规则：一条留下很少的余地，另一条把它占去。"},
		"de": {"Regeln nebeneinander", "Sieh dir Regeln an, die an einer Stelle zusammentreffen: eine lässt wenig Platz, die andere nimmt ihn."},
		"es": {"Reglas contiguas", "Mira reglas que coinciden en un lugar: una deja poco sitio y la otra lo ocupa."},
		"ja": {"隣り合う規則", "一か所で出会う規則を見る。一方が残したわずかな余地を、もう一方がふさぐ。"},
	},
	{
		"en": {"Every way of one rule", "Go through every way in which one rule can be kept, and keep what all of them have in common."},
		"zh": {"一条规则的所有情形", "列出满足一条规则的所有情形，留下它们的共同之处。"},
		"de": {"Alle Wege einer Regel", "Geh alle Wege durch, eine Regel einzuhalten, und behalte, was allen gemeinsam ist."},
		"es": {"Todas las formas de una regla", "Recorre todas las formas de cumplir una regla y quédate con lo que tienen en común."},
		"ja": {"一つの規則のすべての場合", "一つの規則を満たすすべての場合を調べ、共通するものを残す。"},
	},
	{
		"en": {"Two rules at once", "Hold two rules against each other: what neither says alone, both say together."},
		"zh": {"两条规则合用", "把两条规则合起来看：单独看不出的，合起来就能得出。"},
		"de": {"Zwei Regeln zugleich", "Halte zwei Regeln gegeneinander: was keine allein sagt, sagen beide zusammen."},
		"es": {"Dos reglas a la vez", "Compara dos reglas: lo que ninguna dice sola lo dicen las dos juntas."},
		"ja": {"二つの規則を合わせる", "二つの規則を照らし合わせる。一つでは分からないことが、合わせると分かる。"},
	},
	{
		"en": {"A short chain", "Follow a short chain: if this were so, then that, and then a rule would be broken."},
		"zh": {"短链", "顺着一条短链推下去：如果这样，就会那样，于是违反规则。"},
		"de": {"Eine kurze Kette", "Folge einer kurzen Kette: wäre dies so, dann auch jenes, und dann wäre eine Regel verletzt."},
		"es": {"Una cadena corta", "Sigue una cadena corta: si esto fuera así, entonces aquello, y entonces se rompería una regla."},
		"ja": {"短い連鎖", "短い連鎖をたどる。もしこうならああなり、すると規則に反する。"},
	},
}

// Lessons gives a lesson for each of the easier classes of steps.
func (b *Builtin) Lessons(lang string) []puzzle.Lesson {
	sizes := b.Suggested()
	if len(sizes) == 0 {
		return nil
	}
	var out []puzzle.Lesson
	for n, l := range taught {
		said, ok := l[lang]
		if !ok {
			said = l["en"]
		}
		out = append(out, puzzle.Lesson{ID: techniques[n].code, Name: said[0], Text: said[1], Params: sizes[0], Settings: puzzle.Settings{"class": strconv.Itoa(n + 1)}})
	}
	return out
}
