package sudoku

import "strings"

// about defines a technique in a sentence or two.
func about(id string) string {
	switch id {
	case "full-house":
		return "A house has one open cell left; it takes the value that is missing."
	case "naked-single":
		return "A cell has one candidate left."
	case "hidden-single":
		return "A value has one place left in a row, column, box or diagonal."
	case "locked-pair":
		return "Two cells that lie in a box and in a line at once have the same two candidates; both houses lose them elsewhere."
	case "locked-triple":
		return "Three cells that lie in a box and in a line at once have three candidates among them; both houses lose them elsewhere."
	case "pointing":
		return "All places of a value in a box lie in one line; the rest of the line loses it."
	case "claiming":
		return "All places of a value in a line lie in one box; the rest of the box loses it."
	case "naked-pair":
		return "Two cells of a house have two candidates among them; the rest of the house loses these."
	case "naked-triple":
		return "Three cells of a house have three candidates among them; the rest of the house loses these."
	case "naked-quad":
		return "Four cells of a house have four candidates among them; the rest of the house loses these."
	case "hidden-pair":
		return "Two values have two places among them in a house; these cells lose all other candidates."
	case "hidden-triple":
		return "Three values have three places among them in a house; these cells lose all other candidates."
	case "hidden-quad":
		return "Four values have four places among them in a house; these cells lose all other candidates."
	case "x-wing":
		return "In two rows, a value lies in the same two columns only; the rest of the columns loses it. Or with rows and columns exchanged."
	case "swordfish":
		return "In three rows, a value lies in three columns only; the rest of the columns loses it. Or with rows and columns exchanged."
	case "jellyfish":
		return "In four rows, a value lies in four columns only; the rest of the columns loses it. Or with rows and columns exchanged."
	case "remote-pair":
		return "A chain of cells with the same two candidates, each in sight of the next; a cell that sees two of them an odd number of steps apart loses both values."
	case "bug-plus-1":
		return "Every open cell has two candidates but one, which has three; without one of these every candidate would be twice in each house, and the puzzle would not have one solution."
	case "skyscraper":
		return "Two conjugate pairs of a value in two rows, with one end each in the same column; a cell that sees both other ends loses the value. Or with rows and columns exchanged."
	case "two-string-kite":
		return "A conjugate pair of a value in a row and one in a column, with one end each in the same box; the cell that sees both other ends loses the value."
	case "dual-two-string-kite":
		return "Two two-string kites that meet in the same two cells of a box."
	case "turbot-fish":
		return "Two conjugate pairs of a value with an end each in sight of each other; a cell that sees both other ends loses the value."
	case "empty-rectangle":
		return "The places of a value in a box lie in one row or one column, and a conjugate pair leads from that row to another row; the cell of the column in that row loses the value. Or with rows and columns exchanged."
	case "dual-empty-rectangle":
		return "Two empty rectangles of the same box, each of which strikes an end of the other's conjugate pair."
	case "w-wing":
		return "Two cells with the same two candidates, joined by a conjugate pair of one of these; a cell that sees both loses the other."
	case "xy-wing":
		return "A cell xy sees cells xz and yz; a cell that sees both of these loses z."
	case "xyz-wing":
		return "A cell xyz sees cells xz and yz; a cell that sees all three loses z."
	case "simple-colouring-trap":
		return "The conjugate pairs of a value, coloured by turns; a cell that sees both colours loses the value."
	case "simple-colouring-wrap":
		return "The conjugate pairs of a value, coloured by turns; two cells of one colour see each other, so that colour is false."
	case "multi-colouring-1":
		return "Two coloured chains of a value; a colour of one sees a colour of the other, so a cell that sees both other colours loses the value."
	case "multi-colouring-2":
		return "Two coloured chains of a value; a colour of one sees both colours of the other, so it is false."
	case "x-chain":
		return "A chain of strong and weak links of one value; a cell that sees both ends loses it."
	case "xy-chain":
		return "A chain through cells with two candidates; a cell that sees both ends loses the value that the ends share."
	case "sue-de-coq":
		return "Cells of a box and a line that cross, as many as they have candidates, counting twice what both arms have; the rest of the line and of the box loses what the cells take."
	case "als-xz":
		return "Two almost locked sets that cannot both contain x; one of them contains the other value z that they share. With two such values, both sets are locked."
	case "als-xy-wing":
		return "An almost locked set that shares a restricted value with each of two others; one of these contains a value that they share."
	case "als-chain":
		return "Four or more almost locked sets, each sharing a restricted value with the next; one of the ends contains a value that they share."
	case "death-blossom":
		return "A cell each candidate of which locks an almost locked set; one of the sets contains a value that they all share."
	case "continuous-nice-loop":
		return "A loop of strong and weak links by turns; whatever both ends of a weak link exclude is false."
	case "discontinuous-nice-loop":
		return "A loop of strong and weak links by turns, except where it starts: the candidate there is false, or true."
	case "aic":
		return "A chain of strong and weak links by turns, strong at both ends; one end is true, and whatever both exclude is false."
	case "grouped-continuous-nice-loop", "grouped-discontinuous-nice-loop", "grouped-aic":
		base := strings.ReplaceAll(strings.TrimPrefix(id, "grouped-"), "-", " ")
		if base == "aic" {
			base = "alternating inference chain"
		}
		return "The same as the " + base + ", with groups of cells or almost locked sets among its links."
	case "nishio":
		return "A candidate that leads to a contradiction within its own value."
	case "cell-forcing-chain":
		return "Each candidate of a cell leads, by a chain, to the same conclusion."
	case "region-forcing-chain":
		return "Each place of a value in a house leads, by a chain, to the same conclusion."
	case "forcing-net":
		return "A candidate leads to a contradiction, or all possibilities lead to the same conclusion, by inferences that may rest on several others."
	case "forcing-net-plus":
		return "A forcing net that uses locked candidates, pairs and X-wings on the way."
	case "nested-forcing-net":
		return "A forcing net with smaller nets inside it."
	case "brute-force":
		return "The value is looked up by trial and error: no technique of the ladder applies."
	}
	base := func(prefix string) string {
		return strings.ReplaceAll(strings.TrimPrefix(id, prefix), "x-wing", "X-wing")
	}
	switch {
	case strings.HasPrefix(id, "finned-"):
		return "A fish (" + base("finned-") + ") with more places, the fins; cells of the cover that see every fin lose the value."
	case strings.HasPrefix(id, "sashimi-"):
		return "A finned " + base("sashimi-") + " that would be no fish without its fins: a line of the base would have one place."
	case strings.HasPrefix(id, "siamese-"):
		return "Two finned or sashimi fish (" + base("siamese-") + ") with the same base and different covers."
	case strings.HasPrefix(id, "unique-rectangle-"), id == "hidden-rectangle":
		return "Four cells in two rows, two columns and two boxes must not be left with two values that could be exchanged" +
			rectangle(strings.TrimPrefix(id, "unique-rectangle-"))
	case strings.HasPrefix(id, "avoidable-rectangle-"):
		return "Four cells in two rows, two columns and two boxes, none of them a given, must not hold two values that could be exchanged" +
			map[bool]string{true: ": three of them do, so the fourth has another.", false: ": two of them do, and the others have one value more in common, which is in one of them."}[id[len(id)-1] == '1']
	}
	return ""
}

func rectangle(kind string) string {
	switch kind {
	case "1":
		return ": one cell has other candidates, and must take one."
	case "2":
		return ": two cells of one side have the same one candidate more, which is in one of them."
	case "3":
		return ": two cells of one side have more candidates, and count as one cell of a naked subset."
	case "4":
		return ": two cells of one side have more candidates, and one of the two values is in one of them; neither has the other."
	case "5":
		return ": two opposite cells or three have the same one candidate more, which is in one of them."
	case "6":
		return ": two opposite cells have more candidates, and a value lies only in the four cells in both rows or columns; the two lose it."
	}
	return ": in the row and column of one cell, a value lies only in the four cells, so the cell does not have the other."
}
