2:1: unknown item "concpet": did you mean concept?
domain cars
concpet top = red
