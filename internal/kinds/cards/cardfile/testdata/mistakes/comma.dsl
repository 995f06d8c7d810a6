2:20: expected a value, found the end of the file
domain cars
concept top = red, 