package cardfile

import (
	"path"
	"strings"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// formatNames are the formats, the one that holds everything first.
var formatNames = []string{"yaml", "json", "dsl", "properties", "invariants"}

// Recognise gives the format of a text, by the name of its file where that says it and by its beginning where not.
func Recognise(file, src string) string {
	switch strings.ToLower(path.Ext(file)) {
	case ".yaml", ".yml":
		return "yaml"
	case ".json":
		return "json"
	case ".properties", ".ini":
		return "properties"
	case ".invs", ".ocl":
		return "invariants"
	case ".cards", ".dsl":
		return "dsl"
	}
	s := newScanner(file, src)
	s.semicolon = true
	first, err := s.next()
	if err != nil {
		return "yaml"
	}
	second, _ := s.next() // what cannot be read is no sign of a format
	switch {
	case first.is("{"):
		return "json"
	case first.isWord("domain") && (second.kind == tokString || second.kind == tokWord):
		return "dsl"
	case first.isWord("context") && second.kind == tokWord:
		return "invariants"
	case first.is("["), first.kind == tokWord && second.is("="):
		return "properties"
	}
	return "yaml"
}

// Read reads a file of a format, or of the one that it is recognised as where format is empty. The documents before a
// mistake come with its error.
func Read(file, src, format string) ([]*Document, error) {
	if i := doctree.InvalidUTF8(src); i >= 0 {
		at, line := startOf(file), src[strings.LastIndexByte(src[:i], '\n')+1:i]
		at.Line += strings.Count(src[:i], "\n")
		at.Col += utf8.RuneCountInString(line)
		return nil, failAt(at, "the file is not in UTF-8")
	}
	if format == "" {
		format = Recognise(file, src)
	}
	switch format {
	case "yaml":
		return readTrees(file, src, "yaml", readYAML)
	case "json":
		return readTrees(file, src, "json", readJSON)
	case "dsl":
		return readTrees(file, src, "dsl", readDSL)
	case "properties":
		return readProperties(file, src)
	case "invariants":
		return readInvariants(file, src)
	}
	return nil, puzzle.Unknownf("format", format, formatNames)
}

// readInvariants takes a text as OCL; whoever makes a puzzle of it parses it.
func readInvariants(file, src string) ([]*Document, error) {
	if len(src) > MaxBytes {
		return nil, tooLong(file)
	}
	at, src := startOf(file), strings.TrimPrefix(src, "\ufeff")
	return []*Document{{File: file, Format: "invariants", Pos: at, Invariants: []Text{doctree.Plain(src, at)}}}, nil
}
