// Package packed writes data in the letters of an id: deflated, in base64 for addresses.
package packed

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
)

// Pack gives data in letters, digits, - and _.
func Pack(data []byte) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	_, _ = w.Write(data) // a bytes.Buffer takes everything
	_ = w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// Unpack gives the data back; more than most bytes are an error.
func Unpack(text string, most int) ([]byte, error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, errors.New("expected letters, digits, - and _ of base64")
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(raw)), int64(most)+1))
	if err != nil {
		return nil, errors.New("it is damaged: it cannot be inflated")
	}
	if len(data) > most {
		return nil, fmt.Errorf("more than %d bytes", most)
	}
	return data, nil
}
