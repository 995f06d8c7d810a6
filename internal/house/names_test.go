package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// TestCommentsNameTheirFunctions: the comment of a function begins with its name. What was renamed or moved, and not its comment, is found so.
func TestCommentsNameTheirFunctions(t *testing.T) {
	eachFile(t, func(file string) {
		if filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Doc == nil {
				continue
			}
			first := strings.TrimRight(strings.Fields(f.Doc.Text())[0], ":,")
			if first != f.Name.Name && (f.Name.IsExported() || unicode.IsLower([]rune(first)[0])) {
				t.Errorf("%s: the comment of %s begins with %q", fset.Position(f.Pos()), f.Name.Name, first)
			}
		}
	})
}

// TestPathsInDocuments: files that documents name by their path in the repository are there.
func TestPathsInDocuments(t *testing.T) {
	path := regexp.MustCompile("`((?:internal|rules|deduce|solve|families|lineup|cmd|blanks|python|docs)/[a-z0-9_./-]+)`")
	eachFile(t, func(file string) {
		if filepath.Ext(file) != ".md" {
			return
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(data), "\n") {
			for _, m := range path.FindAllStringSubmatch(line, -1) {
				if _, err := os.Stat(filepath.Join(root, m[1])); err != nil && filepath.Base(m[1]) != "xx.json" { // of any language
					t.Errorf("%s:%d names %s, which is not there", file, n+1, m[1])
				}
			}
		}
	})
}

// root is the folder of the repository.
var root = filepath.Join("..", "..")

// eachFile visits the files of the repository.
func eachFile(t *testing.T, visit func(file string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && file != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if err == nil && !d.IsDir() {
			visit(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
