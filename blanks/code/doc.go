// Package code makes fill-in-the-blank puzzles of Python programs.
//
// A [Program] is read from a file with functions and tests: asserts, doctests or test functions. Tests are calls with known
// results; from them more allowed inputs are drawn. [Program.Places] lists what may be blank, each place with its right piece and
// pieces that stand for typical slips. A set of places is determined when every other filling of their pieces, all blanks
// together, gives another result than the program itself on some allowed input: its witness. That is decided by running
// (see [machine]): all pieces of a blank are evaluated where the program comes to it, and it runs on once for each different
// value, with the set of pieces behind it.
//
// What has no witness cannot be told apart by running: such pieces leave the bank.
//
// The source is "Automatically Generating Puzzles of Different Complexity" (2014), section 6, where fill-in-the-blank questions for
// Python are the future work: blanks are the squares of its boards, carved by package carve.
package code
