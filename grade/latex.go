package grade

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// isContent reports whether a rune is a letter, a digit or a sign that answers consist of.
func isContent(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

var (
	latexFrac  = regexp.MustCompile(`\\[dtc]?frac\s*(?:\{([^{}]*)\}\s*\{([^{}]*)\}|(\d)\s*(\d))`)
	latexWraps = regexp.MustCompile(`\\(?:text|textbf|textit|mathrm|mathbf|mathit|mathsf|mathbb|operatorname|mbox|boxed|fbox|underline|overline|bf|rm)\s*\{([^{}]*)\}`)
	latexEnv   = regexp.MustCompile(`\\(?:begin|end)\s*\{[^{}]*\}(?:\{[^{}]*\})?`)
	latexRest  = regexp.MustCompile(`\\[a-zA-Z]+`)
)

var latexSigns = strings.NewReplacer(
	`\%`, "%", `\$`, "", `\#`, "#", `\&`, "&", `\_`, "_",
	`\times`, "×", `\cdot`, "×", `\div`, "/", `\pm`, "±", `\approx`, "≈", `\left`, "", `\right`, "", `\leq`, "≤", `\geq`, "≥", `\le`, "≤", `\ge`, "≥",
	`\qquad`, " ; ", `\quad`, " ; ", `\,`, " ", `\;`, " ", `\:`, " ", `\!`, "", `\ `, " ", "~", " ",
	`\{`, "{", `\}`, "}", `\(`, "", `\)`, "", `\[`, "", `\]`, "", `\\`, ";",
	`{,}`, ",", `^{\circ}`, "°", `^\circ`, "°", `\circ`, "°", `\"`, `"`, `\'`, "'",
)

// plain turns LaTeX and typographic variants into plain text: \frac{a}{b} becomes (a)/(b), wrappers such as \text{} and $ $
// give their inside, full-width signs become ordinary ones. What it does not know it leaves out of the way.
func plain(s string) string {
	s = norm.NFKC.String(s)
	if strings.ContainsRune(s, '\\') {
		s = latexEnv.ReplaceAllString(s, " ")
		for range 8 { // fractions and wrappers nest; deeper ones are no numbers anyone writes
			t := latexFrac.ReplaceAllStringFunc(s, func(m string) string {
				g := latexFrac.FindStringSubmatch(m)
				return " " + paren(g[1]+g[3]) + "/" + paren(g[2]+g[4]) + " "
			})
			t = latexWraps.ReplaceAllString(t, "$1")
			if t == s {
				break
			}
			s = t
		}
		s = latexSigns.Replace(s)
		s = latexRest.ReplaceAllString(s, " ")
	}
	s = quotes.Replace(s)
	return strings.TrimSpace(strings.Trim(strings.TrimSpace(s), "$*`"))
}

// quotes makes one kind of quote and of separator out of many. NFKC has made most full-width signs ordinary already.
var quotes = strings.NewReplacer(
	"“", `"`, "”", `"`, "‘", "'", "’", "'", "「", `"`, "」", `"`, "『", `"`, "』", `"`,
	"、", ",", "。", ".", "−", "-", "–", "-", "—", "-", "**", "", "【", "[", "】", "]", "《", "", "》", "",
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
