// Package answers finds the answers to a board of a rules file and judges those that come. An answer is a board with values in the layers to be
// found. What finds and what judges share no code: [Solve] asks a solver about the constraints of rules/encode, and a [Judge] evaluates the rules on
// the answer by rules/judge. Only what follows from an answer and is not said in it, a solver finds for the judge.
package answers
