package synth

import (
	"encoding/binary"
	"errors"

	"github.com/quandary-puzzles/quandary/synth/draw"
)

// How much is tried before a question is given up.
const (
	tryShares     = 24   // ways to share the options out among the templates
	tryListed     = 4000 // how many possible options are listed rather than drawn
	tryCandidates = 1500 // options judged for one template and one way of sharing out
)

// drawOptions draws the options of a question: of a single choice exactly one that is to be selected, of a multiple choice
// at least one. They come in a random order.
func (r *run) drawOptions(i int, q *query, parts []*drawn) ([]option, *Failure) {
	lo, hi := make([]int, len(parts)), make([]int, len(parts))
	pools := make([]*optionPool, len(parts))
	for k := range parts {
		t := &q.templates[k].draw
		lo[k], hi[k] = q.number, q.number
		if q.multi {
			var f *Failure
			if lo[k], hi[k], f = r.bounds(t.domain, t.field+".domain", 0, q.number); f != nil {
				return nil, f
			}
		}
		r.at.move("options:"+q.name, i, k)
		dr, f := r.drawer(parts[k])
		if f != nil {
			return nil, f
		}
		pools[k] = &optionPool{r: r, q: q, parts: parts, template: k, dr: dr, known: map[string]*option{}}
	}
	r.at.move("shares:"+q.name, i, 0)
	s := r.at.stream()
	for range tryShares {
		counts, ok := composition(s, q.number, lo, hi)
		if !ok {
			return nil, fail(CauseOptions, q.field+".templates", errors.New("the templates' domains do not allow the number of options"))
		}
		selected := 1
		if q.multiple {
			selected = 1 + s.IntN(q.number)
		}
		// Which of the options are to be selected: a random choice among all of them.
		var slots []int
		for k, n := range counts {
			for range n {
				slots = append(slots, k)
			}
		}
		s.Shuffle(len(slots), func(a, b int) { slots[a], slots[b] = slots[b], slots[a] })
		yes, no := make([]int, len(parts)), make([]int, len(parts))
		for j, k := range slots {
			if j < selected {
				yes[k]++
			} else {
				no[k]++
			}
		}
		var opts []option
		texts := map[string]bool{}
		complete := true
		for k := range parts {
			if yes[k]+no[k] == 0 {
				continue
			}
			got, f := pools[k].pick(s.Uint64N, yes[k], no[k], texts)
			if f != nil {
				return nil, f
			}
			if complete = got != nil; !complete {
				break
			}
			opts = append(opts, got...)
		}
		if complete {
			s.Shuffle(len(opts), func(a, b int) { opts[a], opts[b] = opts[b], opts[a] })
			return opts, nil
		}
	}
	return nil, fail(CauseOptions, q.field, nil)
}

// optionPool draws and judges the options of one template; what was judged once is remembered.
type optionPool struct {
	r        *run
	q        *query
	parts    []*drawn
	template int
	dr       *draw.Drawer
	known    map[string]*option
	list     []draw.Item // all possible options, where they are few
	listed   bool
	judged   int
}

func itemKey(it draw.Item) string {
	b := make([]byte, 0, 2*len(it))
	for _, x := range it {
		b = binary.AppendUvarint(b, uint64(x))
	}
	return string(b)
}

// judge gives the option of an item, judged.
func (p *optionPool) judge(it draw.Item) (*option, *Failure) {
	key := itemKey(it)
	if o := p.known[key]; o != nil {
		return o, nil
	}
	o := &option{template: p.template, item: p.parts[p.template].item(it)}
	p.judged++
	if f := p.r.judgeOption(p.q, p.parts, o); f != nil {
		return nil, f
	}
	p.known[key] = o
	return o, nil
}

// pick draws a number of options that are to be selected and a number of others; nil when they could not be found.
func (p *optionPool) pick(intN func(uint64) uint64, yes, no int, texts map[string]bool) ([]option, *Failure) {
	if !p.listed {
		p.listed = true
		list, ok, err := p.dr.All(tryListed)
		if err != nil {
			return nil, drawFailure(p.parts[p.template].plan.field, err)
		}
		if ok {
			p.list = append([]draw.Item{}, list...)
		}
	}
	for range 6 {
		out, items, f := p.collect(intN, yes, no, texts)
		if f != nil || out == nil {
			return nil, f
		}
		ok, err := p.dr.Judge(items)
		if err != nil {
			return nil, drawFailure(p.parts[p.template].plan.field, err)
		}
		if ok {
			for i := range out {
				texts[out[i].text] = true
			}
			return out, nil
		}
	}
	return nil, nil
}

func (p *optionPool) collect(intN func(uint64) uint64, yes, no int, texts map[string]bool) ([]option, []draw.Item, *Failure) {
	var out []option
	var items []draw.Item
	mine := map[string]bool{}
	next := p.candidates(intN)
	for yes+no > 0 {
		it, err := next(items)
		if err != nil {
			return nil, nil, drawFailure(p.parts[p.template].plan.field, err)
		}
		if it == nil {
			return nil, nil, nil
		}
		if p.dr.Clash(items, it) {
			continue
		}
		o, f := p.judge(it)
		if f != nil {
			return nil, nil, f
		}
		need := &no
		if o.true == p.q.selectTrue {
			need = &yes
		}
		if *need == 0 {
			continue
		}
		if o.text == "" {
			if err := p.r.optionText(p.q, p.parts, o); err != nil {
				return nil, nil, drawFailure(p.parts[p.template].plan.field+".opt_text", err)
			}
		}
		if texts[o.text] || mine[o.text] {
			continue
		}
		mine[o.text] = true
		*need--
		out, items = append(out, *o), append(items, it)
	}
	return out, items, nil
}

// candidates gives possible options in a random order: all of them where they are listed, else as many as may be judged.
func (p *optionPool) candidates(intN func(uint64) uint64) func([]draw.Item) (draw.Item, error) {
	at := 0
	if p.list != nil {
		return func([]draw.Item) (draw.Item, error) {
			if at == len(p.list) {
				return nil, nil
			}
			k := at + int(intN(uint64(len(p.list)-at)))
			p.list[at], p.list[k] = p.list[k], p.list[at]
			at++
			return p.list[at-1], nil
		}
	}
	return func(before []draw.Item) (draw.Item, error) {
		if at++; at > tryCandidates {
			return nil, nil
		}
		return p.dr.Next(before)
	}
}
