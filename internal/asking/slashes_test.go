package asking

import (
	"strings"
	"testing"
)

// TestSlashAnswers answers with lines across cells in the ways in which models write these.
func TestSlashAnswers(t *testing.T) {
	q := question(t, "gokigen", "3 4\n- - - - -\n- 1 1 - -\n- - - - -\n- - - - -")
	want := ""
	for _, text := range []string{
		"rise fall fall rise\nfall rise rise fall\nrise rise fall fall",
		"Rising falling falling rising\nfalling rising rising falling\nrising rising falling falling",
		"/ \\ \\ /\n\\ / / \\\n/ / \\ \\",
		"```\n/\\\\/\n\\//\\\n//\\\\\n```",
		"Row 1: /\\\\/\nRow 2: \\//\\\nRow 3: //\\\\",
		"/\\\\/ \\//\\ //\\\\",
		"|1|2|3|4|\n|---|---|---|---|\n| / | \\\\ | \\\\ | / |\n| \\\\ | / | / | \\\\ |\n| / | / | \\\\ | \\\\ |",
		"| `/` | `\\` | `\\` | `/` |\n| `\\` | `/` | `/` | `\\` |\n| `/` | `/` | `\\` | `\\` |",
		`[["/", "\\", "\\", "/"], ["\\", "/", "/", "\\"], ["/", "/", "\\", "\\"]]`,
		`{"slash": ["/\\\\/", "\\//\\", "//\\\\"]}`,
		`solution = ['/ \\ \\ /', '\\ / / \\', '/ / \\ \\']`,
		"╱╲╲╱\n╲╱╱╲\n╱╱╲╲",
		`$$\begin{array}{cccc} / & \backslash & \backslash & / \\ \backslash & / & / & \backslash \\ / & / & \backslash & \backslash\end{array}$$`,
		`$$\begin{array}{cccc} / & \ & \ & / \\ \ & / & / & \ \\ / & / & \ & \ \\ \end{array}$$`,
		`r1c1=/, r1c2=\, r1c3=\, r1c4=/, r2c1=\, r2c2=/, r2c3=/, r2c4=\, r3c1=/, r3c2=/, r3c3=\, r3c4=\`,
		"- (1,1): /\n- (1,2): `\\`\n- (1,3): \\\\\n- (1,4): /\n- (2,1): \\\n- (2,2): /\n- (2,3): /\n- (2,4): \\\n- (3,1): /\n- (3,2): /\n- (3,3): \\\n- (3,4): \\",
		"(r1, c1) -> /\n(r1, c2) -> \\\n(r1, c3) → \\\n(r1, c4) → /\nr2c1: \\\nr2c2: /\nr2c3: rise\nr2c4: falling\nr3c1 -> rising\nr3c2: /\nr3c3: \\\nr3c4: \\",
		`[[1,1,"/"], [1,2,"\\"], [1,3,"\\"], [1,4,"/"], [2,1,"\\"], [2,2,"/"], [2,3,"/"], [2,4,"\\"], [3,1,"/"], [3,2,"/"], [3,3,"\\"], [3,4,"\\"]]`,
		`[{"row": 1, "col": 1, "value": "/"}, {"row": 1, "col": 2, "value": "\\"}, {"row": 1, "column": 3, "value": "\\"}, {"row": 1, "col": 4, "value": "/"}, {'row': 2, 'col': 1, 'value': '\\'},
{"row": 2, "col": 2, "value": "/"}, {"row": 2, "col": 3, "value": "/"}, {"row": 2, "col": 4, "value": "\\"}, {"row": 3, "col": 1, "value": "/"}, {"row": 3, "col": 2, "value": "/"}, {"row": 3, "col": 3, "value": "\\"}, {"row": 3, "col": 4, "value": "\\"}]`,
	} {
		s := q.read("After some work:\n\n" + text + "\n")
		if s == nil {
			t.Errorf("%s\nis no answer", text)
			continue
		}
		got := q.Answer(s)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%s\nis read as\n%s", text, got)
		}
	}
	for _, text := range []string{
		"/\\\\/\n\\//\\\n//\\", "Use r1c1 and/or r1c2.\n/ \\ \\ /\n\\ / / \\", "// not yet\n// \\\\ //", "r1c1=/, r1c2=\\, r1c3 is open", strings.Repeat("\\", 12),
	} {
		if s := q.read(text); s != nil {
			t.Errorf("%q is read as\n%s", text, q.Answer(s))
		}
	}
}
