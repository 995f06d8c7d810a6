//go:build race

package hostile

// detector is how much more memory a program takes with Go's race detector, which keeps what it knows of each word beside the word:
// five to ten times as much, says its documentation. The promise is that of the program without it.
const detector = 10
