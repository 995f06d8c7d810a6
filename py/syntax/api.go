package syntax

// ParseExpr reads one expression, which may span several lines as if it stood in brackets. The error, if any, is an *Error.
func ParseExpr(file, src string) (Expr, error) { panic("unfinished") }

// ParseModule reads the statements of an operator file.
func ParseModule(file, src string) (*Module, error) { panic("unfinished") }

// ParseTemplate reads the text of an f-string without the f and the quotes around it: literal text with Python's escapes,
// {expression!conversion:format} and doubled braces.
func ParseTemplate(file, src string) (*JoinedStr, error) { panic("unfinished") }

// FreeNames gives every use of a name that the node itself does not bind, in source order: what lint must find defined elsewhere.
func FreeNames(n Node) []Ref { panic("unfinished") }
