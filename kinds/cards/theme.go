package cards

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// theme is a set of word lists of our own.
type theme struct {
	name, lang, title, story string
	props                    []themeProperty
}

type themeProperty struct {
	name, label, values string // values separated by |
	typ                 Type
}

// themes lists the word lists, the default first. Every list has eight values.
func themes() []theme {
	return []theme{
		{"getaway", "en", "The getaway car", "A jeweller's shop was robbed. Witnesses speak of the car that drove away; all of them tell the truth.", []themeProperty{
			{"top", "top", "red|blue|green|black|white|silver|yellow|brown", String},
			{"body", "body", "red|blue|green|black|white|silver|yellow|brown", String},
			{"kind", "kind of car", "estate|coupe|van|pickup|limousine|convertible|hatchback|minibus", String},
			{"plate", "country on the number plate", "Spain|Norway|Poland|Italy|Ireland|Greece|Latvia|Malta", String},
			{"people", "number of people inside", "1|2|3|4|5|6|7|8", Integer},
			{"engine", "engine", "petrol|diesel|electric|hybrid|gas|hydrogen|steam|pedal", String},
		}},
		{"museum", "en", "The missing statuette", "A statuette is missing from the museum. The inspector wants to know who took it, where it is hidden and how it got there.", []themeProperty{
			{"who", "culprit", "Curator|Guard|Guide|Cleaner|Painter|Student|Porter|Patron", String},
			{"where", "hiding place", "attic|cellar|garden|kitchen|library|stable|tower|well", String},
			{"how", "way out", "window|tunnel|roof|lift|chimney|balcony|stairs|gate", String},
			{"tool", "tool", "rope|file|lamp|glove|crowbar|ladder|net|saw", String},
			{"hour", "hour", "1|2|3|4|5|6|7|8", Integer},
			{"light", "light that night", "pitch dark|dark|dim|half lit|dusky|lit|bright|glaring", Ordered},
		}},
		{"expedition", "en", "The expedition", "One member of the expedition carried one find to one camp. Which?", []themeProperty{
			{"member", "member", "Asta|Bram|Cleo|Dov|Edda|Finn|Gita|Hale", String},
			{"find", "find", "amber|bone|coin|fossil|map|mask|seal|tablet", String},
			{"camp", "camp", "cliff|delta|forest|glacier|lake|oasis|ridge|shore", String},
			{"days", "number of days", "2|3|4|5|6|7|8|9", Integer},
			{"animal", "animal", "camel|dog|donkey|horse|llama|mule|ox|yak", String},
			{"size", "size of the pack", "tiny|small|light|medium|large|heavy|huge|enormous", Ordered},
		}},
		{"dinner", "en", "The order that was lost", "The waiter has lost one order. The guest only gives hints about it.", []themeProperty{
			{"starter", "starter", "soup|salad|pasta|melon|shrimps|olives|bread|egg", String},
			{"main", "main course", "trout|goulash|risotto|curry|pie|omelette|lamb|stew", String},
			{"dessert", "dessert", "fruit|cheese|tart|ice cream|pudding|waffle|sorbet|cake", String},
			{"drink", "drink", "water|cider|tea|milk|juice|coffee|lemonade|cocoa", String},
			{"table", "number of the table", "1|2|3|4|5|6|7|8", Integer},
			{"spice", "heat of the dish", "none|hint|mild|medium|warm|hot|fiery|blazing", Ordered},
		}},
		{"cangku", "zh", "失窃的古董", "博物馆丢了一件古董。根据线索，找出是谁、在哪里、用什么办法藏起来的。", []themeProperty{
			{"嫌疑人", "嫌疑人", "馆长|保安|导游|清洁工|画家|学生|搬运工|司机", String},
			{"地点", "地点", "阁楼|地窖|花园|厨房|书房|马厩|塔楼|水井", String},
			{"工具", "工具", "绳子|锉刀|手电|手套|撬棍|梯子|渔网|锯子", String},
			{"出口", "出口", "窗户|地道|屋顶|电梯|烟囱|阳台|楼梯|后门", String},
			{"时间", "时间（点）", "1|2|3|4|5|6|7|8", Integer},
			{"天气", "天气", "晴|多云|阴|小雨|中雨|大雨|暴雨|台风", String},
		}},
	}
}

// build makes the domains of a puzzle from the word lists; which properties and values are used is drawn. Of line-ups the
// sizes are categories and places.
func build(size Size, name, lang string, r *rng.Stream) (*Puzzle, error) {
	props, values := len(size.Domains), 0
	for _, n := range size.Domains {
		values = max(values, n)
	}
	if size.Lineup {
		props, values = size.Domains[0], size.Domains[1]
	}
	var fit []theme
	for _, t := range themes() {
		if (name == t.name || name == "any" && t.lang == lang) && props <= len(t.props) && values <= 8 {
			fit = append(fit, t)
		}
	}
	p := &Puzzle{}
	switch {
	case len(fit) > 0:
		t := fit[r.IntN(len(fit))]
		p.Title, p.Lang = t.title, t.lang
		p.Story = map[string]string{t.lang: t.story}
		// The first property makes the story, and always takes part.
		picks := []int{0}
		for _, k := range r.Perm(len(t.props) - 1)[:props-1] {
			picks = append(picks, k+1)
		}
		slices.Sort(picks)
		for i, k := range picks {
			n := values
			if !size.Lineup {
				n = size.Domains[i]
			}
			p.Properties = append(p.Properties, t.props[k].draw(n, t.lang, r))
		}
	case name == "any" || name == "plain":
		for i := range props {
			n := values
			if !size.Lineup {
				n = size.Domains[i]
			}
			p.Properties = append(p.Properties, plainProperty(i, n))
		}
	default:
		return nil, &puzzle.UnreachableError{Target: "size " + size.String(),
			Best: "6 properties of 8 values, which theme " + name + " has (theme plain has any size)"}
	}
	p.Factored = size.Factored
	if size.Lineup {
		p.Lineup = &Lineup{Places: size.Domains[1], Round: size.Round, Categories: p.Properties}
		p.Properties, p.Story = nil, nil
		p.Title = ""
	}
	return p, p.Validate()
}

// draw takes n of the values, in the order of the list.
func (t themeProperty) draw(n int, lang string, r *rng.Stream) Property {
	words := strings.Split(t.values, "|")
	q := Property{Name: t.name, Type: t.typ}
	if t.label != t.name {
		q.Label = map[string]string{lang: t.label}
	}
	keep := make([]bool, len(words))
	for _, i := range r.Perm(len(words))[:n] {
		keep[i] = true
	}
	for i, w := range words {
		if keep[i] {
			q.Values = append(q.Values, w)
		}
	}
	return q
}

// plainProperty has a letter for a name, and values such as a1.
func plainProperty(i, n int) Property {
	name := string(rune('A' + i%26))
	if i >= 26 {
		name += strconv.Itoa(i / 26)
	}
	q := Property{Name: name}
	for v := 1; v <= n; v++ {
		q.Values = append(q.Values, fmt.Sprintf("%s_%d", strings.ToLower(name), v))
	}
	return q
}
