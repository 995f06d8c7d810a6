package encode_test

import (
	"testing"
)

// TestWays lists the shadings of 3x3 that keep a rule about ways and groups of unknown places, and asks the judge of all 512.
func TestWays(t *testing.T) {
	for name, text := range map[string]string{
		"distance":      "distance(cells[0], c, (x for x in cells if not shade[x])) == 4 for c in [cells[8]] if not shade[c]",
		"shortest":      "distance(a, b, shade) != 2 for a, b in pairs(cells) if shade[a] and shade[b]",
		"no way":        "distance(cells[0], cells[8], shade) == None",
		"less":          "distance(cells[0], c, shade) < 5 for c in cells if shade[c]",
		"joins":         "distance(cells[0], cells[8], cells, (l for l in links + diagonals if shade[l.a] != shade[l.b])) == 3",
		"pairs":         "len(groups(shade, [[c, c.step(e, s)] for c in cells])) == 2",
		"unknown pairs": "len(groups(cells, [[c, c.step(e, e)] for c in cells if shade[c]] + [[c, c.step(s)] for c in cells if shade[c.step(s)]])) == 4",
		"beams":         "beam[cells[0].side(w)] == beam[cells[8].side(s)]",
		"nine cells":    "shape(groups(shade)[cells[4]], 9) == shape('xxx/xxx/xxx') or not shade[cells[4]]",
		"alike":         "shape(groups(shade)[cells[0]]) == shape(groups(shade)[cells[8]])",
		"alike whites":  "shape(groups(shade)[cells[0]]) == shape(groups(c for c in cells if not shade[c])[cells[5]])",
		"not turned":    "shape(groups(shade)[cells[0]], turn=False) != shape(groups(shade)[cells[8]], turn=False)",
		"moved":         "shape(groups(shade)[cells[1]], turn=False, mirror=False) == shape(groups(shade)[cells[7]], turn=False, mirror=False)",
		"as drawn":      "shape(groups(shade)[cells[4]]) == shape('xx/x.')",
		"a tree":        "acyclic([[c, c.step(e)] for c in cells if shade[c]] + [[c, c.step(s)] for c in cells if shade[c]] + [[c, c] for c in cells])",
		"found place":   "first(c for c in rows[0] if shade[c]) in groups(shade)[cells[4]]",
		"shifted":       "all(shade[x.shift(cells[0], cells[4])] or x.border for x in shade)",
		"lost place":    "last(c for c in cols[2] if shade[c]) not in groups(shade)[cells[4]] for x in [1]",
	} {
		t.Run(name, func(t *testing.T) {
			compare(t, "find: {shade: {}}\nlet:\n  turned: \"[[c.side(a), c.side(b)] for c in cells for a, b in [(n, e), (s, w)] if shade[c]]\"\n"+
				"  straight: \"[[c.side(a), c.side(b)] for c in cells for a, b in [(n, s), (e, w)] if not shade[c]]\"\n  beam: groups(edges, turned + straight)\nrules:\n  r: \""+text+"\"\n", 3, 3)
		})
	}
}
