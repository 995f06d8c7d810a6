2:20: unknown item "red": known are domain, title, story, language, theme, concept, lineup, label, words, solution, solutions, things, clues, set, clue, invariant, template: commas stand between values, and a value of several words stands in quotes
domain cars
concept top = dark red, blue
