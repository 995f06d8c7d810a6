package frames_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/frames"
)

func TestRoundTrip(t *testing.T) {
	var b bytes.Buffer
	list := []frames.Frame{
		{Header: []byte(`{"id": 1}`), Payload: []byte("a\nb\n")},
		{Header: []byte(`{}`), Payload: []byte{}},
		{Header: []byte{}, Payload: bytes.Repeat([]byte{0}, 3<<20)},
	}
	for _, f := range list {
		if err := frames.Write(&b, f); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range list {
		got, err := frames.Read(&b)
		if err != nil || !bytes.Equal(got.Header, want.Header) || !bytes.Equal(got.Payload, want.Payload) {
			t.Errorf("frame %d: header %q, payload of %d bytes, %v", i, got.Header, len(got.Payload), err)
		}
	}
	if _, err := frames.Read(&b); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

func TestBroken(t *testing.T) {
	for _, c := range []struct {
		stream string
		want   error
	}{
		{"", io.EOF},
		{"\x00\x00", io.ErrUnexpectedEOF},
		{"\x00\x00\x00\x02\x00\x00\x00\x00{", io.ErrUnexpectedEOF},
		{"\x00\x00\x00\x00\x00\x00\x00\x02{", io.ErrUnexpectedEOF},
		{"\x00\x10\x00\x01\x00\x00\x00\x00", frames.ErrTooLong},
		{"\x00\x00\x00\x00\xff\xff\xff\xff", frames.ErrTooLong},
		{`{"id": 1}` + "\n", frames.ErrTooLong}, // somebody who sends lines
	} {
		if _, err := frames.Read(strings.NewReader(c.stream)); !errors.Is(err, c.want) {
			t.Errorf("%q: %v, want %v", c.stream, err, c.want)
		}
	}
	if err := frames.Write(io.Discard, frames.Frame{Header: make([]byte, frames.MaxHeader+1)}); !errors.Is(err, frames.ErrTooLong) {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x02\x00\x00\x00\x01{}x"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		r := bytes.NewReader(stream)
		read := 0
		for {
			fr, err := frames.Read(r)
			if err != nil {
				return
			}
			var again bytes.Buffer
			if err := frames.Write(&again, fr); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(again.Bytes(), stream[read:read+again.Len()]) {
				t.Fatal("what was read is written as something else")
			}
			read += again.Len()
		}
	})
}
