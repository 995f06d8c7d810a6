2:15: unknown type "intger": did you mean integer?
domain cars
concept top : intger = 1
