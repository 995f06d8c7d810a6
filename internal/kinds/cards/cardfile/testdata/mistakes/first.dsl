1:1: expected domain "name" first, found "concept"
concept top = red
