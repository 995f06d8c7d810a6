package elimination

import (
	"fmt"
	"math"
	"reflect"
)

// Category is a labelled list of items. Labels are values of comparable types, unique within the category.
type Category struct {
	Label any
	Items []any
}

// Problem is an ordered mapping from category labels to item labels. All categories have the same number of items.
type Problem []Category

// Item names an item unambiguously.
type Item struct{ Category, Label any }

// String gives category and label.
func (it Item) String() string { return fmt.Sprintf("%v:%v", it.Category, it.Label) }

// Lists makes a problem of lists that each start with the label of their category.
func Lists(lists [][]any) (Problem, error) {
	var p Problem
	for i, l := range lists {
		if len(l) == 0 {
			return nil, &ProblemError{Msg: fmt.Sprintf("list %d is empty: it must start with the label of its category", i+1)}
		}
		p = append(p, Category{l[0], l[1:]})
	}
	return p, nil
}

// Labelled makes a problem of category labels and, for each, the list of its items.
func Labelled(categories []any, items [][]any) (Problem, error) {
	if len(categories) != len(items) {
		return nil, &ProblemError{Msg: fmt.Sprintf("%d category labels for %d lists of items", len(categories), len(items))}
	}
	var p Problem
	for i, l := range items {
		p = append(p, Category{categories[i], l})
	}
	return p, nil
}

// index holds what is known about the labels of a problem; it does not change after check.
type index struct {
	m, n   int
	cats   []any
	labels []any // by position
	catOf  map[any]int
	inCat  []map[any]int // label -> index in its category
	places map[any][]int // label -> positions
}

// canonical makes numbers of equal value equal: integers of all sizes become int64, floats with an integral value too.
func canonical(label any) any {
	v := reflect.ValueOf(label)
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if u := v.Uint(); u <= math.MaxInt64 {
			return int64(u)
		}
		return v.Uint()
	case reflect.Float32, reflect.Float64:
		f := v.Float()
		if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			return int64(f)
		}
		return f
	}
	return label
}

// number gives the value of a numeric label, and false for labels that are not numbers or too large to be exact.
func number(label any) (float64, bool) {
	switch v := canonical(label).(type) {
	case int64:
		return float64(v), v > -1<<53 && v < 1<<53
	case float64:
		return v, !math.IsInf(v, 0) && !math.IsNaN(v)
	}
	return 0, false
}

func usable(label any) error {
	if label == nil {
		return fmt.Errorf("nil is not a label")
	}
	if v := reflect.ValueOf(label); !v.Comparable() {
		return fmt.Errorf("a label of type %T cannot be compared with ==", label)
	}
	if f, ok := label.(float64); ok && math.IsNaN(f) {
		return fmt.Errorf("NaN is not a label: it is not equal to itself")
	}
	if f, ok := label.(float32); ok && math.IsNaN(float64(f)) {
		return fmt.Errorf("NaN is not a label: it is not equal to itself")
	}
	return nil
}

func newIndex(p Problem) (*index, error) {
	ix := &index{m: len(p), catOf: map[any]int{}, places: map[any][]int{}}
	if len(p) > 0 {
		ix.n = len(p[0].Items)
	}
	if ix.m > MaxCategories || ix.n > MaxItems {
		return nil, &SizeError{Categories: ix.m, Items: ix.n}
	}
	for c, cat := range p {
		if err := usable(cat.Label); err != nil {
			return nil, &ProblemError{Msg: fmt.Sprintf("label of category %d: %v", c+1, err)}
		}
		key := canonical(cat.Label)
		if prev, dup := ix.catOf[key]; dup {
			return nil, &ProblemError{Msg: fmt.Sprintf("categories %d and %d have the same label %v", prev+1, c+1, cat.Label)}
		}
		if len(cat.Items) != ix.n {
			return nil, &ProblemError{Msg: fmt.Sprintf("category %v has %d items, category %v has %d: all must have the same number",
				p[0].Label, ix.n, cat.Label, len(cat.Items))}
		}
		ix.catOf[key] = c
		ix.cats = append(ix.cats, cat.Label)
		in := map[any]int{}
		for i, l := range cat.Items {
			if err := usable(l); err != nil {
				return nil, &ProblemError{Msg: fmt.Sprintf("category %v, item %d: %v", cat.Label, i+1, err)}
			}
			k := canonical(l)
			if prev, dup := in[k]; dup {
				return nil, &ProblemError{Msg: fmt.Sprintf("category %v: items %d and %d are both %v", cat.Label, prev+1, i+1, l)}
			}
			in[k] = i
			ix.labels = append(ix.labels, l)
			ix.places[k] = append(ix.places[k], c*ix.n+i)
		}
		ix.inCat = append(ix.inCat, in)
	}
	return ix, nil
}

// category finds a category by its label.
func (ix *index) category(label any) (int, error) {
	if label != nil && reflect.ValueOf(label).Comparable() {
		if c, ok := ix.catOf[canonical(label)]; ok {
			return c, nil
		}
	}
	return 0, &UnknownError{What: "category", Name: label, Nearest: similar(label, ix.cats)}
}

// position finds the item that a label or an Item names.
func (ix *index) position(item any) (int, error) {
	if it, ok := item.(Item); ok {
		c, err := ix.category(it.Category)
		if err != nil {
			return 0, err
		}
		if it.Label != nil && reflect.ValueOf(it.Label).Comparable() {
			if i, ok := ix.inCat[c][canonical(it.Label)]; ok {
				return c*ix.n + i, nil
			}
		}
		return 0, &UnknownError{What: "item", Name: it.Label, Category: it.Category,
			Nearest: similar(it.Label, ix.labels[c*ix.n:(c+1)*ix.n])}
	}
	if item != nil && reflect.ValueOf(item).Comparable() {
		switch at := ix.places[canonical(item)]; len(at) {
		case 0:
		case 1:
			return at[0], nil
		default:
			e := &AmbiguousError{Label: item}
			for _, x := range at {
				e.Categories = append(e.Categories, ix.cats[x/ix.n])
			}
			return 0, e
		}
	}
	return 0, &UnknownError{What: "item", Name: item, Nearest: similar(item, ix.labels)}
}

func (ix *index) item(x int) Item { return Item{ix.cats[x/ix.n], ix.labels[x]} }
