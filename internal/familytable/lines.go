package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// lineProgram is another program that runs beside this one: it reads JSON lines, and answers each with a line.
type lineProgram struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startLines starts a program.
func startLines(cmd *exec.Cmd) (*lineProgram, error) {
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &lineProgram{cmd, in, bufio.NewReader(out)}, cmd.Start()
}

// ask puts a question, and reads the answer.
func (p *lineProgram) ask(question, answer any) error {
	line, err := json.Marshal(question)
	if err != nil {
		return err
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("%s: %w", p.cmd.Path, err)
	}
	if line, err = p.out.ReadBytes('\n'); err != nil {
		return fmt.Errorf("%s: %w", p.cmd.Path, err)
	}
	return json.Unmarshal(line, answer)
}

// close ends the program.
func (p *lineProgram) close() error {
	p.in.Close()
	return p.cmd.Wait()
}
