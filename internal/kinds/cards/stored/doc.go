// Package stored makes puzzles of the documents of package cardfile, writes puzzles in the formats that can hold all of them (the others
// say puzzle.ErrLossy), and holds the gallery of card puzzles that come with the program.
//
// A stored puzzle is verified when it is loaded: the sizes that its file gives, the things that the file says a clue bans,
// which things it says are banned, and its solution are all compared with what the clues mean, judged thing by thing. What
// does not fit is named with its place, all of it at once (a [*loadError]).
package stored
