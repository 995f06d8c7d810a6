package spec

import "fmt"

// draw reads what a drawn thing shares with every other. For the options of a query the default order differs: the
// first source is drawn as a combination.
func (d *decoder) draw(f *fields, option bool) Draw {
	path := f.attrs.Path
	out := Draw{
		Source:     f.values("source"),
		Amount:     f.values("amount"),
		Domain:     f.value("domain"),
		DomainCond: f.truth("domain_cond", true),
		Dim:        1,
		Attrs:      f.attrs,
	}
	if len(out.Source) == 0 {
		d.problem(Error, f.attrs.KeyPos("source"), "missing", f.path("source"), "there is nothing to draw from").Expected =
			"source: a list of at least one data source"
	}
	n := len(out.Source)
	if out.Amount != nil && len(out.Amount) != n {
		d.length(f, "amount", len(out.Amount), n)
	}
	out.Order = d.flags(f, "order", n, func(i int) bool { return !option || i > 0 })
	out.Duplicate = d.flags(f, "duplicate", n, func(int) bool { return false })
	if !option {
		out.Dim = f.int("dim", 1, 1)
		out.DimCond = d.dimCond(f, n)
	}
	if out.DimCond == nil {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		out.DimCond = [][]int{all}
	}
	if cn := f.get("custom_cond"); cn != nil {
		for i, item := range listOf(cn) {
			out.CustomCond = append(out.CustomCond, d.customCond(item, fmt.Sprintf("%s.custom_cond[%d]", path, i), n))
		}
	}
	// init_cond is an older attribute. In the published records it does nothing but for the options of queries, where it is
	// what duplicate is now.
	if f.get("init_cond") != nil && option && !f.attrs.Has("duplicate") {
		out.Duplicate = d.flags(f, "init_cond", n, func(int) bool { return false })
	}
	return out
}

func (d *decoder) length(f *fields, key string, got, want int) {
	d.problem(Error, f.attrs.KeyPos(key), "length", f.path(key), "%s has %s for %s", key, count(got, "value"),
		count(want, "source")).Expected = count(want, "value") + ", one for each source"
}

func (d *decoder) flags(f *fields, key string, n int, def func(i int) bool) []bool {
	got := f.truths(key)
	if got == nil {
		got = make([]bool, n)
		for i := range got {
			got[i] = def(i)
		}
		return got
	}
	switch {
	case len(got) > n:
		d.length(f, key, len(got), n)
		got = got[:n]
	case len(got) < n:
		// The published files leave out what is as by default.
		d.problem(Hint, f.attrs.KeyPos(key), "length", f.path(key), "%s has %s for %s: the rest are as by default", key,
			count(len(got), "value"), count(n, "source"))
		for i := len(got); i < n; i++ {
			got = append(got, def(i))
		}
	}
	return got
}

// dimCond reads groups of source indices. A flat list is one group.
func (d *decoder) dimCond(f *fields, sources int) [][]int {
	n := f.get("dim_cond")
	if n == nil {
		return nil
	}
	groups := listOf(n)
	if len(groups) > 0 && groups[0].Kind == scalarNode {
		groups = []*node{{Kind: listNode, Pos: n.Pos, Items: groups}}
	}
	out := [][]int{}
	seen := map[int]bool{}
	for i, g := range groups {
		field := fmt.Sprintf("%s[%d]", f.path("dim_cond"), i)
		var group []int
		for _, item := range listOf(g) {
			k, ok := d.index(item, field, sources)
			if !ok {
				continue
			}
			if seen[k] {
				d.problem(Error, item.Pos, "duplicate-index", field, "dim_cond names source %d twice", k).Expected =
					"each source in at most one group, once"
				continue
			}
			seen[k] = true
			group = append(group, k)
		}
		out = append(out, group)
	}
	return out
}

// index reads the index of a source.
func (d *decoder) index(n *node, field string, sources int) (int, bool) {
	k, ok := d.int(n, field, 0)
	if ok && k >= sources {
		p := d.problem(Error, n.Pos, "index", field, "there is no source %d", k)
		if sources > 0 {
			p.Expected = fmt.Sprintf("an index from 0 to %d", sources-1)
		}
		return 0, false
	}
	return k, ok
}

func (d *decoder) customCond(n *node, path string, sources int) *CustomCond {
	f := d.mapping(n, path, "a mapping with scope, fields and constraint")
	c := &CustomCond{Scope: ScopeDomain}
	if n.Kind == mapNode {
		if f.choice("scope", "", "domain", "dim") == "dim" {
			c.Scope = ScopeDim
		} else if !f.attrs.Has("scope") {
			d.problem(Error, n.Pos, "missing", f.path("scope"), "custom_cond has no scope").Expected = "scope: domain, or scope: dim"
		}
	}
	fn := f.get("fields")
	switch {
	case fn != nil:
		seen := map[int]bool{}
		for _, item := range listOf(fn) {
			k, ok := d.index(item, f.path("fields"), sources)
			if ok && seen[k] {
				d.problem(Error, item.Pos, "duplicate-index", f.path("fields"), "fields names source %d twice", k)
			}
			if ok && !seen[k] {
				seen[k] = true
				c.Fields = append(c.Fields, k)
			}
		}
	case n.Kind == mapNode:
		d.problem(Error, n.Pos, "missing", f.path("fields"), "custom_cond has no fields").Expected =
			"fields: the list of the indices of the sources that it looks at"
	}
	c.Constraint = f.expr("constraint")
	c.Attrs = f.done()
	return c
}
