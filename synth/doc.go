// Package synth makes word puzzles from specifications.
//
// Compile turns a document into a Program, once: every expression is compiled against one numbering of names. A Worker runs
// the program, again and again, each time for one record:
//
//	prog, err := synth.Compile(doc, synth.Options{Engine: native.New(), Fallback: z3})
//	w := prog.NewWorker()
//	rec, stats, err := w.Generate(ctx, seed, index)
//
// A record depends on the specification, the seed and the index alone. A draw that fails (no solution, too many, an
// assertion that does not hold, no options to be had) is thrown away and another one made, a bounded number of times. Replay
// makes a record from a configuration instead of a stream: the drawn values are read, everything else is computed.
//
// # The work of one record
//
// Values are drawn or computed for the variables; symbols are declared, derived symbols drawn from their sources; conditions
// are drawn and their formulas asserted. The constraints are solved. With post_generation one solution is picked at random,
// variables are read off it, conditions are added and the whole is solved again. Then the questions are answered from the
// solutions: options are drawn and judged, answers computed; and last of all the texts are rendered.
//
// Every source of randomness is a stream of its own, named by seed, index, try, and the place in the specification, so that
// a variable drawn afresh in a replay leaves all the others alone.
package synth
