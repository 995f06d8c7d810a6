package packed

import (
	"errors"
	"net/url"
	"strings"
	"unicode/utf16"
)

// lz-string's "compressToBase64": an LZ78 code over UTF-16 units, written six bits a character. f-puzzles keeps puzzles in
// links this way. The encoder and the decoder grow the same dictionary; an entry is a pair (earlier entry, unit).

const base64Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="

// Codes below three are instructions.
const (
	newByte = 0 // an 8-bit unit that has not been met follows
	newWord = 1 // a 16-bit unit
	endMark = 2
)

// maxUnpacked bounds what a link may unpack to, in UTF-16 units.
const maxUnpacked = 1 << 20

type bitWriter struct {
	b    strings.Builder
	word byte
	n    int
}

// write appends the low bits of a value, the lowest first.
func (w *bitWriter) write(value uint32, width int) {
	for range width {
		w.word = w.word<<1 | byte(value&1)
		value >>= 1
		if w.n++; w.n == 6 {
			w.b.WriteByte(base64Letters[w.word])
			w.word, w.n = 0, 0
		}
	}
}

// FPuzzles gives the address of a puzzle in the JSON of f-puzzles.
func FPuzzles(text string) string { return "https://www.f-puzzles.com/?load=" + packLZ(text) }

// SudokuPad gives the address under which SudokuPad opens a puzzle in the JSON of f-puzzles.
func SudokuPad(text string) string {
	return "https://sudokupad.app/fpuzzles" + url.QueryEscape(packLZ(text))
}

// packLZ compresses a text.
func packLZ(text string) string {
	units := utf16.Encode([]rune(text))
	type pair struct {
		prefix int
		unit   uint16
	}
	dict := map[pair]int{}     // entries of two units and more
	known := map[uint16]int{}  // entries of one unit
	fresh := map[uint16]bool{} // units whose code has not been written yet
	next, width, room := 3, 2, 2
	w := &bitWriter{}
	grow := func() {
		if room--; room == 0 {
			room = 1 << width
			width++
		}
	}
	emit := func(code int, unit uint16) {
		if fresh[unit] && known[unit] == code {
			delete(fresh, unit)
			if unit < 256 {
				w.write(newByte, width)
				w.write(uint32(unit), 8)
			} else {
				w.write(newWord, width)
				w.write(uint32(unit), 16)
			}
			grow()
		} else {
			w.write(uint32(code), width)
		}
		grow()
	}
	cur, first := -1, uint16(0) // the entry matched so far, and its first unit where it is a single one
	for _, u := range units {
		if _, ok := known[u]; !ok {
			known[u] = next
			next++
			fresh[u] = true
		}
		if cur < 0 {
			cur, first = known[u], u
			continue
		}
		if code, ok := dict[pair{cur, u}]; ok {
			cur = code
			continue
		}
		emit(cur, first)
		dict[pair{cur, u}] = next
		next++
		cur, first = known[u], u
	}
	if cur >= 0 {
		emit(cur, first)
	}
	w.write(endMark, width)
	for w.n != 0 {
		w.write(0, 1)
	}
	out := w.b.String()
	for len(out)%4 != 0 {
		out += "="
	}
	return out
}

var errPacked = errors.New("the packed text is damaged")

type bitReader struct {
	text string
	at   int
	word byte
	left int
}

func (r *bitReader) read(width int) (uint32, error) {
	var v uint32
	for i := range width {
		if r.left == 0 {
			if r.at >= len(r.text) {
				return 0, errPacked
			}
			k := strings.IndexByte(base64Letters, r.text[r.at])
			if k < 0 || k == 64 {
				return 0, errPacked
			}
			r.word, r.left = byte(k), 6
			r.at++
		}
		r.left--
		v |= uint32(r.word>>r.left&1) << i
	}
	return v, nil
}

// UnpackLZ undoes packLZ.
func UnpackLZ(packed string) (string, error) {
	r := &bitReader{text: packed}
	dict := [][]uint16{nil, nil, nil}
	width, room := 2, 4
	unit := func(code uint32) ([]uint16, error) {
		bits := 8
		if code == newWord {
			bits = 16
		}
		v, err := r.read(bits)
		return []uint16{uint16(v)}, err
	}
	code, err := r.read(width)
	if err != nil {
		return "", err
	}
	if code == endMark {
		return "", nil
	}
	if code > endMark {
		return "", errPacked
	}
	w, err := unit(code)
	if err != nil {
		return "", err
	}
	dict = append(dict, w)
	out := append([]uint16(nil), w...)
	width, room = 3, 4
	for {
		if code, err = r.read(width); err != nil {
			return "", err
		}
		if code == endMark {
			return string(utf16.Decode(out)), nil
		}
		index := int(code)
		if code < endMark {
			u, err := unit(code)
			if err != nil {
				return "", err
			}
			index = len(dict)
			dict = append(dict, u)
			if room--; room == 0 {
				room = 1 << width
				width++
			}
		}
		var entry []uint16
		switch {
		case index < len(dict):
			entry = dict[index]
		case index == len(dict):
			entry = append(append([]uint16(nil), w...), w[0])
		default:
			return "", errPacked
		}
		if len(out)+len(entry) > maxUnpacked {
			return "", errors.New("the packed text is too long")
		}
		out = append(out, entry...)
		dict = append(dict, append(append([]uint16(nil), w...), entry[0]))
		w = entry
		if room--; room == 0 {
			room = 1 << width
			width++
		}
	}
}
