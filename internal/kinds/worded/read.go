package worded

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// formatConfig is the family's one format.
const formatConfig = "config"

// Formats lists the one format: JSON lines with the specification and the configuration.
func (*Family) Formats() []puzzle.Format {
	return []puzzle.Format{{Name: formatConfig, Lines: true, Extensions: []string{".jsonl"},
		Doc: `{"spec": NAME, "config": {…}}, one a line`}}
}

// Encode writes the puzzle as a line of the format.
func (in *Instance) Encode(format string) (string, error) {
	if err := puzzle.CheckFormat((*Family)(nil), format); err != nil {
		return "", err
	}
	var config bytes.Buffer
	if err := json.Compact(&config, in.rec.Config); err != nil {
		return "", err
	}
	line, err := record.AppendJSON(nil, record.Object{{Key: "spec", Value: in.p.text}, {Key: "config", Value: json.RawMessage(config.Bytes())}})
	return string(line), err
}

// Read reads one puzzle a line.
func (f *Family) Read(ctx context.Context, name string, r io.Reader, _ string) iter.Seq[puzzle.Entry] {
	return puzzle.Lines(ctx, name, r, maxConfig, func(e *puzzle.Entry, line string) error {
		e.Format = formatConfig
		in, id, err := f.readLine(ctx, []byte(line))
		if err == nil {
			e.ID, e.Instance, e.Answer = id, in, in.Reference()
		}
		return err
	})
}

func (f *Family) readLine(ctx context.Context, line []byte) (*Instance, string, error) {
	var obj struct {
		Spec   string          `json:"spec"`
		ID     string          `json:"id"`
		Config json.RawMessage `json:"config"`
	}
	if err := json.Unmarshal(line, &obj); err != nil {
		return nil, "", errors.New(`expected an object with "spec" and "config"`)
	}
	if obj.Spec == "" || len(obj.Config) == 0 {
		return nil, "", errors.New(`expected an object with "spec" and "config"`)
	}
	p, err := f.ParseParams(obj.Spec)
	if err != nil {
		return nil, "", err
	}
	in, err := replay(ctx, p.(Params), obj.Config)
	return in, obj.ID, err
}
