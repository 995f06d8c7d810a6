package worded

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	packedMark = "." // before a packed specification

	maxSpec   = 128 << 10 // bytes of a specification in an id
	maxConfig = 1 << 20   // bytes of a configuration
)

// Pack gives a specification in the letters of an id: deflated, in base64 for addresses.
func pack(data []byte) string {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	_, _ = w.Write(data) // a bytes.Buffer takes everything
	_ = w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

func unpack(text string, most int) ([]byte, error) {
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

// A configuration begins with the letter of its form: j for JSON, z for deflated JSON, each in base64. The shorter is written.
func packConfig(config []byte) (string, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, config); err != nil {
		return "", err
	}
	plain, small := base64.RawURLEncoding.EncodeToString(b.Bytes()), pack(b.Bytes())
	if len(small) < len(plain) {
		return "z" + small, nil
	}
	return "j" + plain, nil
}

func unpackConfig(desc string) ([]byte, error) {
	if rest, ok := strings.CutPrefix(desc, "z"); ok {
		data, err := unpack(rest, maxConfig)
		if err != nil {
			return nil, fmt.Errorf("the configuration: %w", err)
		}
		return data, nil
	}
	rest, ok := strings.CutPrefix(desc, "j")
	if !ok {
		return nil, errors.New("the configuration: expected j or z and base64")
	}
	if len(rest) > base64.RawURLEncoding.EncodedLen(maxConfig) {
		return nil, fmt.Errorf("the configuration: more than %d bytes", maxConfig)
	}
	data, err := base64.RawURLEncoding.DecodeString(rest)
	if err != nil {
		return nil, errors.New("the configuration: expected letters, digits, - and _ of base64")
	}
	return data, nil
}
