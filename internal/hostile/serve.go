package hostile

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// serve starts a server, posts the calls of a row one after another, and ends it.
func (o *Outcome) serve(ctx context.Context, program, dir string) string {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "serve", "--addr", "127.0.0.1:0", "--db", dir+"/games.db")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=", "GOGC=", "GOTRACEBACK=single")
	out := &tail{most: 1 << 20}
	cmd.Stderr = out
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		o.Broken = err.Error()
		return ""
	}
	defer cmd.Wait() //nolint:errcheck // it is killed
	defer cmd.Process.Kill()
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		o.Broken = fmt.Sprintf("the server does not start: %v %s", err, out)
		return ""
	}
	address := strings.TrimSpace(strings.TrimPrefix(line, "serving on "))
	for _, p := range o.Row.Posts {
		if err := o.post(ctx, address, p); err != nil {
			o.Broken = err.Error()
			break
		}
	}
	o.Peak = peakNow(cmd.Process.Pid)
	begin := time.Now()
	if err := terminate(cmd.Process); err == nil {
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case <-ended:
			o.After = time.Since(begin)
		case <-time.After(longest):
		}
		if o.After == 0 || o.After > latest {
			o.Broken = fmt.Sprintf("the server ended %v after the signal", o.After)
		}
	}
	return out.String()
}

func (o *Outcome) post(ctx context.Context, address string, p Post) error {
	body, ok := p.Body.(string)
	if !ok {
		text, err := json.Marshal(p.Body)
		if err != nil {
			return err
		}
		body = string(text)
	}
	begin := time.Now()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address+p.Path, bytes.NewReader([]byte(body)))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 64<<20))
	took := time.Since(begin)
	o.Took = max(o.Took, took)
	if o.Said = strings.TrimSpace(string(text)); len(o.Said) > 160 {
		o.Said = o.Said[:160]
	}
	o.Said = fmt.Sprintf("%d %s", resp.StatusCode, o.Said)
	if err == nil && resp.StatusCode == http.StatusInternalServerError {
		err = fmt.Errorf("%s: %s", p.Path, o.Said)
	}
	return err
}
