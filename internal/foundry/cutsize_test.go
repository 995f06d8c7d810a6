package foundry

import "testing"

func TestCutSize(t *testing.T) {
	for _, c := range []struct{ source, path, size string }{
		{"my.yaml:6x6", "my.yaml", "6x6"},
		{"my.yaml", "my.yaml", ""},
		{`C:\my.yaml`, `C:\my.yaml`, ""},
		{`C:\my.yml:6x6,k=2`, `C:\my.yml`, "6x6,k=2"},
		{"/tmp/a:b/my.json", "/tmp/a:b/my.json", ""},
		{"sudoku:9x9", "sudoku:9x9", ""},
	} {
		if path, size, _ := cutSize(c.source); path != c.path || size != c.size {
			t.Errorf("%s: %s and %q, expected %s and %q", c.source, path, size, c.path, c.size)
		}
	}
}
