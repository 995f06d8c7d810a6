package packed

import (
	"strings"
	"testing"
)

func TestPack(t *testing.T) {
	text := strings.Repeat("a text that repeats itself ", 50)
	p := Pack([]byte(text))
	if strings.ContainsAny(p, " :#/+") || len(p) > 200 {
		t.Errorf("packed as %q", p)
	}
	if got, err := Unpack(p, 2000); err != nil || string(got) != text {
		t.Errorf("unpacked as %.40q, %v", got, err)
	}
	for _, bad := range []string{"!", "AAAA", p[:len(p)/2]} {
		if _, err := Unpack(bad, 2000); err == nil {
			t.Errorf("%q is unpacked", bad)
		}
	}
	if _, err := Unpack(p, 100); err == nil || err.Error() != "more than 100 bytes" {
		t.Errorf("a text that is too long: %v", err)
	}
}
