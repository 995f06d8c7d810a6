// Package notation reads Sudoku variants as lists of constraints: the notation of Interactive Sudoku Solver, in which
// ".Cage~15~R1C1~R1C2.~R3C4_7" is a cage of two cells with the sum 15 and a 7 in the third row.
//
// What a constraint means stands in a part of rules files, not here: a part says under "notation" by which name it is called and what its
// arguments are, and Compose puts a rules file together of the parts that a puzzle names, and a board whose objects are the constraints.
//
//	notation:
//	  Cage: cage sum cells          # an object of the layer cage: first a number, then cells
//	  AntiKnight:                   # no arguments: the part's rules, and no object
//	  Indexing~R: row_indexer cells # only where the first argument is R
//
// An argument is the name of a field, with a colon and what is read into it where the field does not say that itself:
//
//	sum          a number; gap=5 is 5 where the argument is a cell already, sum? may be empty
//	cells        the cells that are left; field:line a row or column (R3); field:both a row or column and a number from each of its
//	             ends, which makes two objects; field:ray the cells of a diagonal from its first; field:slant the diagonal 1 or -1;
//	             field:square the four cells of a square by its first; field:groups cells with empty arguments between groups, an
//	             object each; field:dashes the same with "-", and the first group in field:head of all others
//	values:ints  1_2_3; values:numbers the arguments that are left, as numbers
//	sum:weighted a number, or number_=_weight_weight..., whose weights are field:weights
//	centre:cell  a cell; more:offset a number that may be empty or missing
//	arms:cross   labels of regions in arms, with "-" between, each from the centre out; without any the four arms to the border; field:cuts are
//	             where they begin and end. among:near labels of regions; without any those of the centre and the cells around it
//	loop:loop    whether the last argument is LOOP
//	never:pairs  a table of the pairs of digits that may stand side by side, packed; the field holds those that may not;
//	             never:oldpairs the same in an older alphabet
//	moves:machine, moves:regex   an automaton, packed, or a pattern; field:accepting are the states in which it accepts
//
// Shape, NoBoxes, Jigsaw, RegionSize, givens, Var, Or, And, Replicate, ChaosConstruction and Doppelganger are about the board or
// about other constraints, and are read here.
package notation
