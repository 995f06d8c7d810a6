// Package eval runs the Python subset that puzzle specifications are written in. Source read by py/syntax is compiled once,
// against a Layout that numbers the global names, to a tree of specialised nodes; it then runs any number of times, each
// time with a Globals (the values of the names) and a Thread (the budgets and the random stream).
//
//	uni := lib.NewUniverse()                  // built-ins and modules, shared and read-only
//	layout := eval.NewLayout(uni)
//	n := layout.Slot("n")
//	code, err := eval.CompileExpr(layout, expr, eval.Source{File: "spec.yaml", Text: src})
//	…
//	th := eval.NewThread(ctx, stream, eval.DefaultLimits())
//	defer th.Close()
//	g := layout.NewGlobals()
//	g.Set(n, eval.Int(5))
//	v, err := code.Eval(th, g)
//
// Values are Python's: the concrete types of this package, and any type of another package that implements Value. What a
// foreign value can do it says by implementing capability interfaces (Binary, Comparer, Indexer, …), as symbolic terms do:
// x == y on terms gives a term, not a bool.
//
// Nothing that runs here can reach files, the network, processes, the environment or the clock, and everything is bounded:
// see Limits. A Layout with its codes may be shared by goroutines once compiling is done; a Globals and a Thread belong to
// one goroutine.
package eval
