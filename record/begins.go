package record

import (
	"bufio"
	"bytes"
	"io"
)

// headSize is how much of a stream's first line Head looks at, in bytes.
const headSize = 200

// Head gives the beginning of a stream's first line that is not empty, at most 200 bytes, and a reader of the whole stream.
func Head(r io.Reader) (io.Reader, string) { return HeadOf(r, headSize) }

// HeadOf is Head for first lines that may be as long as size bytes.
func HeadOf(r io.Reader, size int) (io.Reader, string) {
	b := bufio.NewReaderSize(r, size)
	head, _ := b.Peek(size)                                                    // an error comes again when the stream is read
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n") // some programs begin a file with a byte order mark
	if i := bytes.IndexByte(head, '\n'); i >= 0 {
		head = head[:i]
	}
	text := string(bytes.TrimSpace(head))
	if later, ok := r.(Later); ok {
		return Later{b, later.Lines}, text
	}
	return b, text
}
