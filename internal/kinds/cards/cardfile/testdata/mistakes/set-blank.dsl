2:20: expected the next item (one of domain, title, story, language, theme, concept, lineup, label, words, solution, solutions, things, clues, set, clue, invariant, template), found "=": a value that has blanks in it stands in quotes, such as set solution = 'top = red'
domain cars
set solution = top = red
