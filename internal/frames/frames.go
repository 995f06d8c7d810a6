// Package frames cuts a stream of bytes into messages, for two programs that talk over pipes. A frame is
//
//	4 bytes  length of the header, big endian
//	4 bytes  length of the payload, big endian
//	header   JSON
//	payload  any bytes
//
// so that a reader never looks for the end of anything, and a payload of many lines of JSON is neither quoted nor parsed on
// its way.
package frames

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Bounds of a frame, in bytes.
const (
	MaxHeader  = 1 << 20
	MaxPayload = 64 << 20
)

// ErrTooLong is the error of a frame that is longer than frames may be. What follows it in the stream cannot be read.
var ErrTooLong = errors.New("frame too long")

const lengths = 8

// Frame is one message.
type Frame struct {
	Header  []byte
	Payload []byte
}

// step is how much memory is taken at a time for a part that has yet to arrive, in bytes: a length alone takes none.
const step = 1 << 20

// Read reads a frame. At the end of the stream the error is io.EOF; inside of a frame it is io.ErrUnexpectedEOF.
func Read(r io.Reader) (Frame, error) {
	var head [lengths]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return Frame{}, err
	}
	h, p := binary.BigEndian.Uint32(head[:4]), binary.BigEndian.Uint32(head[4:])
	if h > MaxHeader || p > MaxPayload {
		return Frame{}, fmt.Errorf("%w: header of %d bytes (at most %d), payload of %d (at most %d)", ErrTooLong, h, MaxHeader, p, MaxPayload)
	}
	header, err := readPart(r, int(h))
	if err != nil {
		return Frame{}, err
	}
	payload, err := readPart(r, int(p))
	return Frame{header, payload}, err
}

// readPart reads n bytes.
func readPart(r io.Reader, n int) ([]byte, error) {
	part := make([]byte, 0, min(n, step))
	for len(part) < n {
		begin := len(part)
		more := min(n-begin, max(step, begin))
		part = append(part, make([]byte, more)...)
		if _, err := io.ReadFull(r, part[begin:]); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
	}
	return part, nil
}

// small bounds a payload that is written together with its header, in bytes: who waits for it wakes once.
const small = 64 << 10

// Write writes a frame: in one call of w.Write, or in one for the lengths and the header and one for a large payload.
func Write(w io.Writer, f Frame) error {
	if len(f.Header) > MaxHeader || len(f.Payload) > MaxPayload {
		return fmt.Errorf("%w: header of %d bytes (at most %d), payload of %d (at most %d)", ErrTooLong, len(f.Header), MaxHeader, len(f.Payload), MaxPayload)
	}
	payload := f.Payload
	first := lengths + len(f.Header)
	if len(payload) <= small {
		first += len(payload)
	}
	head := make([]byte, lengths, first)
	binary.BigEndian.PutUint32(head[:4], uint32(len(f.Header)))
	binary.BigEndian.PutUint32(head[4:], uint32(len(f.Payload)))
	head = append(head, f.Header...)
	if len(payload) <= small {
		head, payload = append(head, payload...), nil
	}
	if _, err := w.Write(head); err != nil || len(payload) == 0 {
		return err
	}
	_, err := w.Write(payload)
	return err
}
