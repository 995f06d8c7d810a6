2:9: expected a formula behind : in the same line, such as body = blue => top = blue
domain cars
clue c1 :
concept a = b
