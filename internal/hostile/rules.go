package hostile

import (
	"fmt"
	"strings"
	"time"
)

// family is a rules file with the given sections and one layer to be found.
func family(sections string) string {
	return "version: 1\nfamily: hostile\nsize: {rows: 1..100, cols: 1..100}\ngiven: {clue: {at: \"ends(n, w)\", values: list of 1..}}\nfind: {x: {}, d: {values: 1..9}}\n" + sections
}

// blank is the text of a board without clues, for the family.
func blank(rows, cols int) string {
	return fmt.Sprintf("%d %d\n", rows, cols) + strings.Repeat("-\n", rows+cols)
}

func rulesFiles() []Row {
	row := func(name string, fast bool, sections, board string) Row {
		return Row{Reader: "rules", Name: name, Fast: fast, Files: map[string]string{"r.yaml": family(sections), "b.txt": board},
			Args: []string{"solve", "--rules", "r.yaml", "b.txt"}}
	}
	rule := func(name string, fast bool, expr string) Row {
		return row(name, fast, fmt.Sprintf("rules:\n  r: %q\n", expr), blank(4, 4))
	}
	lint := func(name string, fast bool, sections string) Row {
		return Row{Reader: "rules", Name: "lint: " + name, Fast: fast, Files: map[string]string{"r.yaml": family(sections)}, Args: []string{"lint", "--hints", "r.yaml"}}
	}
	doubling := "let:\n  b0: \"[1, 2]\"\n"
	for i := 1; i < 40; i++ {
		doubling += fmt.Sprintf("  b%d: b%d + b%d\n", i, i-1, i-1)
	}
	doubling += "rules:\n  r: len(b39) > 0\n"
	calls := "let:\n  f0(n): n\n"
	for i := 1; i < 50; i++ {
		calls += fmt.Sprintf("  f%d(n): f%d(n + 1) + f%d(n * 2 %% 1000)\n", i, i-1, i-1)
	}
	calls += "rules:\n  r: f49(1) > 0\n"
	chain := "let:\n  f0(n): n\n"
	for i := 1; i < 400; i++ {
		chain += fmt.Sprintf("  f%d(n): f%d(n)\n", i, i-1)
	}
	chain += "rules:\n  r: f399(1) > 0\n"
	board := func(name string, fast bool, text string) Row {
		return row("a board: "+name, fast, "rules:\n  r: any(x[c] for c in cells)\n", text)
	}
	return []Row{
		row("lists that double", true, doubling, blank(4, 4)),
		row("functions that call twice, 50 deep", false, calls, blank(4, 4)),
		row("functions 400 deep", true, chain, blank(4, 4)),
		row("lets that lead back", true, "let: {p: q, q: p}\nrules:\n  r: p == q\n", blank(4, 4)),
		rule("a range of 10^9", false, "all(i >= 0 for i in range(1000000000))"),
		rule("lists that are held at once", false, "len([[i, range(40)] for i in range(200000)]) > 0"),
		row("lets that hold much", false, "let: {l: \"range(6000000)\", m: \"range(6000000)\"}\nrules:\n  r: len(l) + len(m) > 0\n", blank(4, 4)),
		rule("a product of ranges", false, "len(product(range(100000), range(100000))) > 0"),
		rule("pairs of a long list", false, "len(pairs(range(100000))) > 0"),
		rule("a product of numbers beyond all words", true, "prod(d[c] for c in cells) * prod(d[c] * 100000 for c in cells) > 5"),
		rule("powers of powers", true, "2 ** 31 ** 31 > 0"),
		rule("brackets 30,000 deep", true, strings.Repeat("(", 30_000)+"1"+strings.Repeat(")", 30_000)),
		rule("not, 10,000 times", true, strings.Repeat("not ", 10_000)+"x[cells[0]]"),
		rule("loops 12 deep", false, "any(x[cells[0]]"+lines(12, " for a%d in cells")+")"),
		rule("runs of many lengths in any order", false, "all(sorted(len(r) for r in runs(x[c] for c in l if x[c])) == range(1, 40) for l in lines)"),
		row("shapes of eight on a large board", false, "rules:\n  r: shape(groups(x)[a], 8) != shape(groups(x)[b], 8) for a, b in links\n", blank(30, 30)),
		row("all triples of a large board", false, "rules:\n  r: x[a] or x[b] or x[c] for a in cells for b in cells for c in cells\n", blank(64, 64)),
		row("all pairs of a large board", false, "rules:\n  r: x[a] != x[b] for a, b in pairs(cells)\n", blank(64, 64)),
		row("runs on long lines", false, "rules:\n  r: len(t) != 7 for l in lines for t in runs(c for c in l if x[c])\n", blank(40, 100)),
		row("values to 10^12", true, "follow: {y: {values: 1..1000000000000}}\nrules:\n  r: sum(y[c] * y[c] for c in cells) == 7\n", blank(4, 4)),
		row("300 layers", true, "follow: {"+lines(300, "y%d: {}, ")+"}\nrules:\n  r: x[cells[0]]\n", blank(4, 4)),
		{Reader: "rules", Name: "a file of 10 MB", Fast: true, Files: map[string]string{"r.yaml": "family: a\n" + strings.Repeat("# long\n", 1_500_000), "b.txt": "1 1\n"}, Args: []string{"solve", "--rules", "r.yaml", "b.txt"}},
		board("of 10^18 rows", true, "999999999999999999 999999999999999999\n"),
		board("of 100x100", true, blank(100, 100)),
		board("with a line of 1 MB", true, "4 4\n"+strings.Repeat("1 ", 500_000)+"\n"),
		board("with 200,000 lines", true, "4 4\n"+strings.Repeat("1\n", 200_000)),
		board("with numbers of 100,000 digits", true, "4 4\n"+strings.Repeat("9", 100_000)+"\n"),
		lint("lists that double", true, doubling),
		lint("loops 12 deep", false, "rules:\n  r: \"any(x[cells[0]]"+lines(12, " for a%d in cells")+")\"\n"),
		lint("300 rules over pairs", false, "rules:\n"+lines(299, "  r%d: x[a] != x[b] for a, b in pairs(cells)\n")),
		{Reader: "rules", Name: "a signal while lint tries boards", Files: map[string]string{"r.yaml": family("rules:\n" + lines(299, "  r%d: len(groups(x)) != len(groups(c for c in cells if d[c] > 3)) for a in cells\n"))},
			Args: []string{"lint", "r.yaml"}, Signal: 2 * time.Second},
	}
}
