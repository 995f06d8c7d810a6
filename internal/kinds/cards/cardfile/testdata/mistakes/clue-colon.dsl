3:10: expected : and the clue's formula, such as clue: top = red, or its sentence in quotes before them, found "="
domain cars
concept top = red, blue
clue top = red
