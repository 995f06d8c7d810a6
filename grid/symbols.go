package grid

import "strings"

// Symbols is an alphabet: the characters that stand for the values 1..n in text, one each.
type Symbols string

// letters are the symbols in the usual order; '0' stands last because it marks an empty cell on every smaller board.
const letters = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0"

// SymbolsFor gives the usual alphabet of a board of size n: the digits from 1, then capital letters, and 0 for the
// thirty-sixth value. It is empty where n is outside 1..MaxSize.
func SymbolsFor(n int) Symbols {
	if n < 1 || n > MaxSize {
		return ""
	}
	return Symbols(letters[:n])
}

// ZeroSymbols is the alphabet that begins with 0: 0..9, A..Z (hexadecimal digits on a board of size 16).
func ZeroSymbols(n int) Symbols {
	if n < 1 || n > MaxSize {
		return ""
	}
	return Symbols(("0" + letters[:35])[:n])
}

// LetterSymbols is the alphabet of capital letters: A..Y on a board of size 25. It is empty for n over 26.
func LetterSymbols(n int) Symbols {
	if n < 1 || n > 26 {
		return ""
	}
	return Symbols("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:n])
}

// Value gives the value that a character stands for, or 0 for a character that is not in the alphabet. Small letters stand
// for capital ones.
func (s Symbols) Value(ch byte) int {
	if 'a' <= ch && ch <= 'z' {
		ch -= 'a' - 'A'
	}
	return strings.IndexByte(string(s), ch) + 1
}

// Symbol gives the character of a value 1..n, and '.' for any other.
func (s Symbols) Symbol(value int) byte {
	if value < 1 || value > len(s) {
		return '.'
	}
	return s[value-1]
}

// Contains reports whether a character is in the alphabet as it stands or as a capital letter.
func (s Symbols) Contains(ch byte) bool { return s.Value(ch) != 0 }
