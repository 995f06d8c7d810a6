package codec

import (
	"slices"
	"strconv"
	"strings"
)

// smallReader reads numbers of one digit from lo on; the digits from first on are blanks.
func smallReader(lo, first int) func(s *packed, n int) ([]string, error) {
	expected := "a digit from " + strconv.Itoa(lo) + " to " + strconv.Itoa(first-1) + ", or one above for blanks"
	return func(s *packed, n int) ([]string, error) {
		return runs(s, n, first, expected, func(c byte) (string, int, bool) {
			if c == '.' {
				return "-", 0, true
			}
			return string(rune(c)), 0, value36(c) >= lo
		})
	}
}

func smallWriter(lo, first int) func(tokens []string) (string, bool) {
	return func(tokens []string) (string, bool) {
		return writeRuns(tokens, first, func(tok string, _ int) (string, int, bool) {
			if tok == "-" {
				return ".", 0, true
			}
			v, err := strconv.Atoi(tok)
			return tok, 0, err == nil && v >= lo && v < first
		})
	}
}

// readLetters reads letters: A-Z are numbers from 1 on, a-z blanks.
func readLetters(s *packed, n int) ([]string, error) {
	return runs(s, n, 10, "A-Z for a letter, or a-z for blanks", func(c byte) (string, int, bool) {
		return strconv.Itoa(int(c) - 'A' + 1), 0, c >= 'A' && c <= 'Z'
	})
}

func writeLetters(tokens []string) (string, bool) {
	return writeRuns(tokens, 10, func(tok string, _ int) (string, int, bool) {
		v, err := strconv.Atoi(tok)
		if err != nil || v < 1 || v > 26 {
			return "", 0, false
		}
		return string(rune('A' + v - 1)), 0, true
	})
}

// readPipes reads pipes: a-g are pieces of pipe, 0-9 one to ten cells of ice, h-z blanks.
func readPipes(s *packed, n int) ([]string, error) {
	var out []string
	for len(out) < n {
		part, err := runs(s, 1, 17, "a-g for a pipe, 0-9 for ice, or h-z for blanks", func(c byte) (string, int, bool) {
			return string(rune(c)), 0, value36(c) >= 0
		})
		if err != nil {
			return nil, err
		}
		many := 1
		switch v := value36(s.text[s.i-1]); {
		case v >= 17:
			many = v - 16
		case v < 10:
			part[0], many = "o", v+1
		}
		out = append(out, slices.Repeat(part, min(many, n-len(out)))...)
	}
	return out, nil
}

func writePipes(tokens []string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(tokens); {
		same := 1
		for i+same < len(tokens) && tokens[i+same] == tokens[i] {
			same++
		}
		switch c := tokens[i]; {
		case c == ".":
			blanks36(&b, same, 17)
		case c == "o":
			same = min(same, 10)
			b.WriteByte(digits36[same-1])
		case len(c) == 1 && c[0] >= 'a' && c[0] <= 'g':
			same = 1
			b.WriteString(c)
		default:
			return "", false
		}
		i += same
	}
	return b.String(), true
}

// short reads a number as number16 does, of which c is the first character, up to 255.
func short(s *packed, c byte) (int, bool) {
	if c == '-' {
		return s.hex(2)
	}
	v := value36(c)
	return v, v >= 0 && v < 16
}

func shortText(text string) (string, bool) {
	v, err := strconv.Atoi(text)
	switch {
	case err != nil || v < 0 || v > 255:
		return "", false
	case v < 16:
		return digits36[v : v+1], true
	}
	return "-" + strconv.FormatInt(int64(v), 16), true
}

// readBends reads bends: 0-f are circles with a number, a point is one without, g-j are directions 1-4, k-z blanks.
func readBends(s *packed, n int) ([]string, error) {
	return runs(s, n, 20, "0-f for a circle with a number, a point for one without, g-j for an arrow, or k-z for blanks", func(c byte) (string, int, bool) {
		if c == '.' {
			return "o", 0, true
		}
		if c >= 'g' && c <= 'j' {
			return string(rune(c - 'g' + '1')), 0, true
		}
		v, ok := short(s, c)
		return "o" + strconv.Itoa(v), 0, ok
	})
}

func writeBends(tokens []string) (string, bool) {
	return writeRuns(tokens, 20, func(tok string, _ int) (string, int, bool) {
		if number, circle := strings.CutPrefix(tok, "o"); circle {
			if number == "" {
				return ".", 0, true
			}
			text, ok := shortText(number)
			return text, 0, ok
		}
		if len(tok) != 1 || tok[0] < '1' || tok[0] > '4' {
			return "", 0, false
		}
		return string(rune(tok[0] - '1' + 'g')), 0, true
	})
}

// readSigns reads signs: 0-f are numbers, g and h the two signs a and b, i-z blanks.
func readSigns(s *packed, n int) ([]string, error) {
	return runs(s, n, 18, "0-f for a number, g or h for a sign, or i-z for blanks", func(c byte) (string, int, bool) {
		if c == 'g' || c == 'h' {
			return string(rune(c - 'g' + 'a')), 0, true
		}
		v, ok := short(s, c)
		return strconv.Itoa(v), 0, ok
	})
}

func writeSigns(tokens []string) (string, bool) {
	return writeRuns(tokens, 18, func(tok string, _ int) (string, int, bool) {
		if tok == "a" || tok == "b" {
			return string(rune(tok[0] - 'a' + 'g')), 0, true
		}
		text, ok := shortText(tok)
		return text, 0, ok
	})
}

// The order in which an address has the numbers at the four sides of a cell; a token has them up, down, left, right.
var sideOrder = [4]int{3, 1, 2, 0}

// readSides reads sides: four numbers of a cell, right, down, left and up, each 0-f or a point for none; g-z blanks.
func readSides(s *packed, n int) ([]string, error) {
	return runs(s, n, 16, "0-f or a point for each of four sides, or g-z for blanks", func(c byte) (string, int, bool) {
		var four [4]string
		for i, side := range sideOrder {
			if i > 0 {
				c = s.next()
			}
			four[side] = "-1"
			if c != '.' {
				v, ok := short(s, c)
				if !ok {
					return "", 0, false
				}
				four[side] = strconv.Itoa(v)
			}
		}
		tok := strings.Join(four[:], ",")
		return tok, 0, tok != "-1,-1,-1,-1"
	})
}

func writeSides(tokens []string) (string, bool) {
	return writeRuns(tokens, 16, func(tok string, _ int) (string, int, bool) {
		four := strings.Split(tok, ",")
		if len(four) != 4 {
			return "", 0, false
		}
		text := ""
		for _, side := range sideOrder {
			if four[side] == "-1" {
				text += "."
				continue
			}
			one, ok := shortText(four[side])
			if !ok {
				return "", 0, false
			}
			text += one
		}
		return text, 0, true
	})
}

// readColoured reads coloured: a colour 0-2 before each token of arrow16, "2,3,1" for a direction, a number and a colour.
func readColoured(s *packed, n int) ([]string, error) {
	var out []string
	for len(out) < n {
		start := s.i
		c := s.next()
		if v := value36(c); v >= 10 {
			out = append(out, slices.Repeat([]string{"."}, min(v-9, n-len(out)))...)
			continue
		}
		if c < '0' || c > '2' || value36(s.peek()) >= 10 {
			s.i = start
			return nil, s.fail("0-2 for a colour, or a-z for blanks")
		}
		arrow, err := readArrow16(s, 1)
		if err != nil {
			return nil, err
		}
		out = append(out, arrow[0]+","+string(rune(c)))
	}
	return out, nil
}

func writeColoured(tokens []string) (string, bool) {
	return writeRuns(tokens, 10, func(tok string, _ int) (string, int, bool) {
		i := strings.LastIndexByte(tok, ',')
		if i < 0 || i+2 != len(tok) || tok[i+1] < '0' || tok[i+1] > '2' {
			return "", 0, false
		}
		arrow, ok := writeArrow16([]string{tok[:i]})
		return tok[i+1:] + arrow, 0, ok
	})
}

// peek gives the next character and leaves it there, 0 at the end.
func (s *packed) peek() byte {
	if s.i >= len(s.text) {
		return 0
	}
	return s.text[s.i]
}

// readDotted reads dotted: number16 of a number and 0 to 4 dots, as five times one more than the number, and the dots; "-2" is no number.
func readDotted(s *packed, n int) ([]string, error) {
	tokens, err := numberReader(0)(s, n)
	for i, t := range tokens {
		v, notNumber := strconv.Atoi(t)
		switch {
		case notNumber != nil:
		case v == 0:
			tokens[i] = "-"
		case v < 5:
			tokens[i] = "-2," + t
		default:
			tokens[i] = strconv.Itoa(v/5-1) + "," + strconv.Itoa(v%5)
		}
	}
	return tokens, err
}

func writeDotted(tokens []string) (string, bool) {
	packed := slices.Clone(tokens)
	for i, t := range tokens {
		number, dots, both := strings.Cut(t, ",")
		if !both {
			if t == "-" {
				packed[i] = "0"
			}
			continue
		}
		v, err := strconv.Atoi(number)
		d, err2 := strconv.Atoi(dots)
		if number == "-2" {
			v = -1
		}
		if err != nil || err2 != nil || v < -1 || d < 0 || d > 4 {
			return "", false
		}
		packed[i] = strconv.Itoa(5*(v+1) + d)
	}
	return numberWriter(0)(packed)
}

// readDots reads dots: how many blanks come before the next 1, as gaps; it ends with the last place.
func readDots(s *packed, n int) ([]string, error) {
	var out []string
	for len(out) < n {
		v := value36(s.peek())
		if v < 0 {
			return nil, s.fail("0-9 or a-z for the blanks before the next dot")
		}
		s.i++
		out = append(out, slices.Repeat([]string{"."}, v)...)
		if v < 35 {
			out = append(out, "1")
		}
	}
	return out[:n], nil
}

func writeDots(tokens []string) (string, bool) {
	var b strings.Builder
	blanks := 0
	for _, t := range tokens {
		if t != "1" && t != "." {
			return "", false
		}
		if t == "." {
			blanks++
			continue
		}
		for ; blanks >= 35; blanks -= 35 {
			b.WriteByte('z')
		}
		b.WriteByte(digits36[blanks])
		blanks = 0
	}
	for ; blanks >= 35; blanks -= 35 {
		b.WriteByte('z')
	}
	if blanks > 0 {
		b.WriteByte(digits36[blanks])
	}
	return b.String(), true
}

// readPairs reads pairs: two tokens of 0 to 3 a character, g-z blanks for two places each.
func readPairs(s *packed, n int) ([]string, error) {
	out, err := runs(s, (n+1)/2, 16, "0-f for two dots, or g-z for blanks", func(c byte) (string, int, bool) {
		v := value36(c)
		return strconv.Itoa(v), 0, v >= 0
	})
	if err != nil {
		return nil, err
	}
	tokens := make([]string, 0, n+1)
	for _, t := range out {
		v, _ := strconv.Atoi(t) // 0 for a blank
		for _, d := range [2]int{v / 4, v % 4} {
			if d == 0 {
				tokens = append(tokens, ".")
			} else {
				tokens = append(tokens, strconv.Itoa(d))
			}
		}
	}
	return tokens[:n], nil
}

func writePairs(tokens []string) (string, bool) {
	var two []string
	for chunk := range slices.Chunk(tokens, 2) {
		v := 0
		for i := range 2 {
			d := 0
			if i < len(chunk) && chunk[i] != "." {
				var err error
				if d, err = strconv.Atoi(chunk[i]); err != nil || d < 0 || d > 3 {
					return "", false
				}
			}
			v = 4*v + d
		}
		if v == 0 {
			two = append(two, ".")
		} else {
			two = append(two, strconv.Itoa(v))
		}
	}
	return writeRuns(two, 16, func(tok string, _ int) (string, int, bool) {
		v, err := strconv.Atoi(tok)
		return digits36[v : v+1], 0, err == nil
	})
}

// number45 gives the number that one character stands for: 0-9, a-j for 10 to 19, A-Z for 20 to 45; and the character.
func number45(c byte) (int, bool) {
	v := value36(c)
	switch {
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 20, true
	case v >= 0 && v < 20:
		return v, true
	}
	return 0, false
}

func number45Text(text string) (string, bool) {
	v, err := strconv.Atoi(text)
	switch {
	case err != nil || v < 0 || v > 45:
		return "", false
	case v < 20:
		return digits36[v : v+1], true
	}
	return string(rune('A' + v - 20)), true
}

// readSums reads sums: numbers up to 45 in one character, + for a block, k-z for two blanks and more, a point for one.
func readSums(s *packed, n int) ([]string, error) {
	var out []string
	for len(out) < n {
		c := s.peek()
		switch v, ok := number45(c); {
		case c == '.':
			out = append(out, ".")
		case c == '+':
			out = append(out, "b")
		case ok:
			out = append(out, strconv.Itoa(v))
		case value36(c) >= 20:
			out = append(out, slices.Repeat([]string{"."}, min(value36(c)-18, n-len(out)))...)
		default:
			return nil, s.fail("0-9, a-j or A-Z for a number, + for a block, a point or k-z for blanks")
		}
		s.i++
	}
	return out, nil
}

func writeSums(tokens []string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(tokens); i++ {
		switch tokens[i] {
		case "b":
			b.WriteByte('+')
		case ".":
			same := 1
			for same < 17 && i+same < len(tokens) && tokens[i+same] == "." {
				same++
			}
			if same == 1 {
				b.WriteByte('.')
			} else {
				b.WriteByte(digits36[same+18])
			}
			i += same - 1
		default:
			text, ok := number45Text(tokens[i])
			if !ok {
				return "", false
			}
			b.WriteString(text)
		}
	}
	return b.String(), true
}

// readTwoSums reads the cells of Kakuro and the sums around them. A point is a cell without sums, k-z are white cells, and what else there is
// has two sums, the one downward first. Behind the cells comes a sum for each line that begins with a white cell; lines tells the cell with
// which each begins.
func readTwoSums(s *packed, cells int, lines []int) (tokens, rim []string, err error) {
	const expected = "two sums of 0-9, a-j or A-Z, a point, or k-z for white cells"
	for len(tokens) < cells {
		c := s.peek()
		down, ok := number45(c)
		switch {
		case c == '.':
			tokens = append(tokens, "0,0")
		case ok && s.i+1 < len(s.text):
			s.i++
			across, ok := number45(s.peek())
			if !ok {
				return nil, nil, s.fail(expected)
			}
			tokens = append(tokens, strconv.Itoa(across)+","+strconv.Itoa(down))
		case value36(c) >= 20:
			tokens = append(tokens, slices.Repeat([]string{"."}, min(value36(c)-19, cells-len(tokens)))...)
		default:
			return nil, nil, s.fail(expected)
		}
		s.i++
	}
	for _, cell := range lines {
		v := 0
		if tokens[cell] == "." {
			ok := false
			if v, ok = number45(s.peek()); !ok {
				return nil, nil, s.fail("a sum for each line that begins with a white cell")
			}
			s.i++
		}
		rim = append(rim, strconv.Itoa(v))
	}
	return tokens, rim, nil
}

func writeTwoSums(tokens, rim []string, lines []int) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(tokens); i++ {
		switch tokens[i] {
		case ".":
			same := 1
			for same < 16 && i+same < len(tokens) && tokens[i+same] == "." {
				same++
			}
			b.WriteByte(digits36[same+19])
			i += same - 1
		case "0,0", "0": // what is nothing is written as that
			b.WriteByte('.')
		default:
			across, down, _ := strings.Cut(tokens[i], ",")
			x, ok1 := number45Text(down)
			y, ok2 := number45Text(across)
			if !ok1 || !ok2 {
				return "", false
			}
			b.WriteString(x + y)
		}
	}
	for i, cell := range lines {
		if tokens[cell] != "." {
			continue
		}
		x, ok := number45Text(rim[i])
		if !ok {
			return "", false
		}
		b.WriteString(x)
	}
	return b.String(), true
}
