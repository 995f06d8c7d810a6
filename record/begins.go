package record

import (
	"bufio"
	"io"
)

// Begins reports whether a stream begins with a text, and gives a reader of the whole stream.
func Begins(r io.Reader, text string) (io.Reader, bool) {
	b := bufio.NewReader(r)
	head, _ := b.Peek(len(text)) // an error comes again when the stream is read
	return b, string(head) == text
}
