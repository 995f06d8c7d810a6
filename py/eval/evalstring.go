package eval

import (
	"errors"

	"github.com/quandary-puzzles/quandary/py/syntax"
)

// StringCache keeps what EvalString compiled, by text. It belongs to one goroutine at a time.
type StringCache struct {
	parsed   map[string]*parsedString
	compiled map[cacheKey]*Code
}

type cacheKey struct {
	layout *Layout
	text   string
	locals string
}

type parsedString struct {
	x    syntax.Expr
	free []syntax.Ref
	err  error
}

// cacheMax is how many strings a cache keeps; it is emptied when it is full.
const cacheMax = 1000

// newStringCache makes an empty cache.
func newStringCache() *StringCache {
	return &StringCache{parsed: map[string]*parsedString{}, compiled: map[cacheKey]*Code{}}
}

// EvalString compiles a string as an expression and evaluates it in the scope of the code that called the running builtin: it sees
// that code's locals and comprehension variables, with the values that they have now, and its globals. Compiled strings are cached by
// text, see UseCache.
func (th *Thread) EvalString(src string) (Value, error) {
	fr := th.cur
	if fr.fc == nil {
		return nil, raise(runtimeError, "no code is running whose scope could be used")
	}
	th.settle()
	return th.evalString(src, fr, fr.g)
}

// EvalStringIn is EvalString with only globals in view.
func (th *Thread) EvalStringIn(src string, g *Globals) (Value, error) {
	return th.evalString(src, nil, g)
}

func (th *Thread) evalString(src string, fr *frame, g *Globals) (Value, error) {
	if th.cache == nil {
		th.cache = newStringCache()
	}
	c := th.cache
	p := c.parsed[src]
	if p == nil {
		if !th.burn(int64(len(src))) {
			return nil, th.takeErr()
		}
		p = &parsedString{}
		if p.x, p.err = syntax.ParseExpr("<string>", src); p.err == nil {
			p.free = syntax.FreeNames(p.x)
		}
		if len(c.parsed) >= cacheMax {
			clear(c.parsed)
			clear(c.compiled)
		}
		c.parsed[src] = p
	}
	if p.err != nil {
		return nil, syntaxException(p.err)
	}
	var names []string
	var vals []Value
	key := cacheKey{layout: g.layout, text: src}
	if fr != nil {
	refs:
		for _, r := range p.free {
			for _, n := range names {
				if n == r.Name {
					continue refs
				}
			}
			if v := fr.local(r.Name, fr.site); v != nil {
				names = append(names, r.Name)
				vals = append(vals, v)
				key.locals += r.Name + " "
			}
		}
	}
	code := c.compiled[key]
	if code == nil {
		var err error
		if code, err = compileExpr(g.layout, p.x, Source{File: "<string>", Text: src}, names, false); err != nil {
			return nil, syntaxException(err)
		}
		c.compiled[key] = code
	}
	return code.evalWith(th, g, vals)
}

// syntaxException turns a syntax error of a string into a Python exception.
func syntaxException(err error) error {
	if se, ok := errors.AsType[*syntax.Error](err); ok {
		return raise(syntaxError, "%s", se.Error())
	}
	return err
}
