1:19: unknown language "eng": did you mean en?
domain cars story eng "x"
