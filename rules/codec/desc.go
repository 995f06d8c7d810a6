package codec

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/rules"
)

var packer = strings.NewReplacer("%", "%25", "/", "%2F", "_", "%5F", ":", "%3A", "#", "%23", "\n", "/", " ", "_", "\t", "_")

// Pack writes a text in one line without blanks, as it stands in ids: with / for the end of a line and _ for a blank.
func Pack(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return packer.Replace(strings.Join(lines, "\n"))
}

var unpacker = strings.NewReplacer("/", "\n", "_", " ", "%2F", "/", "%5F", "_", "%3A", ":", "%23", "#", "%25", "%")

// Desc gives the text of a problem in one line. A board that the text cannot say, which was never read, has a description that is read as none.
func (f *Forms) Desc(b *rules.Board) string {
	text, err := f.Text.WriteProblem(b)
	if err != nil {
		return "?" + packer.Replace(err.Error())
	}
	return Pack(text)
}

// ReadDesc reads the problem of a description.
func (f *Forms) ReadDesc(desc string) (*rules.Board, error) {
	if len(desc) > MaxText {
		return nil, fmt.Errorf("a description of more than %d bytes", MaxText)
	}
	return f.Text.ReadProblem(unpacker.Replace(desc))
}
