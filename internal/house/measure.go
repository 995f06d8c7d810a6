package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// longFrom is the number of lines above which Measure lists a function.
const longFrom = 80

// A Room is what Measure counts of one room: a folder at the top of the repository with what lies below it, or one family
// of internal/ and internal/kinds/.
type Room struct {
	Name     string
	Files    int // without tests
	Lines    int // without tests
	Comments int // lines that hold a comment, of Lines
	Tests    int // lines of tests
	Exports  int // exported names declared at package level
}

// A House is what Measure counts of the whole repository.
type House struct {
	Rooms    []Room   // by name
	Needless []string // exported names that neither another package nor an example needs, as "folder.Name"
	Long     []string // functions above longFrom lines, as "folder.Name lines", the longest first
	Contract []string // names of the interfaces of package puzzle
}

// Measure reads all Go files of a repository whose module has the given path.
//
// An exported name is needed when another package (its tests included) or an example file of its own package
// names it, or when the name stands in the exported part of the declaration of a needed name: the type of a parameter or
// result, of an exported field, of a constant, or in the signature of an exported method. An enumeration is needed as a
// whole, its type and all its values. The search is by syntax alone, so it takes a
// second: names are told apart by the import path of the qualifier, and methods and fields are not counted. Names of main packages
// and of packages that hold only tests do not count.
func Measure(repo fs.FS, module string) (*House, error) {
	m := measurer{module: module, rooms: map[string]*Room{}, decls: map[string]*declaration{}, house: &House{}}
	err := fs.WalkDir(repo, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules") {
				return fs.SkipDir
			}
			return nil
		case path.Ext(name) != ".go":
			return nil
		}
		src, err := fs.ReadFile(repo, name)
		if err != nil {
			return err
		}
		return m.file(name, src)
	})
	if err != nil {
		return nil, err
	}
	m.close()
	return m.house, nil
}

// declaration is an exported name with what its exported part mentions.
type declaration struct {
	mentions []string // keys of names of the same package
	needed   bool
}

type measurer struct {
	module string
	rooms  map[string]*Room
	decls  map[string]*declaration // by key: folder + "." + name
	named  []string                // keys that other packages name
	long   []longFunction
	house  *House
}

type longFunction struct {
	key   string
	lines int
}

// roomOf names the room of a folder.
func roomOf(dir string) string {
	parts := strings.Split(dir, "/")
	if parts[0] == "internal" && len(parts) > 1 {
		if parts[1] == "kinds" && len(parts) > 2 {
			return strings.Join(parts[:3], "/")
		}
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

func (m *measurer) file(name string, src []byte) error {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	dir, lines := path.Dir(name), strings.Count(string(src), "\n")
	room := m.rooms[roomOf(dir)]
	if room == nil {
		room = &Room{Name: roomOf(dir)}
		m.rooms[room.Name] = room
	}
	m.uses(f, dir, strings.HasPrefix(path.Base(name), "example") && strings.HasSuffix(name, "_test.go"))
	if strings.HasSuffix(name, "_test.go") {
		room.Tests += lines
		return nil
	}
	room.Files++
	room.Lines += lines
	room.Comments += commentLines(fset, f)
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			if n := fset.Position(fn.End()).Line - fset.Position(fn.Pos()).Line + 1; n > longFrom {
				m.long = append(m.long, longFunction{dir + "." + fn.Name.Name, n})
			}
		}
		if f.Name.Name != "main" {
			m.declare(d, dir, room)
		}
	}
	return nil
}

func commentLines(fset *token.FileSet, f *ast.File) int {
	n := 0
	for _, g := range f.Comments {
		n += fset.Position(g.End()).Line - fset.Position(g.Pos()).Line + 1
	}
	return n
}

// uses notes the names of other folders of ours that a file mentions; an example mentions also those of its own.
func (m *measurer) uses(f *ast.File, dir string, example bool) {
	imports := map[string]string{} // local name -> folder
	for _, spec := range f.Imports {
		full, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		folder, ours := strings.CutPrefix(full, m.module+"/")
		if full == m.module {
			folder, ours = ".", true
		}
		if !ours || folder == dir && !example {
			continue
		}
		local := path.Base(full)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		imports[local] = folder
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				if folder, ok := imports[x.Name]; ok {
					m.named = append(m.named, folder+"."+s.Sel.Name)
				}
			}
		}
		return true
	})
}

// declare notes the exported names of a declaration, and what its exported part mentions.
func (m *measurer) declare(d ast.Decl, dir string, room *Room) {
	add := func(name *ast.Ident, mentions ...string) {
		key := dir + "." + name.Name
		decl := m.decls[key]
		if decl == nil {
			decl = &declaration{}
			m.decls[key] = decl
		}
		decl.mentions = append(decl.mentions, mentions...)
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if !d.Name.IsExported() {
			return
		}
		if d.Recv == nil {
			add(d.Name, mentioned(dir, d.Type)...)
			room.Exports++
		} else if name := receiver(d); name != nil { // a method belongs to the declaration of its type
			add(name, mentioned(dir, d.Type)...)
		}
	case *ast.GenDecl:
		if d.Tok == token.IMPORT {
			return
		}
		var typ ast.Expr // the type of constants is that of the last specification that has one
		values := map[string][]*ast.Ident{}
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if dir == "puzzle" && isInterface(spec) {
					m.house.Contract = append(m.house.Contract, spec.Name.Name)
				}
				add(spec.Name, mentioned(dir, spec.Type)...)
				if spec.Name.IsExported() {
					room.Exports++
				}
			case *ast.ValueSpec:
				if spec.Type != nil || len(spec.Values) > 0 {
					typ = spec.Type
				}
				for _, name := range spec.Names {
					if name.IsExported() {
						add(name, mentioned(dir, typ)...)
						room.Exports++
						if t, ok := typ.(*ast.Ident); ok && d.Tok == token.CONST {
							values[t.Name] = append(values[t.Name], name)
						}
					}
				}
			}
		}
		for typ, names := range values {
			for _, name := range names { // who needs the type or one of its values needs them all
				add(ast.NewIdent(typ), dir+"."+name.Name)
				add(name, dir+"."+typ)
			}
		}
	}
}

func isInterface(spec *ast.TypeSpec) bool {
	_, ok := spec.Type.(*ast.InterfaceType)
	return ok && spec.Name.IsExported()
}

func receiver(d *ast.FuncDecl) *ast.Ident {
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x
		default:
			return nil
		}
	}
}

// mentioned returns the keys of the names of a folder in the exported part of a type.
func mentioned(dir string, typ ast.Node) []string {
	if typ == nil || typ == ast.Expr(nil) {
		return nil
	}
	var keys []string
	ast.Inspect(typ, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			return false
		case *ast.StructType:
			for _, f := range n.Fields.List {
				if len(f.Names) == 0 || slices.ContainsFunc(f.Names, (*ast.Ident).IsExported) {
					keys = append(keys, mentioned(dir, f.Type)...)
				}
			}
			return false
		case *ast.Ident:
			keys = append(keys, dir+"."+n.Name)
		}
		return true
	})
	return keys
}

// close follows what needed names mention, and sorts.
func (m *measurer) close() {
	for todo := m.named; len(todo) > 0; {
		key := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if d := m.decls[key]; d != nil && !d.needed {
			d.needed = true
			todo = append(todo, d.mentions...)
		}
	}
	for key, d := range m.decls {
		if name := key[strings.LastIndexByte(key, '.')+1:]; !d.needed && ast.IsExported(name) {
			m.house.Needless = append(m.house.Needless, key)
		}
	}
	slices.Sort(m.house.Needless)
	slices.Sort(m.house.Contract)
	slices.SortStableFunc(m.long, func(a, b longFunction) int { return b.lines - a.lines })
	for _, l := range m.long {
		m.house.Long = append(m.house.Long, fmt.Sprintf("%s %d", l.key, l.lines))
	}
	for _, name := range slices.Sorted(maps.Keys(m.rooms)) {
		m.house.Rooms = append(m.house.Rooms, *m.rooms[name])
	}
}

// Print writes the table of the rooms, and below it the totals.
func (h *House) Print(w io.Writer) error {
	needless := map[string]int{}
	for _, key := range h.Needless {
		needless[roomOf(path.Dir(key + "/x")[:strings.LastIndexByte(key, '.')])]++
	}
	var sum Room
	p := printer{w: w}
	p.row("room", "files", "lines", "comments", "tests", "exports", "needless")
	row := func(r Room, needless int) {
		share := 0
		if r.Lines > 0 {
			share = 100 * r.Comments / r.Lines
		}
		p.row(r.Name, r.Files, r.Lines, fmt.Sprint(share, " %"), r.Tests, r.Exports, needless)
	}
	for _, r := range h.Rooms {
		row(r, needless[r.Name])
		sum.Files += r.Files
		sum.Lines += r.Lines
		sum.Comments += r.Comments
		sum.Tests += r.Tests
		sum.Exports += r.Exports
	}
	sum.Name = "all"
	row(sum, len(h.Needless))
	p.printf("\ninterfaces of puzzle: %d\nfunctions above %d lines: %d", len(h.Contract), longFrom, len(h.Long))
	if len(h.Long) > 0 {
		p.printf(", the longest %s", h.Long[0])
	}
	p.printf("\n")
	return p.err
}

type printer struct {
	w   io.Writer
	err error
}

func (p *printer) printf(format string, a ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, a...)
	}
}

func (p *printer) row(cells ...any) {
	p.printf("%-16v %6v %8v %9v %8v %8v %9v\n", cells...)
}
