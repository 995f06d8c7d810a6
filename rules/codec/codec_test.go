package codec_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
)

// samples are small families that use every kind of block, each with a problem and its solution as they are written.
var samples = []struct{ name, doc, problem, solution string }{
	{"nothing is declared", "given: {total: {at: lines, values: \"0..\", some: true}, tree: {}, number: {values: 0..9, some: true}, room: {parts: cells}}\nfind: {shade: {}}",
		"2 3\n1 - 2\n3 -\nx 4 -\n- - 0\n1 1 2\n3 2 2", "2 3\nx - x\n- - -"},
	{"a number printed", "find: {digit: {values: 1..4, given: true}}", "2 2\n- 1\n2 -", "2 2\n3 1\n2 4"},
	{"values at parts", "given: {number: {at: room, values: \"0..\", some: true}, room: {parts: cells}}\nfind: {shade: {}}",
		"2 3\n3 - -\n- 12 -\n1 1 1\n1 2 2", "2 3\n- x -\nx - -"},
	{"values at parts, by columns", "given: {number: {at: room, values: \"0..\", some: true}, room: {parts: cells}}\nfind: {shade: {}}\nformats: {text: {problem: [{grid: number, first: cols}, room]}}",
		"2 2\n- -\n5 -\n2 1\n1 1", ""},
	{"patterns", "given: {number: {values: \"0..\", some: true}, dir: {values: n e s w, some: true}, colour: {values: x o, some: true}}\nfind: {line: {at: links}}\nformats: {text: {problem: [{grid: cells, tokens: \"[{number}{dir}][{colour}]\"}]}}",
		"2 3\n2sx - o\n- 10w x", "2 3\nse ew sw\nne ew nw"},
	{"settings", "given: {wall: {}, number: {values: 0..4, some: true}, star: {at: spots}}\nfind: {lamp: {}}\nformats: {text: {problem: {grid: cells, tokens: {x: wall, \"{number}\": wall, s: star@centre, e: star@e, d: star@se, o: \"wall, number=0, star@s\"}}, solution: {grid: cells, tokens: {l: lamp, x: wall}}}}",
		"3 3\nx e 2\no s -\n- - -", ""},
	{"letters and widths", "params: {k: 1..9}\ngiven: {clue: {at: \"ends(n, s, w, e)\", values: 1..k, some: true}}\nfind: {p: {values: 1..9, given: true}, q: {values: 1..9, given: true}}\nformats: {text: {head: [rows, cols, \"k:a\"], problem: [{line: clue, tokens: \"{clue:a}\"}, {grid: cells, tokens: [\"0{q:1}\", \"{p:1}0\", \"{p:1}{q:1}\"], none: \"00\"}], solution: {grid: cells, tokens: \"{p:1}{q:1}\"}}}",
		"2 2 c\na -\n- -\nc b\n- -\n12 00\n03 40", "2 2 c\n12 34\n53 41"},
	{"corners", "given: {number: {at: corners, values: 0..4, some: true}}\nfind: {fall: {}}\nformats: {text: {solution: {grid: cells, tokens: {\"\\\\\": fall, /: fall=false}}}}",
		"2 2\n- 1 -\n- - 4\n0 - -", "2 2\n/ \\\n\\ /"},
	{"inside", "given: {number: {values: 0..4, some: true}}\nfind: {line: {at: edges}}\nrules: {loop: any(line) and loop(line)}", "2 3\n3 - -\n- - 1", "2 3\nx x -\n- x -"},
	{"lines that enclose nothing", "find: {line: {at: edges}}", "1 2", "1 2\nx - -\n- x\n- x"},
	{"spans by direction", "given: {number: {values: 1..8, some: true}}\nlet: {pair: spans(number)}\nfind: {line: {at: pair, values: 0..2, default: 0}}", "3 3\n3 - 1\n- - -\n3 1 -", "3 3\nsse - w\n- - -\nnne w -"},
	{"lines that may enclose nothing", "find: {line: {at: edges}}\nrules: {open: not loop(line), part: loop(line) or not any(line)}", "1 2", "1 2\nx - -\n- x\n- x"},
	{"a word that is the token of another layer", "given: {wall: {}}\nfind: {item: {values: o x, some: true, given: true}}", "1 4\nx o item=x -", "1 4\n- o x o"},
	{"parts to be found", "find: {area: {parts: cells}}", "2 3", "2 3\n1 1 3\n2 2 3"},
	{"bits", "given: {bar: {at: links}}\nfind: {shut: {at: edges}}\nformats: {text: {problem: {bits: bar, order: [e, s, w, n]}, solution: {bits: shut, order: [w, s, e, n]}}}",
		"2 2\n1 6\n0 8", "2 2\n9 8\n3 2"},
	{"bits of corners", "find: {disc: {at: corners}}\nformats: {text: {solution: {bits: disc, order: [ne, se, sw, nw]}}}", "1 2", "1 2\n9 10"},
	{"some sides", "find: {line: {at: edges, given: true}}\nformats: {text: {problem: {bits: line, order: [e, s, w, n], partly: true}, solution: {bits: line, order: [e, s, w, n], partly: true}}}",
		"1 2\n3 4", "1 2\n3 4"},
	{"spans", "given: {number: {values: 1..8, some: true}}\nlet: {pair: spans(number)}\nfind: {bridge: {at: pair, values: 0..2, default: 0}}\nformats: {text: {solution: {along: bridge, tokens: {1: e=1, 2: e=2, a: s=1, b: s=2}}}}",
		"3 3\n3 - 1\n- - -\n2 - -", "3 3\n- 1 -\nb - -\n- - -"},
	{"eight ways", "find: {spoke: {at: links + diagonals}}", "2 2", "2 2\n12 96\n2 128"},
	{"objects in order", "given: {thermo: {each: {cells: places}}}\nfind: {full: {}}\nformats: {text: {problem: {ports: thermo}}}", "2 3\n1.1 1.2 -\n2.2 2.1 1.3", ""},
	{"lists", "given: {clue: {at: \"ends(n, w)\", values: list of 1..}}\nfind: {shade: {}}", "2 3\n1\n1 1\n2\n1 1\n12", "2 3\nx - x\n- - -"},
	{"lists with signs", "given: {clue: {at: \"ends(n, w)\", values: \"list of 1.. ? *\", some: true}}\nfind: {shade: {}}", "2 2\n1\n? *\n-\n* 2", "2 2\nx -\n- x"},
	{"a line of totals", "given: {total: {at: cols, values: \"0..\"}}\nfind: {digit: {values: 0..9, given: true}}\nformats: {text: {less: 1, problem: [digit, total], solution: [digit, total]}}",
		"3 2\n1 -\n- 2\n5 6", "3 2\n1 4\n4 2\n5 6"},
	{"the rest of the head", "given: {fleet: {each: {size: int, count: int}}}\nfind: {ship: {values: n e s w m o, some: true, given: true}}\nformats: {text: {head: [rows, cols, fleet...]}}\n",
		"2 2 4 3 0\nn -\n- o", ""},
	{"a word in the head", "params: {k: 1..9, diagonal: 0..1}\nfind: {shade: {}}\nformats: {text: {head: [rows, cols, k, diagonal=D]}}", "2 2 3 D", "2 2 3 D\nx -\n- -"},
	{"walls and optional blocks", "given: {number: {values: 0..9, some: true}}\nfind: {area: {parts: cells}}\nformats: {text: {problem: [{grid: number, optional: true}, {blank: cells}], solution: {walls: area, none: \"0\"}}}",
		"2 2\n- -\n- -", "2 2\n1\n0\n0 1"},
	{"links as a grid", "find: {line: {at: links}, side: {at: edges}}\nformats: {text: {problem: [], solution: [{grid: line}, {grid: edges, tokens: {1: side}, none: \"0\"}]}}",
		"2 2", "2 2\nx\n-\nx -\n0 1 0\n0 0 0\n0 0\n1 0\n0 1"},
	{"one character a token", "given: {star: {at: spots}}\nfind: {area: {parts: cells}}\nformats: {text: {problem: {grid: star, compact: true, none: \".\"}}}",
		"2 2\n..x\n...\nx..", ""},
	{"overlapping grids", "boards: [{size: 2x2, at: [[0, 0], [1, 1]]}]\nfind: {digit: {values: 1..2, given: true}}", "3 3\n1 - -\n- - -\n- - 2", "3 3\n1 2 -\n2 1 2\n- 2 1"},
	{"printed links", "find: {line: {at: links, given: true}}", "2 2\nse -\n- -", "2 2\nse sw\nne nw"},
	{"links and numbers", "given: {dot: {at: links}}\nfind: {digit: {values: 1..4, given: true}}", "2 2\n2,se w\nn 3", "2 2\n2 1\n4 3"},
	{"what is given on edges", "given: {gate: {at: edges}, arrow: {at: edges, values: less greater, some: true}}\nfind: {line: {at: links}}", "1 2\nx - less\n- -\n- gate,arrow=less", ""},
	{"objects", "given: {thermo: {each: {cells: places}}, cage: {each: {cells: places, sum: int}}}\nfind: {shade: {}}",
		"1 3\n2\nr1c1 r1c2\nr1c3\n1\ncells=r1c1 r1c3 sum=9", "1 3\nx - -"},
	{"objects with little to say", "given: {bond: {each: {at: places of links, words: list of a b, old: bool}}, crowd: {each: {places: places}}}\nfind: {shade: {}}",
		"1 3\n2\nat=r1c1-r1c2 words=a b a old=true\nat=- words=- old=false\n1\n-", "1 3\nx - -"},
	{"words of a bank", "given: {word: {each: {letters: list of 1..26}}}\nfind: {letter: {values: 1..26, some: true}}\nformats: {text: {problem: {objects: word, letters: a}, solution: {grid: letter, tokens: \"{letter:a}\"}}}",
		"1 3\n2\ncat\nabc", "1 3\nc a t"},
	{"numbers of a bank", "given: {number: {each: {digits: list of 0..9}}}\nfind: {shade: {}}\nformats: {text: {problem: {objects: number, letters: 0}}}", "1 1\n2\n4711\n007", "1 1\nx"},
	{"a bank", "given: {egg: {each: {cells: int}}}\nfind: {shade: {}}", "1 2\n2\n4\n1", "1 2\nx -"},
}

// boards are boards of pzprv3, with what becomes of them when they are written again.
var boards = []struct{ name, doc, board, again string }{
	{"rooms, numbers and marks", "params: {strict: 0..1}\ngiven: {number: {at: room, values: \"0..\", some: true}, room: {parts: cells}}\nfind: {shade: {}}\nformats: {pzprv3: {head: [rows, cols, strict=x]}}",
		"pzprv3/sample/2/2/x/2/0 0 /1 0 /. 3 /. . /# + /. . /", "pzprv3/sample/2/2/x/2/0 0 /1 0 /3 . /. . /# . /. . /"},
	{"without the word", "params: {strict: 0..1}\nfind: {shade: {}}\nformats: {pzprv3: {head: [rows, cols, strict=x]}}", "pzprv3/sample/1/2/. # /", "pzprv3/sample/1/2/. # /"},
	{"missing lines", "given: {number: {values: 0..4, some: true}}\nfind: {shade: {}}", "pzprv3/sample/1/2/", "pzprv3/sample/1/2/. . /. . /"},
	{"printed and not repeated", "find: {digit: {values: 1..4, given: true}}\nformats: {pzprv3: {head: [size]}}", "pzprv3/sample/2/1 . /. . /. 2 /[,3,4,] 1 /", "pzprv3/sample/2/1 . /. . /. 2 /. 1 /"},
	{"lines and crosses", "find: {line: {at: links}, side: {at: edges}}", "pzprv3/sample/2/2/1 /-1 /0 1 /0 1 0 /0 0 0 /0 0 /-1 0 /0 1 /", "pzprv3/sample/2/2/1 /0 /0 1 /0 1 0 /0 0 0 /0 0 /0 0 /0 1 /"},
	{"a border within a part", "find: {area: {parts: cells}}", "pzprv3/sample/2/2/1 /0 /0 0 /", "pzprv3/sample/2/2/1 /0 /0 0 /"},
	{"cells in no part", "given: {wall: {}}\nfind: {area: {parts: cells, some: true}}\nformats: {pzprv3: {problem: {grid: cells, tokens: {\"*\": wall}}, solution: {walls: area, outside: wall}}}",
		"pzprv3/sample/2/3/* . . /* . . /0 1 /1 0 /0 0 1 /", "pzprv3/sample/2/3/* . . /* . . /1 1 /1 0 /0 0 1 /"},
	{"both in one grid", "given: {wall: {}, number: {values: 0..4, some: true}}\nfind: {lamp: {}}\nformats: {pzprv3: {problem: {grid: cells, tokens: {\"-\": wall, \"{number}\": wall, \"#\": lamp}}, solution: []}}",
		"pzprv3/sample/2/3/- # 2 /. . + /", "pzprv3/sample/2/3/- # 2 /. . . /"},
	{"a frame", "given: {clue: {at: \"ends(n, s, w, e)\", values: \"1..\", some: true}}\nfind: {digit: {values: \"1..\", some: true}}\nformats: {pzprv3: {problem: {frame: clue, tokens: \"{digit}\"}, solution: []}}",
		"pzprv3/sample/2/2/. 1 2 . /3 . 9 . /. . . 4 /. . 5 . /", "pzprv3/sample/2/2/. 1 2 . /3 . 9 . /. . . 4 /. . 5 . /"},
	{"a frame of lists", "given: {clue: {at: \"ends(n, w)\", values: list of 1..}}\nfind: {shade: {}}\nformats: {pzprv3: {problem: {frame: clue, tokens: {\"#\": shade}}, solution: []}}",
		"pzprv3/sample/3/3/. . . . 1 /. . . 2 1 /. 1 . # . /. . # . . /1 1 # . # /", "pzprv3/sample/3/3/. . . . 1 /. . . 2 1 /. 1 . # . /. . # . . /1 1 # . # /"},
	{"a frame of two layers", "given: {plus: {at: lines, values: \"0..\", some: true}, minus: {at: \"ends(n, s)\", values: \"0..\", some: true}}\nfind: {shade: {}}\nformats: {pzprv3: {problem: {frame: [plus, minus], tokens: {\"#\": shade}}, solution: []}, url: [number16]}",
		"pzprv3/sample/2/2/. 1 2 /. 3 . /4 # . /. . # /. . 5 /", "pzprv3/sample/2/2/. 1 2 /. 3 . /4 # . /. . # /. . 5 /"},
	{"spans over links", "given: {number: {values: 1..8, some: true}}\nlet: {pair: spans(number)}\nfind: {bridge: {at: pair, values: 0..2, default: 0}}\nformats: {pzprv3: {solution: {grid: links, tokens: \"{bridge}\"}}}",
		"pzprv3/sample/1/4/2 . 3 1 /2 2 1 /", "pzprv3/sample/1/4/2 . 3 1 /2 2 1 /"},
	{"directions by number, a flag", "given: {dir: {values: n s w e, some: true}, number: {values: \"0..\", some: true}, circle: {}}\nfind: {shade: {}}\nformats: {pzprv3: {problem: [{flag: [one, two]}, {grid: cells, tokens: [\"{dir:#},{number}\"]}, {grid: circle, tokens: {1: circle}, none: \"0\"}]}}",
		"pzprv3/sample/1/2/two/4,10 . /0 1 /. # /", "pzprv3/sample/1/2/one/4,10 . /0 1 /. # /"},
}

func TestBoards(t *testing.T) {
	for _, c := range boards {
		form := compile(t, document(c.doc)).PZPR
		problem, answer, err := form.ReadBoard(c.board)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, err := form.WriteBoard(problem, answer)
		if err != nil || got != c.again {
			t.Errorf("%s: written as\n%s\n%v\nnot\n%s", c.name, got, err, c.again)
		}
	}
}

// FuzzBoards is FuzzText for boards with their answers.
func FuzzBoards(f *testing.F) {
	var forms []*codec.Form
	for i, c := range boards {
		f.Add(uint8(i), c.board)
		forms = append(forms, compile(f, document(c.doc)).PZPR)
	}
	f.Fuzz(func(t *testing.T, which uint8, board string) {
		form := forms[int(which)%len(forms)]
		problem, answer, err := form.ReadBoard(board)
		if err != nil {
			placed(t, err)
			return
		}
		text, err := form.WriteBoard(problem, answer)
		if err != nil {
			t.Fatalf("not written: %v", err)
		}
		again, solved, err := form.ReadBoard(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		same(t, problem, again)
		same(t, answer, solved)
	})
}

// addresses are problems as addresses, with what their layout reads.
var addresses = []struct{ name, doc, address, problem string }{
	{"rooms and numbers in them", "given: {number: {at: room, values: \"0..\", some: true}, room: {parts: cells}}\nfind: {shade: {}}\nformats: {url: [rooms, number16]}",
		"sample/3/2/k03g", "pzprv3/sample/2/3/2/0 1 1 /0 1 1 /3 . . /. . . /. . . /. . . /"},
	{"numbers of any length", "given: {number: {values: \"0..\", some: true}}\nfind: {shade: {}}\nformats: {url: [number16]}",
		"sample/3/2/f-10g+100=000g", "pzprv3/sample/2/3/15 16 . /256 4096 . /. . . /. . . /"},
	{"numbers and marks of the family", "given: {number: {values: \"0..\", some: true}, hole: {}}\nfind: {shade: {}}\nformats: {pzprv3: {problem: {grid: cells, tokens: {\"{number}\": , H: hole}}}, url: [{marked2: cells, tokens: {\"{number}\": , m2: hole}}]}",
		"sample/3/2/-10hf0j", "pzprv3/sample/2/3/16 H 15 /0 . . /. . . /. . . /"},
	{"a clue without number", "given: {circle: {}, number: {values: \"0..\", some: true}}\nfind: {shade: {}}\nformats: {pzprv3: {problem: {grid: cells, tokens: {\"-\": circle, \"{number}\": circle}}}, url: [number10]}",
		"sample/2/2/.b1", "pzprv3/sample/2/2/- . /. 1 /. . /. . /"},
	{"blanks behind small numbers", "given: {number: {values: 0..4, some: true}}\nfind: {line: {at: edges}}\nformats: {url: [number4]}",
		"sample/3/2/7be", "pzprv3/sample/2/3/2 . 1 /. . 4 /0 0 0 0 /0 0 0 0 /0 0 0 /0 0 0 /0 0 0 /"},
	{"arrows in fives", "given: {number: {values: \"0..\", some: true}, dir: {values: n s w e, some: true}, box: {}}\nfind: {shade: {}}\nformats: {pzprv3: {problem: {grid: cells, tokens: {\"#\": box, \"{dir:#},{number}\": }}}, url: [arrow5]}",
		"sample/3/2/-1c.g-13gb", "pzprv3/sample/2/3/3,3 # . /4,1 . 1,0 /. . . /. . . /"},
	{"arrows", "given: {number: {values: \"0..\", some: true}, dir: {values: n e s w, some: true}}\nfind: {shade: {}}\nformats: {pzprv3: {problem: {grid: cells, tokens: \"{dir:nswe},{number}\"}}, url: [arrow16]}",
		"sample/2/2/42a61fa", "pzprv3/sample/2/2/4,2 . /1,31 . /. . /. . /"},
	{"arrows and blocks", "given: {block: {}, number: {values: \"0..\", some: true}, dir: {values: n e s w, some: true}}\nfind: {shade: {}}\nformats: {pzprv3: {problem: {grid: cells, tokens: {\"#\": block, \"{dir:nswe},{number}\": , \"{dir:nswe},-\": }}}, url: [arrow16]}",
		"sample/2/2/423.a+", "pzprv3/sample/2/2/4,2 3,- /. # /. . /. . /"},
	{"circles, stars and bits", "given: {pearl: {values: w b, some: true}, star: {at: spots, values: 1..2, some: true}, ice: {}, hole: {}, wall: {at: links}, block: {}}\nfind: {line: {at: links}}\nformats: {url: [{circle: cells, tokens: \"{pearl:#}\"}, {stars: star}, {bits: cells, tokens: {1: ice}}, {zeros: cells, tokens: {1: hole}}, {border: wall}, {gaps: cells, tokens: {1: block}}]}",
		"sample/2/2/5i5foeo01", "?"},
	{"lists, and a parameter", "params: {k: 1..9, t: 0..1}\ngiven: {clue: {values: list of 0.., some: true}}\nfind: {shade: {}}\nformats: {pzprv3: {head: [rows, cols, k, t=t]}, url: [tapa]}",
		"sample/t/3/2/7/2aj9hch", "pzprv3/sample/2/3/7/t/2 3,1 1,1,1,1 /. . 3,1,1 /. . . /. . . /"},
	{"lists around the board", "given: {clue: {at: \"ends(n, w)\", values: list of 1..}}\nfind: {shade: {}}\nformats: {pzprv3: {problem: {frame: clue}}, url: [number16]}",
		"sample/3/3/1g1g1g1g121g", "pzprv3/sample/3/3/. . . . . /. . 1 1 1 /. 1 . . . /2 1 . . . /. 1 . . . /. . . /. . . /. . . /"},
	{"small numbers", "given: {low: {values: 0..4, some: true}, mid: {values: 0..5, some: true}, dir: {values: n s w e, some: true}}\nfind: {shade: {}}\nformats: {url: [{number3: low}, {number5: mid}, {four: cells, tokens: \"{dir:#}\"}]}",
		"sample/2/2/4750774", "?"},
	{"letters, sums and signs", "given: {letter: {values: \"1..\", some: true}, block: {}, number: {values: \"0..\", some: true}, more: {at: links, values: a b, some: true}, gap: {at: links, values: \"1..\", some: true}}\nfind: {shade: {}}\nformats: {url: [{letters: letter}, {sums: cells, tokens: {b: block, \"{number}\": block}}, {signs: links, tokens: [\"{more}\", \"{gap}\"]}]}",
		"sample/2/2/ZbAZ.+jgh-1fi", "?"},
	{"pipes and ice", "given: {ice: {}, pipe: {values: nsew ns ew, some: true}}\nfind: {line: {at: links}}\nformats: {url: [{pipes: cells, tokens: {o: ice, a: pipe=nsew, b: pipe=ns, c: pipe=ew}}]}",
		"sample/3/3/a2bci0", "?"},
	{"sums in cells and around", "given: {rim: {at: \"ends(n, w)\", values: \"0..\", some: true}, white: {}, down: {values: \"0..\", some: true}, across: {values: \"0..\", some: true}}\nfind: {shade: {}}\nformats: {pzprv3: {problem: {frame: rim, tokens: {\".\": white, \"0,0\": , \"{across},0\": , \"0,{down}\": , \"{across},{down}\": }, none: [\"0\"]}}, url: [twosums]}",
		"sample/2/2/m0A3A00", "pzprv3/sample/2/2/0 3 20 /0 . . /0 . 20,0 /. . /. . /"},
	{"bends", "given: {circle: {}, number: {values: \"0..\", some: true}, dir: {values: n s w e, some: true}}\nfind: {area: {parts: cells}}\nformats: {url: [{bends: cells, tokens: {o: circle, \"o{number}\": circle, \"{dir:#}\": }}]}",
		"sample/3/2/.-1fjlg", "?"},
	{"four sides", "given: {up: {values: \"-1..\", some: true}, down: {values: \"-1..\", some: true}, left: {values: \"-1..\", some: true}, right: {values: \"-1..\", some: true}}\nfind: {line: {at: links}}\nformats: {url: [{sides: cells, tokens: \"{up},{down},{left},{right}\"}]}",
		"sample/2/2/1-12.3i", "?"},
	{"colours and arrows", "given: {number: {values: \"0..\", some: true}, dir: {values: n e s w, some: true}, colour: {values: w x o, some: true}}\nfind: {line: {at: links}}\nformats: {url: [{coloured: cells, tokens: {\"{dir:nswe},{number},0\": colour=w, \"{dir:nswe},{number},1\": colour=x, \"{dir:nswe},{number},2\": colour=o}}]}",
		"sample/2/2/123b061f", "?"},
	{"numbers with dots", "given: {grey: {}, total: {values: \"0..\", some: true}, dots: {values: 1..4, some: true}}\nfind: {shade: {}}\nformats: {url: [{dotted: cells, tokens: {\"-\": grey, \"-2,{dots}\": grey, \"{total},0\": grey, \"{total},{dots}\": grey}}]}",
		"sample/2/2/03-28-26", "?"},
	{"dots at corners and spots", "given: {dot: {at: corners}, spot: {at: spots, values: 1..3, some: true}}\nfind: {area: {parts: cells}}\nformats: {url: [{dots: corners, tokens: {1: dot}}, {pairs: spot}]}",
		"sample/3/3/12d6q", "?"},
}

// TestUnsaid has boards whose addresses would lose something.
func TestUnsaid(t *testing.T) {
	doc := "given: {hole: {}, circle: {values: w b, some: true}, dot: {at: corners}}\nfind: {shade: {}}\nformats: {pzprv3: {problem: [{grid: cells, tokens: {\"*\": hole, \"{circle:wb}\": }}, {grid: corners, tokens: {1: dot}}]}, url: "
	for _, c := range []struct{ url, board, want string }{
		{"[{circle: cells, tokens: \"{circle:wb}\"}]}", "pzprv3/sample/2/2/1 * /. 2 /. . . /. . . /. . . /. . /. . /", "the address has no way to say what hole holds"},
		{"[{dots: corners, tokens: {1: dot}}]}", "pzprv3/sample/2/2/. . /. . /1 . . /. 1 . /. . . /. . /. . /", "the address has no way to say what dot holds at the border"},
	} {
		forms := compile(t, document(doc+c.url))
		problem, _, err := forms.PZPR.ReadBoard(c.board)
		if err != nil {
			t.Errorf("%s: %v", c.board, err)
			continue
		}
		if got, err := forms.URL.WriteProblem(problem); err == nil || err.Error() != c.want {
			t.Errorf("%s: written as %s, %v; not %s", c.board, got, err, c.want)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, c := range addresses {
		forms := compile(t, document(c.doc))
		problem, err := forms.URL.ReadProblem("https://puzz.link/p?" + c.address)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got, err := forms.URL.WriteProblem(problem); err != nil || got != "https://puzz.link/p?"+c.address {
			t.Errorf("%s: written as %s, %v, not %s", c.name, got, err, c.address)
		}
		if got, err := forms.PZPR.WriteProblem(problem); c.problem != "?" && (err != nil || got != c.problem) {
			t.Errorf("%s: the board is\n%s\n%v\nnot\n%s", c.name, got, err, c.problem)
		}
	}
	numbers := compile(t, document("given: {number: {values: 0..9, some: true}}\nfind: {shade: {}}\nformats: {url: [number16]}")).URL
	for address, want := range map[string]string{
		"sample":            "line 1, column 7: the address ends too early; expected columns",
		"sample/x/2/2/":     `line 1, column 8: the flag "x" is not known; expected columns and rows`,
		"sample/2/2/1":      "line 1, column 13: the address ends too early; expected 0-f for a number, - or + before a longer one, g-z for blanks, or a point",
		"simple/2/2/1h":     `line 1, column 1: an address of the genre "simple"; expected sample`,
		"p?sample/2/2/1hhh": `line 1, column 17: "h" in the address; expected the end`,
		"sample/2/2/!":      `line 1, column 12: "!" in the address; expected 0-f for a number, - or + before a longer one, g-z for blanks, or a point`,
		"sample/2/2/fj":     `line 1, column 12: "15" is no value of number; expected 0 to 9`,
		"sample/0/2/fj":     "line 1, column 1: a board of 2x0: sample has 1..60 rows and 1..60 columns",
	} {
		_, err := numbers.ReadProblem(address)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, not %s", address, err, want)
		}
	}
}

// FuzzAddresses reads any address. What is read is written, and read again as the same.
func FuzzAddresses(f *testing.F) {
	var forms []*codec.Form
	for i, c := range addresses {
		f.Add(uint8(i), c.address)
		forms = append(forms, compile(f, document(c.doc)).URL)
	}
	f.Fuzz(func(t *testing.T, which uint8, address string) { roundTrip(t, forms[int(which)%len(forms)], address) })
}

// roundTrip reads an address, writes what was read, and reads that as the same.
func roundTrip(t *testing.T, form *codec.Form, address string) {
	problem, err := form.ReadProblem(address)
	if err != nil {
		placed(t, err)
		return
	}
	text, err := form.WriteProblem(problem)
	if err != nil {
		if strings.Contains(err.Error(), "no way to say") || strings.Contains(err.Error(), "no token") {
			return
		}
		t.Fatal(err)
	}
	again, err := form.ReadProblem(text)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	same(t, problem, again)
}

// TestSpansToWhichNothingLeads: what is 0 or more is 0 where no direction of a solution leads, and not unknown.
func TestSpansToWhichNothingLeads(t *testing.T) {
	const doc = "family: sample\ngiven: {number: {values: 0..8, some: true}}\nlet: {pair: spans(number)}\nfind: {line: {at: pair, values: 0..1}}\n"
	form := compile(t, doc).Text
	problem, err := form.ReadProblem("1 4\n1 1 - 0")
	if err != nil {
		t.Fatal(err)
	}
	solution, err := form.ReadSolution(problem, "1 4\ne w - -")
	if err != nil {
		t.Fatal(err)
	}
	line := solution.File.Layer("line")
	for n, at := range solution.Spans(solution.File.Layer("number")) {
		if got, want := solution.Value(line, at), rules.IntOf([]int64{1, 0}[n]); !got.Equal(want) {
			t.Errorf("span %d has %v, want %v", n, got, want)
		}
	}
}

// TestTwoNumbersBesideLinks: two numbers of a cell are told apart by the names of their layers, also where the cell's links stand with them.
func TestTwoNumbersBesideLinks(t *testing.T) {
	const doc = "given: {near: {values: 0..16, some: true}, far: {values: 0..16, some: true}, wall: {at: links}}\nfind: {digit: 1..4}"
	form := compile(t, document(doc)).Text
	const text = "2 2\nnear=3,far=4,s far=5\n7,n -\n"
	problem, err := form.ReadProblem(text)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := form.WriteProblem(problem); err != nil || strings.TrimSpace(got) != strings.TrimSpace(text) {
		t.Errorf("written as\n%s\n%v\nnot\n%s", got, err, text)
	}
}

// TestLost: a text that does not say all that is to be found is warned of: what may be there, or not, or unsaid is not told by directions, and what the
// problem prints of an answer is no answer.
func TestLost(t *testing.T) {
	const spans = "given: {number: {values: 0..8, some: true}}\nlet: {pair: spans(number)}\n"
	for _, doc := range []string{
		spans + "find: {line: {at: pair, values: 0..1, some: true}}",
		spans + "find: {line: {at: pair, some: true}}",
		"find: {line: {at: links + diagonals, some: true}}",
		"find: {line: {values: 1..2, given: true}}\nformats: {text: {solution: []}}",
	} {
		file, probs := rules.Load("layout.yaml", []byte(document(doc)), nil)
		if file == nil {
			t.Fatal(probs)
		}
		if _, probs := codec.Compile(file); !strings.Contains(fmt.Sprint(probs), "does not say line") {
			t.Errorf("%s: no warning that the text loses something: %v", doc, probs)
		}
	}
}

func document(doc string) string { return "family: sample\n" + doc + "\n" }

func TestSamples(t *testing.T) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			form := compile(t, document(s.doc)).Text
			problem, err := form.ReadProblem(s.problem)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := form.WriteProblem(problem); err != nil || got != s.problem {
				t.Errorf("the problem is written as\n%s\n%v", got, err)
			}
			if s.solution == "" {
				return
			}
			solution, err := form.ReadSolution(problem, s.solution)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := form.WriteSolution(solution); err != nil || got != s.solution {
				t.Errorf("the solution is written as\n%s\n%v", got, err)
			}
		})
	}
}

// TestMistakes gives boards that are not as their layout says. The place and what was expected are what the user sees.
func TestMistakes(t *testing.T) {
	numbers := "given: {number: {values: 0..4, some: true}}\nfind: {line: {at: links}}"
	cages := "given: {cage: {each: {cells: places, sum: \"1..\"}}}\nfind: {shade: {}}"
	for _, c := range []struct{ doc, problem, solution, want string }{
		{numbers, "", "", "line 1, column 1: the head has 0 numbers; expected rows cols"},
		{numbers, "2", "", "line 1, column 1: the head has 1 numbers; expected rows cols"},
		{numbers, "2 x", "", `line 1, column 3: "x" as cols; expected a number`},
		{numbers, "2 2 2", "", "line 1, column 5: the head has 3 numbers; expected rows cols"},
		{numbers, "2 0", "", "line 1, column 1: a board of 2x0: sample has 1..60 rows and 1..60 columns"},
		{numbers, "2 2\n- -\n-", "", "line 3, column 2: a line of 1; expected 2: number"},
		{numbers, "2 2\n- - 1\n- -", "", "line 2, column 5: a line of 3; expected 2: number"},
		{numbers, "2 2\n- -", "", "line 2, column 4: the board ends too early; expected line 2 of 2 with number"},
		{numbers, "2 2\n- é\n- -", "", `line 2, column 3: "é"; expected -, {number}`},
		{numbers, "2 2\n- -\n- 5", "", `line 3, column 3: "5" is no value of number; expected 0 to 4`},
		{numbers, "2 2\n- -\n- -\n1", "", `line 4, column 1: "1" behind the last line of the board; expected the end`},
		{numbers, "2 2\n- -\n- -", "3 2\n", "line 1, column 1: a solution of 3x2; expected 2x2, as the problem"},
		{numbers, "2 2\n- -\n- -", "2 2\ne -\n- -", `line 2, column 3: "-", though r1c1 leads here; expected the direction w`},
		{"given: {dot: {at: links}}\nfind: {digit: {values: 1..4, given: true}}", "1 2\n1,e 2", "", `line 2, column 5: "2", though r1c1 leads here; expected the direction w`},
		{"given: {dot: {at: links}}\nfind: {digit: {values: 1..4, given: true}}", "1 2\n1,e,e w", "", `line 2, column 1: "1,e"; expected -, {digit}`},
		{numbers, "2 2\n- -\n- -", "2 2\nn -\n- -", `line 2, column 1: "n": the layer line has no place there`},
		{numbers, "2 2\n- -\n- -", "2 2\nex -\n- -", `line 2, column 1: "ex"; expected -, directions such as se`},
		{"given: {tree: {}}\nfind: {tent: {}}\nformats: {text: {solution: {grid: cells, tokens: {o: tent, x: tree}}}}", "1 2\nx -", "1 2\no x",
			`line 2, column 3: "x": another tree than in the problem; expected false, as the problem has`},
		{"given: {thermo: {each: {cells: places}}}\nfind: {full: {}}\nformats: {text: {problem: {ports: thermo}}}", "1 2\n1.1 1.3", "", `line 2, column 5: "1.3": the places of thermo 1 have a gap; expected 1.2 before it`},
		{cages, "1 2\n1\nr1c1 sum=3", "", `line 3, column 1: "r1c1"; expected cells= or sum=`},
		{cages, "1 2\n1\ncells=r1c3 sum=3", "", `line 3, column 1: "r1c3"; expected the name of a place, such as r1c2`},
		{cages, "1 2\n1\ncells=r1c1 total=3", "", `line 3, column 12: "total=3": cage has no field total; expected cells= or sum=`},
		{cages, "1 2\n1\ncells=r1c1 sum=0", "", `line 3, column 12: "0" as sum; expected at least 1`},
		{cages, "1 2\n2\ncells=r1c1 sum=1", "", "line 3, column 17: the board ends too early; expected line 2 of 2 with cage"},
		{cages, "1 2\nx", "", `line 2, column 1: "x"; expected how many cage there are, at most 4096, and a line for each of them`},
		{"given: {number: {at: room, values: \"0..\", some: true}, room: {parts: cells}}\nfind: {shade: {}}", "1 2\n1 2\n1 1", "", `line 2, column 3: "2": a second value of number for the same place; expected 1`},
	} {
		form := compile(t, document(c.doc)).Text
		problem, err := form.ReadProblem(c.problem)
		if err == nil {
			_, err = form.ReadSolution(problem, c.solution)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%q, %q: %v\nnot %s", c.problem, c.solution, err, c.want)
		}
	}
}

// TestDeclarations gives formats that cannot be.
func TestDeclarations(t *testing.T) {
	for declared, want := range map[string]string{
		"{txt: {}}":                                               `unknown key "txt" (did you mean "text"?)`,
		"{text: {problem: numbr}}":                                `there is no layer "numbr"; did you mean number?`,
		"{text: {problem: {grd: cells}}}":                         `the block does not say of which kind it is`,
		"{text: {problem: {grid: cells}}}":                        `the block has no tokens`,
		"{text: {problem: {grid: cells, tokens: \"{numbr}\"}}}":   `there is no layer "numbr"; did you mean number?`,
		"{text: {problem: {grid: cells, tokens: \"[{number}\"}}}": `a bracket [ is not closed`,
		"{text: {problem: {grid: cells, tokens: {x: number=y}}}}": `number=y: number holds numbers`,
		"{text: {problem: {grid: cells, tokens: {x: number}}}}":   `number is set to nothing: say number=VALUE`,
		"{text: {problem: {ids: number}}}":                        `number cannot be written as ids`,
		"{text: {problem: {grid: rows}}}":                         `rows as a grid`,
		"{text: {head: [rows, cols, k]}}":                         `"k" is nothing that a head holds`,
		"{text: {problem: {dirs: line, order: [n, n]}}}":          `"n" in the order of directions`,
		"{pzprv3: {was: {}}}":                                     `unknown key "was"`,
	} {
		f, probs := rules.Load("sample.yaml", []byte(document("given: {number: {values: 0..4, some: true}}\nfind: {line: {at: links}}\nformats: "+declared)), nil)
		if f == nil {
			t.Fatal(declared, probs)
		}
		_, probs = codec.Compile(f)
		if len(probs) == 0 || !strings.Contains(probs[0].Error(), want) || !probs[0].Pos.IsValid() {
			t.Errorf("%s: %v, not %s", declared, probs, want)
		}
	}
}

// FuzzText reads any text by any of the samples' layouts. What is read is written, and read again as the same.
func FuzzText(f *testing.F) {
	for i, s := range samples {
		f.Add(uint8(i), s.problem, s.solution)
	}
	var forms []*codec.Form
	for _, s := range samples {
		forms = append(forms, compile(f, document(s.doc)).Text)
	}
	f.Fuzz(func(t *testing.T, which uint8, problem, solution string) {
		form := forms[int(which)%len(forms)]
		p, err := form.ReadProblem(problem)
		if err != nil {
			placed(t, err)
			return
		}
		s, err := form.ReadSolution(p, solution)
		if err != nil {
			placed(t, err)
			return
		}
		backAndForth(t, form, p, s)
	})
}

// placed fails unless an error says where the text is wrong.
func placed(t *testing.T, err error) {
	var at *codec.Error
	if !errors.As(err, &at) || at.Msg == "" {
		t.Fatalf("an error without a place: %v", err)
	}
}

// FuzzFormats compiles any declaration of formats.
func FuzzFormats(f *testing.F) {
	for _, s := range samples {
		f.Add(s.doc)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		file, _ := rules.Load("sample.yaml", []byte(document(doc)), nil)
		if file == nil {
			return
		}
		forms, probs := codec.Compile(file)
		if (forms == nil) != probs.HasErrors() {
			t.Fatalf("formats %v with %v", forms, probs)
		}
		if forms != nil {
			if _, err := forms.Text.ReadProblem("2 2\n- -\n- -"); err == nil {
				return
			}
		}
	})
}

// TestWas: what was written in other ways before is still read, and written as it is now.
func TestWas(t *testing.T) {
	form := compile(t, document(`given: {number: {values: 0..4, some: true}}
find: {shade: {}}
formats:
  text:
    none: "."
    problem: {grid: number}
    was:
      none: "+"
      problem: {grid: number, tokens: {q: number=1}}
      solution: {grid: shade, tokens: {q: shade}}
      was: {none: "?", problem: {grid: number, tokens: {z: number=1}}}`)).Text
	for _, text := range []string{"1 2\n1 .", "1 2\nq +", "1 2\nz ?"} {
		b, err := form.ReadProblem(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := form.WriteProblem(b); got != "1 2\n1 ." {
			t.Errorf("%q is written as %q, %v", text, got, err)
		}
		for _, solution := range []string{"1 2\nx .", "1 2\nq +", "1 2\nx ?"} {
			s, err := form.ReadSolution(b, solution)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := form.WriteSolution(s); got != "1 2\nx ." {
				t.Errorf("%q is written as %q, %v", solution, got, err)
			}
		}
	}
	if _, err := form.ReadProblem("1 2\n1 !"); err == nil || !strings.Contains(err.Error(), "expected ., {number}") {
		t.Errorf("what can be read in no way is %v", err)
	}
}
