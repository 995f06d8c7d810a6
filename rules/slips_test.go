package rules_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/rules"
)

// slips are what fingers get wrong: a file behind its family, where reading it must point, what it must say, and the name it must
// suggest.
var slips = []struct{ name, doc, place, says, suggest string }{
	{"a key of the file", "gvien: {number: 0..4}\nfind: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:1", `unknown key "gvien"`, "given"},
	{"a key of a layer", "find: {shade: {vales: 1..3}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:16", `unknown key "vales"`, "values"},
	{"a key of the size", "size: {row: 3..5, cols: 3..5}\nfind: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:8", `unknown key "row"`, "rows"},
	{"a layer", "given: {number: 0..4}\nfind: {shade: {}}\nrules:\n  r: shade[c] or nmber[c] > 1 for c in number\n", "6:18", "unknown name nmber", "number"},
	{"a function of the file", "find: {shade: {}}\nlet: {pond: groups(shade)}\nrules:\n  r: len(pnod[c]) == 2 for c in shade\n", "6:10", "unknown name pnod", "pond"},
	{"a function of the language", "find: {shade: {}}\nrules:\n  r: cuont(shade[c] for c in cells) == 3\n", "5:6", "unknown name cuont", "count"},
	{"a relation", "find: {shade: {}}\nrules:\n  r: any(shade[x] for x in c.nxt) for c in cells\n", "5:30", "no place has a relation nxt", "next"},
	{"a class in a rule", "find: {shade: {}}\nrules:\n  r: shade[c] for c in cell\n", "5:24", "unknown name cell", "cells"},
	{"a class of a layer, near the layer's own name", "find: {line: {at: link}}\nrules:\n  r: any(line[l] for l in links)\n", "3:19", "unknown name link", "links"},
	{"a symmetry", "symmetries: [sqare]\nfind: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:14", `a symmetry "sqare"`, "square"},
	{"a layer with nothing behind it", "given: {layer: }\nfind: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:9", "expected layer: {} for truth values", ""},
	{"a drawing of objects", "given: {heat: {each: {cells: places}, made: termo}}\nfind: {digit: 1..9}\nrules:\n  r: digit[cells[0]] == 1\n", "3:45", `objects made as "termo"`, "thermo"},
	{"a drawing of two layers", "given: {dots: {each: {cells: places}, made: kropki}}\nfind: {digit: 1..9}\nrules:\n  r: digit[cells[0]] == 1\n", "3:9", "made: kropki draws the layers white_dot and black_dot, and not dots", ""},
	{"a drawing of two layers, nearly", "given: {whitedot: {each: {cells: places}, made: kropki}}\nfind: {digit: 1..9}\nrules:\n  r: digit[cells[0]] == 1\n", "3:9", "and not whitedot", "white_dot"},
	{"a drawing without objects", "given: {heat: {values: 1..9, made: thermo}}\nfind: {digit: 1..9}\nrules:\n  r: digit[cells[0]] == 1\n", "3:9", "in a layer that holds no objects", ""},
	{"signs beside words", "given: {clue: {at: rows, values: \"list of a b ? *\"}}\nfind: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:34", "expected list of 1.. ? *", ""},
	{"a family to use", "use: sodoku\nrules:\n  r: digit[cells[0]] == 1\n", "3:6", `no rules file "sodoku"`, "sudoku"},
	{"a rule's name at its sentence", "find: {shade: {}}\nrules:\n  touch: any(shade[c] for c in cells)\ntext: {en: {tuch: Nothing.}}\n", "6:13", `the rule "tuch"`, "touch"},
	{"a rule's name at what it says", "find: {shade: {}}\nrules:\n  touch: any(shade[c] for c in cells)\nholds: {en: {tuch: nothing}}\n", "6:14", `the rule "tuch"`, "touch"},
	{"a list of what rules say", "find: {shade: {}}\nrules:\n  r: shade[c] for c in cells\nholds: [r]\n", "6:8", "a list where a language is named; expected name", ""},
	{"a list of what rules say in a language", "find: {shade: {}}\nrules:\n  r: shade[c] for c in cells\nholds: {en: [r]}\n", "6:13", "a list where a rule is named; expected name", ""},
	{"a list in the place of a sentence", "find: {shade: {}}\nrules:\n  r: shade[c] for c in cells\ntext: {en: {r: [a]}}\n", "6:16", "a list; expected a sentence", ""},
	{"a name in what a rule says", "find: {shade: {}}\nrules:\n  r: shade[cell] for cell in cells\nholds:\n  en:\n    r: \"at {cel} is none\"\n", "8:13", "names cel", "cell"},
	{"a name in a sentence", "find: {shade: {}}\nrules:\n  r: shade[cell] for cell in cells\ntext:\n  en:\n    r: \"At {cel} is none.\"\n", "8:13", "names cel", "cell"},
	{"a name that another language has", "find: {shade: {}}\nrules:\n  r: connected(shade)\n", "5:6", "expected len(groups(shade)) <= 1", ""},
	{"parts as a value", "find: {area: parts}\nrules:\n  r: len(a) == 2 for a in area\n", "3:14", "expected {parts: cells}", ""},
	{"truth values of another name", "find: {line: {at: links, values: bools}}\nrules:\n  r: loop(line)\n", "3:34", "expected bool", ""},
	{"turns", "find: {line: {at: links}}\nrules:\n  r: turns(c) for c in cells\n", "5:6", "expected a name of your own", ""},
	{"the degree of a cell", "find: {line: {at: links}}\nrules:\n  r: degree(c, line) == 2 for c in cells\n", "5:6", "expected count(line[l] for l in c.links)", ""},
	{"where clues stand outside", "given: {sum: {at: starts, values: 0..9, some: true}}\nfind: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:19", "ends", ""},
	{"null", "find: {digit: {values: 1..3, some: true}}\nrules:\n  r: digit[c] != null for c in cells\n", "5:18", "expected None", ""},
	{"true", "find: {shade: {}}\nrules:\n  r: shade[c] == true for c in cells\n", "5:18", "expected True", ""},
	{"a word without quotes", "find: {way: black white}\nrules:\n  r: way[c] == black for c in cells\n", "5:16", "'black' in quotes", ""},
	{"one equals sign", "find: {shade: {}}\nrules:\n  r: count(shade[c] for c in cells) = 3\n", "5:37", "expected '=='", ""},
	{"and of another language", "find: {shade: {}}\nrules:\n  r: shade[a] && shade[b] for a, b in links\n", "5:16", "expected and", ""},
	{"not of another language", "find: {shade: {}}\nrules:\n  r: shade[a] or !shade[b] for a, b in links\n", "5:18", "expected not", ""},
	{"not of another language at the start", "find: {shade: {}}\nrules:\n  r: !shade[c] for c in cells\n", "5:6", "expected not shade[c]", ""},
	{"a bracket that is not closed", "find: {shade: {}}\nrules:\n  r: count(shade[c] for c in cells == 3\n", "5:11", "never closed", ""},
	{"a bracket that is not closed, behind for", "find: {shade: {}}\nrules:\n  r: shade[c] for c in (cells + cells\n", "5:24", "'(' is never closed", ""},
	{"a bracket at the start", "find: {shade: {}}\nrules:\n  r: [shade[c] for c in cells][0]\n", "5:12", "double quotes", ""},
	{"a colon", "find: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells): 3\n", "5:3", "quotes", ""},
	{"a tab", "find: {shade: {}}\nrules:\n\tr: shade[c] for c in cells\n", "5:1", "spaces", ""},
	{"a range with a dash", "find: {digit: 1-9}\nrules:\n  r: distinct(digit[c] for c in l) for l in lines\n", "3:15", "expected 1..9", ""},
	{"a range the wrong way round", "find: {digit: {values: 9..1}}\nrules:\n  r: distinct(digit[c] for c in l) for l in lines\n", "3:24", "expected 1..9", ""},
	{"a size with a star", "size: 5*5\nfind: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:7", "expected 9x9", ""},
	{"yes for true", "find: {shade: {some: yes}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:22", "expected true or false", ""},
	{"a rule twice", "find: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n  r: shade[cells[0]]\n", "6:3", "first on line 5", ""},
	{"a layer twice", "given: {shade: {}}\nfind: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "4:8", "defined twice", ""},
	{"a function that calls itself", "find: {shade: {}}\nlet: {f(x): f(x)}\nrules:\n  r: f(c) for c in cells\n", "4:7", "uses itself", ""},
	{"a word of the language as a name", "find: {count: {}}\nrules:\n  r: any(count[c] for c in cells)\n", "3:8", "a word of the language", ""},
	{"nothing to find", "given: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "1:1", "expected find:", ""},
	{"a set", "find: {digit: 1..4}\nrules:\n  r: digit[c] in {1, 2} for c in cells\n", "5:18", "expected an expression of numbers", ""},
	{"arithmetic in a sentence", "find: {digit: 1..4}\nrules:\n  r: digit[c] > 1 for c in cells\ntext:\n  en:\n    r: \"{max(3, 4)} at {c}\"\n", "8:10", "expected {c}, {number[c]}", ""},
	{"a brace that is not closed in a sentence", "find: {shade: {}}\nrules:\n  r: shade[c] for c in cells\ntext:\n  en:\n    r: \"At {c is none.\"\n", "8:23", "sentence of r (en)", ""},
	{"a language of a sentence", "find: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\ntext: {eng: {r: Nothing.}}\n", "6:8", `"eng" is no language of the program`, "en"},
	{"a language of a title", "title: {en: A, jp: B}\nfind: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:16", "expected de, en, es, ja, zh", ""},
	{"a newer version", "version: 9\nfind: {shade: {}}\nrules:\n  r: any(shade[c] for c in cells)\n", "3:10", "expected a version from", ""},
}

// TestSlips holds that each slip is told at its line and column, with what would be right.
func TestSlips(t *testing.T) {
	for _, s := range slips {
		t.Run(s.name, func(t *testing.T) {
			head := "version: 1\nfamily: sample\n"
			if strings.HasPrefix(s.doc, "version:") {
				head = "family: sample\nabout: A sample.\n"
			}
			_, probs := rules.Load("f.yaml", []byte(head+s.doc), families.Use)
			for _, p := range probs {
				if strings.HasPrefix(p.Error(), "f.yaml:"+s.place+":") && strings.Contains(p.Error(), s.says) && p.Suggest == s.suggest {
					return
				}
			}
			t.Errorf("want %s with %q, suggesting %q; it says\n%v", s.place, s.says, s.suggest, probs)
		})
	}
}
