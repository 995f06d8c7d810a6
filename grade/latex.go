package grade

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// isContent reports whether a rune is a letter, a digit or a sign that answers consist of.
func isContent(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

var (
	latexFrac      = sieve.Lazy(`\\[dtc]?frac\s*(?:\{([^{}]*)\}\s*\{([^{}]*)\}|(\d)\s*(\d))`)
	latexWraps     = sieve.Lazy(`\\(?:text|textbf|textit|mathrm|mathbf|mathit|mathsf|mathbb|operatorname|mbox|boxed|fbox|underline|overline|bf|rm)\s*\{([^{}]*)\}`)
	latexEnv       = sieve.Lazy(`\\(?:begin|end)\s*\{[^{}]*\}(?:\{[^{}]*\})?`)
	latexThousands = sieve.Lazy(`(\d)\\[,;:! ](\d{3})\b`)
	htmlLine       = sieve.Lazy(`(?i)</?(?:br|p|div|li|ul|ol|tr|table|h[1-6])\s*/?>`)
	htmlTag        = sieve.Lazy(`(?i)</?(?:b|i|u|em|strong|span|code|pre|td|th|tbody|thead|sub|center|mark|final|final_answer|answer|result|solution)(?:\s[^<>]{0,100})?/?>`)
	latexRest      = sieve.Lazy(`\\[a-zA-Z]+`)
)

var latexSigns = strings.NewReplacer(
	`\%`, "%", `\$`, "", `\#`, "#", `\&`, "&", `\_`, "_",
	`\times`, "×", `\cdot`, "×", `\div`, "/", `\pm`, "±", `\mp`, "±", `\approx`, "≈", `\simeq`, "≈", `\sim`, "~", `\leqslant`, "≤", `\geqslant`, "≥", `\leftarrow`, " ", `\rightarrow`, "→",
	`\left`, "", `\right`, "", `\leq`, "≤", `\geq`, "≥", `\not=`, "≠", `\neq`, "≠", `\neg`, "¬", `\ne`, "≠", `\lnot`, "¬", `\le`, "≤", `\ge`, "≥", `\lt`, "<", `\gt`, ">", `\to`, "→", `\implies`, "⇒",
	`\Rightarrow`, "⇒", `\therefore`, "∴", `\sqrt`, "√", `\pi`, "π", `\infty`, "∞", `\log`, "log ", `\ln`, "ln ", `\in`, "∈", `\checkmark`, "✓", `\cup`, " or ", `\lor`, " or ", `\vee`, " or ", `\wedge`, " and ",
	`\qquad`, " ; ", `\quad`, " ; ", `\,`, " ", `\;`, " ", `\:`, " ", `\!`, "", `\ `, " ", "~", " ",
	`\{`, "{", `\}`, "}", `\(`, "", `\)`, "", `\[`, "", `\]`, "", `\\`, ";",
	`^{\circ}`, "°", `^\circ`, "°", `\circ`, "°", `\"`, `"`, `\'`, "'",
)

// plain turns LaTeX and typographic variants into plain text: \frac{a}{b} becomes (a)/(b), wrappers such as \text{} and $ $
// give their inside, full-width signs become ordinary ones. What it does not know it leaves out of the way.
func plain(s string) string {
	if simple(s) {
		return strings.TrimSpace(s)
	}
	if !ascii(s) {
		s = norm.NFKC.String(raised.Replace(s))
	}
	if strings.Contains(s, "<") && strings.Contains(s, ">") {
		s = htmlLine().ReplaceAllString(s, "\n")
		s = htmlTag().ReplaceAllString(s, " ")
	}
	if strings.Contains(s, "{,}") {
		s = strings.ReplaceAll(s, "{,}", ",")
	}
	if strings.ContainsRune(s, '\\') {
		s = latexThousands().ReplaceAllString(s, "$1,$2")
		s = latexEnv().ReplaceAllString(s, " ")
		for range 8 { // fractions and wrappers nest; deeper ones are no numbers anyone writes
			t := latexFrac().ReplaceAllStringFunc(s, func(m string) string {
				g := latexFrac().FindStringSubmatch(m)
				return " " + paren(g[1]+g[3]) + "/" + paren(g[2]+g[4]) + " "
			})
			t = latexWraps().ReplaceAllString(t, "$1")
			if t == s {
				break
			}
			s = t
		}
		s = latexSigns.Replace(s)
		s = latexRest().ReplaceAllString(s, " ")
	}
	s = quotes.Replace(s)
	return strings.TrimSpace(strings.Trim(strings.TrimSpace(s), "$*`"))
}

// simple reports whether a text is of ASCII without markup.
func simple(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= utf8.RuneSelf, c == '\\', c == '<', c == '{', c == '*', c == '$', c == '`':
			return false
		}
	}
	return true
}

// ascii reports whether a text is of ASCII alone, which needs no normalisation.
func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// raised keeps what normalisation would make digits of the number before it: 7² is no 72, and 2½ no 21/2. Narrow spaces between
// digits part thousands.
var raised = strings.NewReplacer("⁰", "^0", "¹", "^1", "²", "^2", "³", "^3", "⁴", "^4", "⁵", "^5", "⁶", "^6", "⁷", "^7", "⁸", "^8", "⁹", "^9", "⁻", "^-",
	"½", " 1/2", "⅓", " 1/3", "⅔", " 2/3", "¼", " 1/4", "¾", " 3/4", "⅕", " 1/5", "⅖", " 2/5", "⅗", " 3/5", "⅘", " 4/5", "⅙", " 1/6", "⅚", " 5/6", "⅛", " 1/8", "⅜", " 3/8", "⅝", " 5/8", "⅞", " 7/8",
	"……", "...", "…", "...", "？", "?", "～", "~", "＋", "+", "－", "-")

// quotes makes one kind of quote and of separator out of many. NFKC has made most full-width signs ordinary already.
var quotes = strings.NewReplacer(
	"“", `"`, "”", `"`, "‘", "'", "’", "'", "「", `"`, "」", `"`, "『", `"`, "』", `"`,
	"、", ",", "。", ".", "−", "-", "–", "-", "—", " - ", "⁄", "/", "**", "", "【", "[", "】", "]", "《", "", "》", "",
)

// paren puts a numerator or denominator that is not a plain number into parentheses.
func paren(s string) string {
	s = strings.TrimSpace(s)
	for _, r := range s {
		if !unicode.IsDigit(r) && r != '.' {
			return "(" + s + ")"
		}
	}
	return s
}
