package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// inputFlags say what the puzzles are that a command reads.
type inputFlags struct {
	kind  string
	rules string
	from  string
	lang  string

	told   bool // what is told of the puzzles is words: of a family that has them in one language only, that is said
	stated bool // a family that has a program of its own and a rules file is the rules file here
}

func (f *inputFlags) register(fl *pflag.FlagSet) {
	fl.StringVar(&f.kind, "kind", "", "family of the puzzles in the files; not needed for ids, records and texts that show it")
	fl.StringVar(&f.rules, "rules", "", "rules file of the family of the puzzles (see: quandary rules), instead of --kind")
	fl.StringVar(&f.from, "from", "", "format of the puzzles (see: quandary families NAME); default: recognise it")
	fl.StringVar(&f.lang, "lang", "", "show and explain puzzles that have words for it in this language: en, zh, de, es or ja; default: their own")
}

// inputHelp is the part of a command's help that tells what it reads.
const inputHelp = `Each argument is a file, - for standard input, an id such as sudoku:9x9#17, or an address of a puzzle on another
program's page. A file holds puzzles in any format of the family, which addresses and pzprv3 files say themselves, or JSON: lines with
"id" and "problem", one object of such objects by id, a list of them, or records made by quandary generate.`

// input is one puzzle with its family.
type input struct {
	family puzzle.Family
	puzzle.Entry
	where string // file and line, or the id, for messages
}

// maxJSON bounds a JSON document that is not in lines, in bytes.
const maxJSON = 256 << 20

// readInputs gives the puzzles of the arguments, in order. An input that cannot be read has Err set; the others go on.
func readInputs(cmd *cobra.Command, f inputFlags, args []string) (iter.Seq[input], error) {
	if f.lang != "" && !slices.Contains(phrases.Languages(), f.lang) {
		return nil, fmt.Errorf("--lang: %w", puzzle.Unknownf("language", f.lang, phrases.Languages()))
	}
	reg := families()
	kind, err := f.family(cmd, reg)
	if err != nil {
		return nil, err
	}
	if kind != nil {
		if r, ok := kind.(puzzle.Reader); !ok {
			return nil, fmt.Errorf("%s puzzles cannot be read from files", kind.Name())
		} else if err := puzzle.CheckFormat(r, f.from); err != nil {
			return nil, err
		}
	}
	in := &inputReader{ctx: cmd.Context(), reg: reg, kind: kind, from: f.from}
	if f.rules != "" {
		in.own = puzzle.NewRegistry(kind)
	}
	return func(yield func(input) bool) {
		said := map[string]bool{}
		spoken := func(i input) bool {
			if i.Instance != nil {
				name := i.family.Name()
				if f.told && f.lang != "" && puzzle.ToldIn(i.Instance, f.lang) != f.lang && !said[name] {
					said[name] = true
					fmt.Fprintf(cmd.ErrOrStderr(), "steps of %s puzzles are told in English only\n", name)
				}
				if named := i.Instance.Extras().NamedIn; f.lang != "" && named != nil && !slices.Contains(named(), f.lang) {
					fmt.Fprintf(cmd.ErrOrStderr(), "%s: the names in it have no words in %s, and stay as they are\n", i.where, f.lang)
				}
				i.Instance = puzzle.In(i.Instance, f.lang)
			}
			for _, note := range i.Notes {
				fmt.Fprintf(cmd.ErrOrStderr(), "quandary: %s\n", note)
			}
			return yield(i)
		}
		for _, arg := range args {
			if !in.argument(cmd.InOrStdin(), arg, spoken) {
				return
			}
		}
	}, nil
}

// family gives the family that --kind or --rules names, or nil.
func (f inputFlags) family(cmd *cobra.Command, reg *puzzle.Registry) (puzzle.Family, error) {
	switch {
	case f.rules != "" && f.kind != "":
		return nil, errors.New("--kind and --rules both say which family this is: leave one out")
	case f.rules != "":
		return rulesFamily(cmd, f.rules)
	case f.kind != "":
		if f.stated {
			if kind, err := foundry.Stated().Lookup(f.kind); err == nil {
				return kind, nil
			}
		}
		return reg.Lookup(f.kind)
	}
	return nil, nil
}

type inputReader struct {
	ctx  context.Context
	reg  *puzzle.Registry
	own  *puzzle.Registry // of the family of --rules, whose ids mean it and no other; nil without
	kind puzzle.Family
	from string
}

// argument yields the puzzles of one argument, and reports whether to go on.
func (in *inputReader) argument(stdin io.Reader, arg string, yield func(input) bool) bool {
	if arg == "-" {
		return in.stream("standard input", stdin, yield)
	}
	file, err := os.Open(arg)
	if err != nil && in.isID(arg) {
		return yield(in.openID("", arg, arg))
	}
	if err != nil && isForeign(arg) {
		if in.kind != nil {
			return in.family("the address", strings.NewReader(arg), "", 0, yield)
		}
		return in.foreign("the address", arg, yield)
	}
	if err != nil {
		return yield(input{where: arg, Entry: puzzle.Entry{Err: foundry.NoSpecFile(arg, err)}})
	}
	defer file.Close()
	if in.kind == nil {
		if kind := in.byEnding(arg); kind != nil {
			one := *in
			one.kind = kind
			return one.stream(arg, file, yield)
		}
	}
	return in.stream(arg, file, yield)
}

// byEnding gives the only family one of whose formats has a file's ending, or nil.
func (in *inputReader) byEnding(name string) puzzle.Family {
	ext := strings.ToLower(filepath.Ext(name))
	var found puzzle.Family
	for _, f := range in.reg.Listed() {
		r, ok := f.(puzzle.Reader)
		if !ok {
			continue
		}
		if slices.ContainsFunc(r.Formats(), func(f puzzle.Format) bool { return slices.Contains(f.Extensions, ext) }) {
			if found != nil {
				return nil
			}
			found = f
		}
	}
	return found
}

// fault is the message of an input that failed: its place, once, and the reason.
func (in input) fault(err error) string {
	why := err.Error()
	if strings.HasPrefix(why, in.where) {
		return why
	}
	if file, ok := strings.CutSuffix(in.where, fmt.Sprintf(":%d", in.Line)); ok && strings.HasPrefix(why, file+":") {
		return why // a later line of the same board
	}
	var at *doctree.Mistake // it has the file and a nearer place
	if errors.As(err, &at) && at.Pos.IsValid() && at.Pos.File != "" {
		return why
	}
	return in.where + ": " + why
}

// isID reports whether a text is the id of a puzzle.
func (in *inputReader) isID(text string) bool {
	return in.reg.IsID(text) || in.own != nil && in.own.IsID(text)
}

// openID gives the puzzle of an id.
func (in *inputReader) openID(name, id, where string) input {
	reg := in.reg
	if in.own != nil && in.own.IsID(id) {
		reg = in.own
	}
	fam, inst, err := reg.Open(in.ctx, id)
	return input{family: fam, where: where, Entry: puzzle.Entry{ID: name, Instance: inst, Err: err}}
}

func (in *inputReader) stream(name string, r io.Reader, yield func(input) bool) bool {
	br := bufio.NewReaderSize(r, 1<<16)
	first, err := firstByte(br)
	if err != nil {
		return errors.Is(err, io.EOF) || yield(input{where: name, Entry: puzzle.Entry{Err: err}})
	}
	if head, _ := br.Peek(200); foundry.IsForPeople(string(head)) { // a short stream is no error here
		return yield(input{where: name, Entry: puzzle.Entry{Err: errors.New("quandary generate wrote this for people to read; with --format jsonl it writes what is read again")}})
	}
	if first != '{' && first != '[' || first == '[' && isHeading(br) {
		return in.family(name, br, "", 0, yield)
	}
	if line, err := br.Peek(br.Size()); err == nil || errors.Is(err, io.EOF) {
		if whole, _, found := bytes.Cut(line, []byte("\n")); found && !json.Valid(whole) {
			return in.document(name, br, yield)
		}
	}
	return in.jsonLines(name, br, yield)
}

// firstByte gives the first byte that is not white space, without consuming it.
func firstByte(br *bufio.Reader) (byte, error) {
	for {
		b, err := br.ReadByte()
		if err != nil {
			return 0, err
		}
		if !unicode.IsSpace(rune(b)) && b != 0xef && b != 0xbb && b != 0xbf {
			return b, br.UnreadByte()
		}
	}
}

// isHeading reports whether a stream that begins with a bracket begins with a heading such as [Puzzle] rather than a list.
func isHeading(br *bufio.Reader) bool {
	b, err := br.Peek(2)
	if err != nil || !unicode.IsLetter(rune(b[1])) {
		return false
	}
	head, _ := br.Peek(100) // a short stream is no error here
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return unicode.IsUpper(rune(b[1])) || bytes.HasSuffix(bytes.TrimSpace(line), []byte("]")) && !json.Valid(line)
}

// family lets the family read the stream.
func (in *inputReader) family(name string, r io.Reader, id string, line int, yield func(input) bool) bool {
	if in.kind == nil {
		br := bufio.NewReaderSize(r, 1<<16)
		if head, _ := br.Peek(len("https://")); isForeign(string(head)) {
			text, err := io.ReadAll(io.LimitReader(br, maxJSON+1))
			if err == nil && len(text) > maxJSON {
				err = fmt.Errorf("more than %d bytes of addresses of which --kind does not say the family", maxJSON)
			}
			if err != nil {
				return yield(input{where: name, Entry: puzzle.Entry{ID: id, Line: line, Err: err}})
			}
			return in.foreign(name, string(text), yield)
		}
		kind, err := in.recognised(name, br)
		if err != nil {
			return yield(input{where: name, Entry: puzzle.Entry{ID: id, Line: line, Err: err}})
		}
		known := *in
		known.kind = kind
		return known.family(name, br, id, line, yield)
	}
	title := name
	if line > 0 { // the reader sees only the text inside a JSON value: its messages count lines from there
		title = fmt.Sprintf("%s:%d", name, line)
	}
	for e := range in.kind.(puzzle.Reader).Read(in.ctx, title, r, in.from) {
		where := fmt.Sprintf("%s:%d", name, e.Line)
		if line > 0 {
			e.Line, where = line, title
		}
		if e.ID == "" {
			e.ID = id
		}
		if !yield(input{in.reg.Of(in.kind, e), e, where}) {
			return false
		}
	}
	return true
}

// recognised gives the family that reads the beginning of a text. Where that cannot be seen, the error says so.
func (in *inputReader) recognised(name string, br *bufio.Reader) (puzzle.Family, error) {
	head, err := br.Peek(br.Size()) // a short text is no error here
	if line := bytes.LastIndexByte(head, '\n'); err == nil && line >= 0 {
		head = head[:line+1]
	}
	const entries = 10
	switch all := in.reg.Recognise(in.ctx, string(head), entries); len(all) {
	case 0:
		return nil, in.unclaimed(name, br)
	case 1:
		return all[0], nil
	default:
		return nil, fmt.Errorf("%s: %w with --kind", name, puzzle.AmbiguousError(all))
	}
}

// isForeign reports whether a text begins as an address or a board file does, which says itself of which family it is.
func isForeign(text string) bool {
	return strings.HasPrefix(text, "pzprv3") || strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}

// foreign reads addresses, one a line, and board files, each with the family that reads it.
func (in *inputReader) foreign(name, text string, yield func(input) bool) bool {
	one := *in
	line, next := 0, 0
	for piece := range pieces(text) {
		line, next = next, next+strings.Count(piece, "\n")
		if strings.TrimSpace(piece) == "" {
			continue
		}
		if one.kind == nil || !readsAll(in.ctx, one.kind.(puzzle.Reader), piece) { // as of most files that of the one before
			if one.kind = nil; isForeign(piece) {
				if all := append(in.reg.Recognise(in.ctx, piece, 1), in.reg.Called(piece)); all[0] != nil { // which says why it does not read it
					one.kind = all[0]
				}
			}
		}
		if one.kind == nil {
			where := name
			if strings.Contains(strings.TrimSpace(text), "\n") {
				where = fmt.Sprintf("%s:%d", name, line+1)
			}
			if !yield(input{where: where, Entry: puzzle.Entry{Line: line + 1, Err: errors.New("no family of puzzles reads this; say which one it is meant for with --kind, to be told why")}}) {
				return false
			}
			continue
		}
		if !one.family(name, record.Later{Reader: strings.NewReader(piece), Lines: line}, "", 0, yield) {
			return false
		}
	}
	return true
}

// pieces parts a text before each address and board file.
func pieces(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		from, at := 0, 0
		for line := range strings.Lines(text) {
			if at > from && isForeign(line) {
				if !yield(text[from:at]) {
					return
				}
				from = at
			}
			at += len(line)
		}
		yield(text[from:])
	}
}

// readsAll reports whether a family reads a text without an error.
func readsAll(ctx context.Context, r puzzle.Reader, text string) bool {
	n := 0
	for e := range r.Read(ctx, "", strings.NewReader(text), "") {
		if n++; e.Err != nil {
			return false
		}
	}
	return n > 0
}

// idShape is how an id looks: the name of a family, and what names a puzzle of it, without blanks; an address has // there.
var idShape = regexp.MustCompile(`^([A-Za-z][\w-]*)(?:#\d+|:(?:[^\s/]\S*)?)$`)

// unclaimed says that a text is of no family that is known: what looks like an id, or begins like one, by the name in it.
func (in *inputReader) unclaimed(name string, r io.Reader) error {
	head, _ := bufio.NewReader(r).Peek(100) // a short text is no error here
	text := strings.TrimSpace(string(head))
	short, _, colon := strings.Cut(text, ":")
	shaped := idShape.FindStringSubmatch(text)
	if shaped != nil {
		short = shaped[1]
	}
	if shaped != nil || colon {
		var unknown *puzzle.UnknownError
		if _, err := in.reg.Lookup(short); errors.As(err, &unknown) && (shaped != nil || len(unknown.Near) > 0) {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return fmt.Errorf("%s: which family of puzzles is this? Say --kind: %s, or one that has a rules file (see: quandary families)", name, strings.Join(familyNames(), ", "))
}

// jsonLines reads one object a line.
func (in *inputReader) jsonLines(name string, r io.Reader, yield func(input) bool) bool {
	lines := record.NewLineReader(r, 0)
	for {
		text, number, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return true
		}
		goOn := true
		if err != nil {
			goOn = yield(input{where: name, Entry: puzzle.Entry{Line: number, Err: err}}) && errors.Is(err, record.ErrLineTooLong)
		} else {
			goOn = in.object(name, "", bytes.Clone(text), number, yield)
		}
		if !goOn {
			return false
		}
	}
}

// document reads one JSON value that spans lines: a list, or an object of puzzles by id.
func (in *inputReader) document(name string, r io.Reader, yield func(input) bool) bool {
	text, err := io.ReadAll(io.LimitReader(r, maxJSON+1))
	if err == nil && len(text) > maxJSON {
		err = fmt.Errorf("more than %d bytes of JSON", maxJSON)
	}
	var v any
	if err == nil {
		v, err = record.ParseJSON(text)
	}
	if err != nil {
		return yield(input{where: name, Entry: puzzle.Entry{Err: fmt.Errorf("%s: %w", name, err)}})
	}
	if o, ok := v.(record.Object); ok && in.ownJSON(o) {
		return in.family(name, bytes.NewReader(text), "", 0, yield)
	}
	var members record.Object
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			members = append(members, record.Member{Value: e})
		}
	case record.Object:
		if _, single := v.Get("problem"); single {
			members = record.Object{{Value: v}}
		} else {
			members = v
		}
	}
	for i, m := range members {
		var raw []byte
		if raw, err = record.AppendJSON(nil, m.Value); err != nil {
			return yield(input{where: name, Entry: puzzle.Entry{Err: err}})
		}
		if !in.object(name, m.Key, raw, i+1, yield) {
			return false
		}
	}
	return true
}

// ownJSON reports whether a JSON object is a puzzle in the family's own JSON format rather than records or puzzles by id.
func (in *inputReader) ownJSON(o record.Object) bool {
	r, ok := in.kind.(puzzle.Reader)
	if !ok || !slices.ContainsFunc(r.Formats(), func(f puzzle.Format) bool { return f.Name == "json" }) {
		return false
	}
	return slices.ContainsFunc(o, func(m record.Member) bool {
		_, object := m.Value.(record.Object)
		_, text := m.Value.(string)
		return !object && !text // puzzles by id are objects or texts
	})
}

// object reads one puzzle from a JSON value: an object with "problem", a record of ours, or the text itself.
func (in *inputReader) object(name, id string, raw []byte, line int, yield func(input) bool) bool {
	where := fmt.Sprintf("%s:%d", name, line)
	fail := func(err error) bool {
		return yield(input{where: where, Entry: puzzle.Entry{ID: id, Line: line, Err: fmt.Errorf("%s: %w", where, err)}})
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return in.family(name, strings.NewReader(text), id, line, yield)
	}
	var r record.Record
	if err := json.Unmarshal(raw, &r); err != nil {
		return fail(err)
	}
	if r.ID != "" {
		id = r.ID
	}
	if board := textMember(r, "board"); r.Problem == "" {
		r.Problem = board
	}
	if solution := textMember(r, "solution"); solution != "" && r.Problem != "" {
		yield = answered(solution, yield)
	}
	puzzleID := r.PuzzleID()
	switch {
	case puzzleID != "" && in.isID(puzzleID):
		e := in.openID(id, puzzleID, where)
		e.Line = line
		return yield(e)
	case r.Problem != "":
		return in.family(name, strings.NewReader(r.Problem), id, line, yield)
	case in.kind != nil:
		return in.family(name, bytes.NewReader(raw), id, line, yield)
	default:
		return fail(errors.New(`expected an object with "problem"`))
	}
}

// answered gives each puzzle the answer that stands beside it, where its family reads answers.
func answered(text string, yield func(input) bool) func(input) bool {
	return func(in input) bool {
		if in.Err != nil || in.Answer != nil || in.Instance == nil {
			return yield(in)
		}
		if read := in.Instance.Extras().ReadSolution; read != nil {
			var err error
			if in.Answer, err = read(in.Format, text); err != nil {
				in.Err = fmt.Errorf("%s: the solution: %w", in.where, err)
			}
		}
		return yield(in)
	}
}

// textMember gives a text among the further members of a record, or "".
func textMember(r record.Record, key string) string {
	v, _ := r.Extra.Get(key)
	raw, _ := v.(json.RawMessage)
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}
