// Package solvetest compares engines with each other on random problems of mixed shapes. It is for tests and for the
// program internal/solverduel; engines under development run their own seeds through it.
//
// [Generate] draws a problem. [Compare] asks every engine the same questions about a problem and reports where two of them
// contradict each other, or where one contradicts model.Check. An engine that answers with an error does not take part in that
// question, and the error is counted. [Shrink] makes a problem that shows a disagreement small.
//
//	engines := []solve.Engine{brute.Engine{}, native.Engine{}}
//	solvetest.Run(t, engines, 1000, seed, solvetest.Default())
package solvetest
