package codec

import (
	"slices"
	"strconv"
	"strings"
)

// Tokens of addresses are those of pzprv3: "." for nothing, "-" for a clue without its number, numbers, and pairs "2,3" of a
// direction (1 up, 2 down, 3 left, 4 right) and a number.

const digits36 = "0123456789abcdefghijklmnopqrstuvwxyz"

// value36 gives the value of a character as a digit, or -1.
func value36(c byte) int {
	if c == 0 {
		return -1
	}
	return strings.IndexByte(digits36, c)
}

// blanks36 writes so many tokens for nothing, by characters that stand for 1 and more, the first as the digit of that value.
func blanks36(b *strings.Builder, n, first int) {
	for most := 36 - first; n > 0; n -= most {
		b.WriteByte(digits36[first+min(n, most)-1])
	}
}

// runs reads tokens, each of one character or more, with characters between them that stand for several tokens for nothing: the
// first such character is the digit of that value. one reads what begins with another character, and gives how many tokens for
// nothing follow.
func runs(s *packed, n, first int, expected string, one func(c byte) (tok string, after int, ok bool)) ([]string, error) {
	out := make([]string, 0, n)
	for len(out) < n {
		start := s.i
		c := s.next()
		if v := value36(c); v >= first {
			out = append(out, slices.Repeat([]string{"."}, min(v-first+1, n-len(out)))...)
			continue
		}
		tok, after, ok := one(c)
		if !ok {
			s.i = start
			return nil, s.fail(expected)
		}
		out = append(out, tok)
		out = append(out, slices.Repeat([]string{"."}, min(after, n-len(out)))...) // there may be more than the board has places
	}
	return out, nil
}

// writeRuns is the inverse: one writes a token with as many tokens for nothing behind it as it can say of those that there are. Behind
// the last place there are as many as anybody likes.
func writeRuns(tokens []string, first int, one func(tok string, after int) (text string, said int, ok bool)) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(tokens); {
		after := 0
		for i+after < len(tokens) && tokens[i+after] == "." {
			after++
		}
		if after > 0 {
			blanks36(&b, after, first)
			i += after
			continue
		}
		for i+1+after < len(tokens) && tokens[i+1+after] == "." {
			after++
		}
		if i+1+after == len(tokens) {
			after += 36
		}
		text, said, ok := one(tokens[i], after)
		if !ok {
			return "", false
		}
		b.WriteString(text)
		i += 1 + said
	}
	return b.String(), true
}

// readNumber4 reads number4: 0-4 are numbers, 5-9 and a-e the same with one and two blanks behind, g-z blanks.
func readNumber4(s *packed, n int) ([]string, error) {
	return runs(s, n, 16, "0-9 or a-e for a number from 0 to 4, g-z for blanks, or a point", func(c byte) (string, int, bool) {
		v := value36(c)
		if c == '.' {
			return "-", 0, true
		}
		return strconv.Itoa(v % 5), v / 5, v >= 0 && v < 15
	})
}

func writeNumber4(tokens []string) (string, bool) {
	return writeRuns(tokens, 16, func(tok string, after int) (string, int, bool) {
		if tok == "-" {
			return ".", 0, true
		}
		v, err := strconv.Atoi(tok)
		after = min(after, 2)
		if err != nil || v < 0 || v > 4 {
			return "", 0, false
		}
		return digits36[v+5*after : v+5*after+1], after, true
	})
}

// readNumber10 reads number10: digits, a-z blanks.
func readNumber10(s *packed, n int) ([]string, error) {
	return runs(s, n, 10, "a digit, a-z for blanks, or a point", func(c byte) (string, int, bool) {
		if c == '.' {
			return "-", 0, true
		}
		return string(rune(c)), 0, c >= '0' && c <= '9'
	})
}

func writeNumber10(tokens []string) (string, bool) {
	return writeRuns(tokens, 10, func(tok string, after int) (string, int, bool) {
		if tok == "-" {
			return ".", 0, true
		}
		return tok, 0, len(tok) == 1 && tok[0] >= '0' && tok[0] <= '9'
	})
}

// hex reads a number of so many hexadecimal digits.
func (s *packed) hex(n int) (int, bool) {
	v := 0
	for range n {
		d := value36(s.next())
		if d < 0 || d > 15 {
			return 0, false
		}
		v = 16*v + d
	}
	return v, true
}

// long are the marks before numbers of several hexadecimal digits: how many, and what is added to them.
var long = []struct {
	mark   byte
	digits int
	add    int
}{{'-', 2, 0}, {'+', 3, 0}, {'=', 3, 4096}, {'%', 3, 8192}, {'*', 4, 12240}, {'$', 5, 77776}}

// numberReader reads number16: 0-f are numbers, - + = % * $ come before longer ones, g-z are blanks. Some families have marks of their own besides, m1, m2
// and so on: these are the first letters from g on, and blanks begin behind them.
func numberReader(marks int) func(s *packed, n int) ([]string, error) {
	blanks := 16 + marks
	expected := "0-f for a number, - or + before a longer one, " + digits36[blanks:blanks+1] + "-z for blanks, or a point"
	return func(s *packed, n int) ([]string, error) {
		return runs(s, n, blanks, expected, func(c byte) (string, int, bool) {
			if c == '.' {
				return "-", 0, true
			}
			for _, l := range long {
				if c == l.mark {
					v, ok := s.hex(l.digits)
					return strconv.Itoa(v + l.add), 0, ok
				}
			}
			v := value36(c)
			if v >= 16 {
				return "m" + strconv.Itoa(v-15), 0, true
			}
			return strconv.Itoa(v), 0, v >= 0
		})
	}
}

func numberWriter(marks int) func(tokens []string) (string, bool) {
	return func(tokens []string) (string, bool) {
		return writeRuns(tokens, 16+marks, func(tok string, after int) (string, int, bool) {
			if tok == "-" {
				return ".", 0, true
			}
			mark, marked := strings.CutPrefix(tok, "m")
			v, err := strconv.Atoi(mark)
			switch {
			case err != nil || v < 0 || marked && (v == 0 || v > marks):
				return "", 0, false
			case marked:
				return digits36[v+15 : v+16], 0, true
			case v < 16:
				return digits36[v : v+1], 0, true
			}
			for _, l := range long {
				if s := strconv.FormatInt(int64(v-l.add), 16); v >= l.add && len(s) <= l.digits {
					return string(rune(l.mark)) + strings.Repeat("0", l.digits-len(s)) + s, 0, true
				}
			}
			return "", 0, false
		})
	}
}

// readArrow5 reads arrow5: as number16, where a number stands for an arrow and a number, five times the number, and ten, and the direction; a point is a
// block.
func readArrow5(s *packed, n int) ([]string, error) {
	tokens, err := numberReader(0)(s, n)
	for i, tok := range tokens {
		v, isNumber := strconv.Atoi(tok)
		switch {
		case tok == "-":
			tokens[i] = "#"
		case isNumber == nil && v >= 10:
			tokens[i] = strconv.Itoa(v%5) + "," + strconv.Itoa(v/5-2)
		case isNumber == nil && v < 5:
			tokens[i] = strconv.Itoa(v) + ",-"
		}
	}
	return tokens, err
}

func writeArrow5(tokens []string) (string, bool) {
	out := slices.Clone(tokens)
	for i, tok := range tokens {
		dir, number, isArrow := strings.Cut(tok, ",")
		if tok == "#" {
			out[i] = "-"
		}
		if !isArrow {
			continue
		}
		d, err := strconv.Atoi(dir)
		v := -2
		if number != "-" && err == nil {
			v, err = strconv.Atoi(number)
		}
		if err != nil || d < 0 || d > 4 || v < 0 && number != "-" {
			return "", false
		}
		out[i] = strconv.Itoa(5*(v+2) + d)
	}
	return numberWriter(0)(out)
}

// readArrow16 reads arrow16: a direction 0-4 and a number of one digit, or 5-9 and one of two, or - and a direction 0-4 and one of three; + a block, a-z blanks.
func readArrow16(s *packed, n int) ([]string, error) {
	return runs(s, n, 10, "0-9 for a direction, and a number, + for a block, or a-z for blanks", func(c byte) (string, int, bool) {
		if c == '+' {
			return "#", 0, true
		}
		digits := 1
		if c == '-' {
			digits, c = 3, s.next()
		} else if c >= '5' && c <= '9' {
			digits, c = 2, c-5
		}
		if c < '0' || c > '4' {
			return "", 0, false
		}
		dir := string(rune(c)) + ","
		if digits == 1 && s.i < len(s.text) && s.text[s.i] == '.' {
			s.i++
			return dir + "-", 0, true
		}
		v, ok := s.hex(digits)
		return dir + strconv.Itoa(v), 0, ok
	})
}

func writeArrow16(tokens []string) (string, bool) {
	return writeRuns(tokens, 10, func(tok string, after int) (string, int, bool) {
		if tok == "#" {
			return "+", 0, true
		}
		dir, number, ok := strings.Cut(tok, ",")
		if !ok || len(dir) != 1 || dir[0] < '0' || dir[0] > '4' {
			return "", 0, false
		}
		if number == "-" {
			return dir + ".", 0, true
		}
		v, err := strconv.Atoi(number)
		switch {
		case err != nil || v < 0 || v > 4095:
			return "", 0, false
		case v < 16:
			return dir + strconv.FormatInt(int64(v), 16), 0, true
		case v < 256:
			return string(rune(dir[0]+5)) + strconv.FormatInt(int64(v), 16), 0, true
		}
		return "-" + dir + strconv.FormatInt(int64(v), 16), 0, true
	})
}

// readCircle reads circle: three tokens of 0, 1 and 2 a character.
func readCircle(s *packed, n int) ([]string, error) {
	return readDigits(s, n, 3, 3, "a character that stands for three circles")
}

func writeCircle(tokens []string) (string, bool) { return writeDigits(tokens, 3, 3) }

// readBits reads bits: five tokens of 0 and 1 a character.
func readBits(s *packed, n int) ([]string, error) {
	return readDigits(s, n, 2, 5, "a character 0-v that stands for five places")
}

func writeBits(tokens []string) (string, bool) { return writeDigits(tokens, 2, 5) }

// readZeros reads zeros: bits that are 1 where there is nothing.
func readZeros(s *packed, n int) ([]string, error) {
	tokens, err := readBits(s, n)
	return inverted(tokens), err
}

func writeZeros(tokens []string) (string, bool) { return writeBits(inverted(tokens)) }

func inverted(tokens []string) []string {
	out := make([]string, len(tokens))
	for i, t := range tokens {
		out[i] = "."
		if t == "." {
			out[i] = "1"
		}
	}
	return out
}

// readGaps reads gaps: how many blanks come before the next 1; z is 35 blanks with none behind.
func readGaps(s *packed, n int) ([]string, error) {
	var out []string
	for s.i < len(s.text) && s.text[s.i] != '/' {
		v := value36(s.next())
		if v < 0 {
			s.i--
			return nil, s.fail("0-9 or a-z for the blanks before the next one")
		}
		out = append(out, slices.Repeat([]string{"."}, v)...)
		if v < 35 {
			out = append(out, "1")
		}
		if len(out) > n {
			s.i--
			return nil, s.fail("the end: the board is full")
		}
	}
	return append(out, slices.Repeat([]string{"."}, n-len(out))...), nil
}

func writeGaps(tokens []string) (string, bool) {
	var b strings.Builder
	blanks := 0
	for _, t := range tokens {
		switch {
		case t == "1":
			for ; blanks >= 35; blanks -= 35 {
				b.WriteByte('z')
			}
			b.WriteByte(digits36[blanks])
			blanks = 0
		case t != ".":
			return "", false
		default:
			blanks++
		}
	}
	return b.String(), true
}

// readDigits reads characters that stand for several digits of a base, the first the most significant. The last may stand for more
// than there are.
func readDigits(s *packed, n, base, many int, expected string) ([]string, error) {
	var out []string
	most := 1
	for range many {
		most *= base
	}
	for len(out) < n {
		start := s.i
		v := value36(s.next())
		if v < 0 || v >= most {
			s.i = start
			return nil, s.fail(expected)
		}
		for by := most / base; by > 0 && len(out) < n; by /= base {
			d := v / by % base
			if d == 0 {
				out = append(out, ".")
				continue
			}
			out = append(out, strconv.Itoa(d))
		}
	}
	return out, nil
}

func writeDigits(tokens []string, base, many int) (string, bool) {
	var b strings.Builder
	for chunk := range slices.Chunk(tokens, many) {
		v := 0
		for i := range many {
			d := 0
			if i < len(chunk) && chunk[i] != "." {
				var err error
				if d, err = strconv.Atoi(chunk[i]); err != nil || d < 0 || d >= base {
					return "", false
				}
			}
			v = v*base + d
		}
		b.WriteByte(digits36[v])
	}
	return b.String(), true
}

// readStars reads stars: 0-f are a white or black star, 1 and 2, with up to seven blanks behind; g-z blanks.
func readStars(s *packed, n int) ([]string, error) {
	return runs(s, n, 16, "0-f for a star, or g-z for blanks", func(c byte) (string, int, bool) {
		v := value36(c)
		return strconv.Itoa(v%2 + 1), v / 2, v >= 0
	})
}

func writeStars(tokens []string) (string, bool) {
	return writeRuns(tokens, 16, func(tok string, after int) (string, int, bool) {
		after = min(after, 7)
		if tok != "1" && tok != "2" {
			return "", 0, false
		}
		v := 2*after + int(tok[0]-'1')
		return digits36[v : v+1], after, true
	})
}

// readTapa reads tapa: 0-8 are one number, 9 is four ones, two characters from a0 on several numbers, g-z blanks.
func readTapa(s *packed, n int) ([]string, error) {
	return runs(s, n, 16, "0-9 or a-f for numbers, or g-z for blanks", func(c byte) (string, int, bool) {
		v := value36(c)
		switch {
		case c == '.':
			return "-", 0, true
		case v < 0:
			return "", 0, false
		case v < 9:
			return strconv.Itoa(v), 0, true
		case v == 9:
			return "1,1,1,1", 0, true
		}
		low := value36(s.next())
		v = 36*v + low
		if low < 0 {
			return "", 0, false
		}
		for _, t := range tapaRanges {
			if v >= t.from && v < t.to {
				return t.numbers(v - t.from), 0, true
			}
		}
		return "", 0, false
	})
}

// tapaRanges are the numbers of two characters that stand for several: in a base, so many digits.
var tapaRanges = []tapaRange{{360, 396, 6, 2}, {396, 460, 4, 3}, {460, 476, 2, 4}}

type tapaRange struct{ from, to, base, digits int }

func (t tapaRange) numbers(v int) string {
	list := make([]string, t.digits)
	for i := range list {
		list[t.digits-1-i] = strconv.Itoa(v % t.base)
		v /= t.base
	}
	return strings.Join(list, ",")
}

func writeTapa(tokens []string) (string, bool) {
	return writeRuns(tokens, 16, func(tok string, after int) (string, int, bool) {
		if tok == "-" {
			return ".", 0, true
		}
		if tok == "1,1,1,1" {
			return "9", 0, true
		}
		parts := strings.Split(tok, ",")
		v := 0
		for _, t := range tapaRanges {
			if t.digits != len(parts) {
				continue
			}
			for _, p := range parts {
				d, err := strconv.Atoi(p)
				if err != nil || d < 0 || d >= t.base {
					return "", 0, false
				}
				v = v*t.base + d
			}
			v += t.from
			return digits36[v/36:v/36+1] + digits36[v%36:v%36+1], 0, true
		}
		v, err := strconv.Atoi(tok)
		if err != nil || v < 0 || v > 8 {
			return "", 0, false
		}
		return tok, 0, true
	})
}
