package worded

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/packed"
)

const (
	packedMark = "." // before a packed specification

	maxSpec   = 128 << 10 // bytes of a specification in an id
	maxConfig = 1 << 20   // bytes of a configuration
)

// A configuration begins with the letter of its form: j for JSON, z for deflated JSON, each in base64. The shorter is written.
func packConfig(config []byte) (string, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, config); err != nil {
		return "", err
	}
	plain, small := base64.RawURLEncoding.EncodeToString(b.Bytes()), packed.Pack(b.Bytes())
	if len(small) < len(plain) {
		return "z" + small, nil
	}
	return "j" + plain, nil
}

func unpackConfig(desc string) ([]byte, error) {
	if rest, ok := strings.CutPrefix(desc, "z"); ok {
		data, err := packed.Unpack(rest, maxConfig)
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
