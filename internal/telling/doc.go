// Package telling says boards of rules files in five languages: their places and values, which rules an answer breaks, and the steps that
// package deduce/declared finds. It knows no family: what a layer is called, and how a rule is said, stand in the rules file; all other words in words.yaml.
//
// A [Speaker] says places, values and broken rules (sentences, together). An [Explanation] says the steps of a search, one by one or in few sentences
// (telling). A step is said of what it rests on, what it concludes and why (steps, words_steps): what is claimed (words), how a rule would be broken otherwise
// (words_broken), or what it says (reasons), of several places at once (words_several), with the sentences that the file has under holds.
//
// Package claims reads such sentences back, and those of people and models. It is apart from what writes them, and shares the words with it.
package telling
