package grade

import (
	"regexp"
	"sync"
)

// lazy compiles an expression when it is first used: every start of the program would else pay for all expressions of this package.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
