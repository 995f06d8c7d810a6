package eval

import "github.com/quandary-puzzles/quandary/py/syntax"

// Source says where a piece of code came from, for errors. Text is the exact text that was parsed: positions refer to it.
// Base, when not nil, maps a position in Text to one in File (an expression inside YAML); otherwise Text starts File.
type Source struct {
	File string
	Text string
	Base func(syntax.Pos) syntax.Pos
}

// Code is compiled source. It is immutable and may be run by several goroutines at once.
type Code struct {
	layout *Layout
	src    *Source
	body   *funcCode
}

// CompileExpr compiles an expression. Global names that the layout does not know get a slot. The error, if any, is a
// *syntax.Error (such as an assignment expression in a place where Python forbids it).
func CompileExpr(l *Layout, x syntax.Expr, src Source) (*Code, error) { panic("unfinished") }

// CompileTemplate compiles an f-string template; the code's value is a Str.
func CompileTemplate(l *Layout, x *syntax.JoinedStr, src Source) (*Code, error) {
	return CompileExpr(l, x, src)
}

// CompileModule compiles an operator file. Running the code assigns the file's names in the Globals that it is given and
// gives None; a layout of its own over the same universe keeps a file's names apart from the spec's.
func CompileModule(l *Layout, m *syntax.Module, src Source) (*Code, error) { panic("unfinished") }

// Eval runs the code. The error, if any, is an *Error.
func (c *Code) Eval(th *Thread, g *Globals) (Value, error) { panic("unfinished") }

// Names gives the global names that the code reads, without those that only the universe defines... see Free.
func (c *Code) Names() []string { panic("unfinished") }
