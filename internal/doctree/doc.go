// Package doctree reads YAML and JSON documents into one kind of tree, in which every value knows its place in the file, and
// gathers what is wrong with a document. Specifications, rules files and files of clue cards are read through it.
package doctree
