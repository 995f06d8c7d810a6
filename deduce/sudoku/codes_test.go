package sudoku_test

import (
	"slices"

	"github.com/quandary-puzzles/quandary/deduce"
)

// techniquesOf gives the IDs of the techniques that a HoDoKu library code stands for; none where the code is not covered.
func techniquesOf(code string) []string {
	switch code {
	case "0000":
		return []string{"full-house"}
	case "0002":
		return []string{"hidden-single"}
	case "0003":
		return []string{"naked-single"}
	case "0100":
		return []string{"pointing"}
	case "0101":
		return []string{"claiming"}
	case "0110":
		return []string{"locked-pair"}
	case "0111":
		return []string{"locked-triple"}
	case "0200":
		return []string{"naked-pair"}
	case "0201":
		return []string{"naked-triple"}
	case "0202":
		return []string{"naked-quad"}
	case "0210":
		return []string{"hidden-pair"}
	case "0211":
		return []string{"hidden-triple"}
	case "0212":
		return []string{"hidden-quad"}
	case "0300":
		return []string{"x-wing"}
	case "0301":
		return []string{"swordfish"}
	case "0302":
		return []string{"jellyfish"}
	case "0310":
		return []string{"finned-x-wing"}
	case "0311":
		return []string{"finned-swordfish"}
	case "0312":
		return []string{"finned-jellyfish"}
	case "0320":
		return []string{"sashimi-x-wing"}
	case "0321":
		return []string{"sashimi-swordfish"}
	case "0322":
		return []string{"sashimi-jellyfish"}
	case "03101", "03201":
		return []string{"siamese-x-wing"}
	case "03111", "03211":
		return []string{"siamese-swordfish"}
	case "03121", "03221":
		return []string{"siamese-jellyfish"}
	case "0330", "0340":
		return []string{"franken-x-wing"}
	case "0331", "0341":
		return []string{"franken-swordfish"}
	case "0332", "0342":
		return []string{"franken-jellyfish"}
	case "03311", "03411":
		return []string{"siamese-franken-swordfish"}
	case "03321", "03421":
		return []string{"siamese-franken-jellyfish"}
	case "0333", "0343":
		return []string{"franken-squirmbag"}
	case "0350", "0360":
		return []string{"mutant-x-wing"}
	case "0351", "0361":
		return []string{"mutant-swordfish"}
	case "0352", "0362":
		return []string{"mutant-jellyfish"}
	case "03521", "03621":
		return []string{"siamese-mutant-jellyfish"}
	case "0353", "0363":
		return []string{"mutant-squirmbag"}
	case "0400":
		return []string{"skyscraper"}
	case "0401":
		return []string{"two-string-kite"}
	case "0402":
		return []string{"empty-rectangle"}
	case "0403":
		return []string{"turbot-fish"}
	case "0404":
		return []string{"dual-two-string-kite"}
	case "0405":
		return []string{"dual-empty-rectangle"}
	case "0500":
		return []string{"simple-colouring-trap"}
	case "0501":
		return []string{"simple-colouring-wrap"}
	case "0502":
		return []string{"multi-colouring-1"}
	case "0503":
		return []string{"multi-colouring-2"}
	case "0600":
		return []string{"unique-rectangle-1"}
	case "0601":
		return []string{"unique-rectangle-2"}
	case "0602":
		return []string{"unique-rectangle-3"}
	case "0603":
		return []string{"unique-rectangle-4"}
	case "0604":
		return []string{"unique-rectangle-5"}
	case "0605":
		return []string{"unique-rectangle-6"}
	case "0606":
		return []string{"hidden-rectangle"}
	case "0607":
		return []string{"avoidable-rectangle-1"}
	case "0608":
		return []string{"avoidable-rectangle-2"}
	case "0610":
		return []string{"bug-plus-1"}
	case "0703":
		return []string{"remote-pair"}
	case "0800":
		return []string{"xy-wing"}
	case "0801":
		return []string{"xyz-wing"}
	case "0803":
		return []string{"w-wing"}
	case "0701":
		return []string{"x-chain"}
	case "0702":
		return []string{"xy-chain"}
	case "0706":
		return []string{"continuous-nice-loop"}
	case "0707":
		return []string{"discontinuous-nice-loop"}
	case "0708":
		return []string{"aic"}
	case "0709":
		return []string{"grouped-continuous-nice-loop"}
	case "0710":
		return []string{"grouped-discontinuous-nice-loop"}
	case "0711":
		return []string{"grouped-aic"}
	case "0901":
		return []string{"als-xz"}
	case "0902":
		return []string{"als-xy-wing"}
	case "0903":
		return []string{"als-chain"}
	case "0904":
		return []string{"death-blossom"}
	case "1101":
		return []string{"sue-de-coq"}
	}
	return nil
}

// notCovered gives the reason why a library code has no technique here, or "".
func notCovered(code string) string {
	switch code {
	case "1201", "1202":
		return "templates are a computer's enumeration, not a step that a person takes"
	}
	return ""
}

// matches reports whether a step is the one that a library line records: the same marks removed and placed.
func matches(l *libraryLine, s deduce.Step) bool {
	return slices.Equal(l.Remove, s.Remove) && slices.Equal(l.Place, s.Place)
}
