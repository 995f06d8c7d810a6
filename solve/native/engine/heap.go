package engine

// heap orders the open variables: those that are not late first, then by activity, the larger first; of two with the same activity
// the one made first. A variable may be in the heap although it is assigned: the one who takes it out looks.
//
// Variables that no conflict has touched, mostly the many literals of large integers, are not kept in the heap: all have the
// activity 0, so that their order is that of their numbers, and a search from the first that may be open finds the next.
type heap struct {
	act     []float64 // by variable
	late    []bool    // by variable: comes after all that are not late
	touched []bool    // by variable: it has been raised, and lives in list
	at      []int32   // by variable: its place in list, or -1
	list    []int32
	from    [2]int32 // of the untouched that are not late, and that are: none before is open
	passed  int64    // variables that searches among the untouched went past
}

func (h *heap) reset() {
	h.act, h.late, h.touched, h.at, h.list = h.act[:0], h.late[:0], h.touched[:0], h.at[:0], h.list[:0]
	h.from = [2]int32{}
	h.passed = 0
}

// add makes room for the variable v, the next after the last one, and puts it in.
func (h *heap) add(v int32) {
	h.act = append(h.act, 0)
	h.late = append(h.late, false)
	h.touched = append(h.touched, false)
	h.at = append(h.at, -1)
	h.insert(v)
}

// next gives the first open variable, or -1.
func (h *heap) next(val []int8) int32 {
	top := int32(-1)
	for len(h.list) > 0 {
		if v := h.list[0]; val[v*2] == 0 {
			top = v
			break
		}
		h.pop()
	}
	if top >= 0 && !h.late[top] {
		return top
	}
	if v := h.untouched(val, 0); v >= 0 {
		return v
	}
	if top >= 0 {
		return top
	}
	return h.untouched(val, 1)
}

// untouched gives the first open variable among those that are not touched and late (1) or not (0), or -1.
func (h *heap) untouched(val []int8, late int) int32 {
	n := int32(len(h.act))
	for v := h.from[late]; v < n; v++ {
		if val[v*2] == 0 && !h.touched[v] && h.late[v] == (late == 1) {
			h.passed += int64(v - h.from[late])
			h.from[late] = v
			return v
		}
	}
	h.passed += int64(n - h.from[late])
	h.from[late] = n
	return -1
}

// class is the place in from of a variable.
func (h *heap) class(v int32) int {
	if h.late[v] {
		return 1
	}
	return 0
}

func (h *heap) before(a, b int32) bool {
	if h.late[a] != h.late[b] {
		return h.late[b]
	}
	return h.act[a] > h.act[b] || h.act[a] == h.act[b] && a < b
}

func (h *heap) insert(v int32) {
	if !h.touched[v] {
		k := h.class(v)
		h.from[k] = min(h.from[k], v)
		return
	}
	if h.at[v] >= 0 {
		return
	}
	h.at[v] = int32(len(h.list))
	h.list = append(h.list, v)
	h.up(h.at[v])
}

func (h *heap) pop() int32 {
	v := h.list[0]
	last := len(h.list) - 1
	w := h.list[last]
	h.list = h.list[:last]
	h.at[v] = -1
	if last > 0 {
		h.list[0] = w
		h.at[w] = 0
		h.down(0)
	}
	return v
}

func (h *heap) up(i int32) {
	v := h.list[i]
	for i > 0 {
		p := (i - 1) / 2
		if !h.before(v, h.list[p]) {
			break
		}
		h.list[i] = h.list[p]
		h.at[h.list[i]] = i
		i = p
	}
	h.list[i] = v
	h.at[v] = i
}

func (h *heap) down(i int32) {
	v := h.list[i]
	n := int32(len(h.list))
	for {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && h.before(h.list[c+1], h.list[c]) {
			c++
		}
		if !h.before(h.list[c], v) {
			break
		}
		h.list[i] = h.list[c]
		h.at[h.list[i]] = i
		i = c
	}
	h.list[i] = v
	h.at[v] = i
}

// raise adds d to the activity of v and reports whether it has grown too large.
func (h *heap) raise(v int32, d float64) bool {
	h.act[v] += d
	if !h.touched[v] {
		h.touched[v] = true
		h.insert(v)
	} else if h.at[v] >= 0 {
		h.up(h.at[v])
	}
	return h.act[v] > 1e100
}

// rebuild restores the order after late has been changed.
func (h *heap) rebuild() {
	h.from = [2]int32{}
	for i := int32(len(h.list)/2 - 1); i >= 0; i-- {
		h.down(i)
	}
}

func (h *heap) rescale(f float64) {
	for i := range h.act {
		h.act[i] *= f
	}
}
