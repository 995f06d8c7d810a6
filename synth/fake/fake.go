// Package fake draws names and words for puzzles: people, cities, professions, flowers and the like, in Chinese (zh_CN) and
// in English (en_US). The lists are the project's own; a draw depends on the stream that it is given and on nothing else.
package fake

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

//go:embed words/zh_CN.txt
var zhCN string

//go:embed words/en_US.txt
var enUS string

// DefaultLocale is the locale of a call that names none.
const DefaultLocale = "zh_CN"

// locale holds the word lists of one language. joinGiven is what stands between given and family name, and familyFirst says
// which of the two comes first.
type locale struct {
	words       map[string][]string
	familyFirst bool
	joinGiven   string
}

var loadZH = sync.OnceValue(func() *locale {
	return &locale{words: parse(zhCN), familyFirst: true}
})

var loadEN = sync.OnceValue(func() *locale {
	return &locale{words: parse(enUS), joinGiven: " "}
})

// parse reads the form of the embedded lists: "[name]" lines, items separated by commas, "#" comments.
func parse(text string) map[string][]string {
	lists := map[string][]string{}
	name := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			name = strings.Trim(line, "[]")
		default:
			for item := range strings.SplitSeq(line, ",") {
				if item = strings.TrimSpace(item); item != "" {
					lists[name] = append(lists[name], item)
				}
			}
		}
	}
	return lists
}

// alias maps other spellings of a provider to the list that serves it.
func alias(provider string) string {
	switch provider {
	case "color_name_cn", "color", "safe_color_name":
		return "color_name"
	case "chinese_drink", "drink_cn":
		return "drink"
	case "pet_category_cn", "pet", "pet_cn":
		return "pet_category"
	case "fruit_cn":
		return "fruit"
	case "hobby_cn":
		return "hobby"
	case "foreign_name_cn":
		return "foreign_name"
	case "product_cn":
		return "product"
	case "car_brand_cn":
		return "car_brand"
	case "occupation_cn", "job":
		return "occupation"
	case "flower", "flower_cn":
		return "flower_name"
	case "metal_ore_cn", "ore":
		return "metal_ore"
	case "sport_cn", "sports":
		return "sport"
	case "office_supplies_cn":
		return "office_supplies"
	case "major_cn":
		return "major"
	case "city_name":
		return "city"
	case "country_cn":
		return "country"
	case "first_name_male":
		return "given_male"
	case "first_name_female":
		return "given_female"
	}
	return provider
}

// composed lists the providers that put a family name and a given name together, or draw from both given lists.
var composed = []string{"name", "name_male", "name_female", "first_name"}

func lookup(loc string) (*locale, error) {
	switch strings.ReplaceAll(loc, "-", "_") {
	case "", "zh_CN", "zh", "cn":
		return loadZH(), nil
	case "en_US", "en", "en_GB":
		return loadEN(), nil
	}
	return nil, fmt.Errorf("unknown locale %q: there are en_US and zh_CN", loc)
}

// Personal reports whether a provider gives names of people, of which there are so many that a puzzle needs none twice.
func Personal(provider string) bool {
	switch alias(provider) {
	case "name", "name_male", "name_female":
		return true
	}
	return false
}

// Draw gives n different values of a provider, each selection of n in each order being equally likely among the values that
// are not to be avoided. It fails when the provider is unknown or has fewer than n values, and says how many there are.
func Draw(s *rng.Stream, n int, provider, loc string, avoid map[string]bool) ([]string, error) {
	l, err := lookup(loc)
	if err != nil {
		return nil, err
	}
	if n < 0 {
		return nil, fmt.Errorf("cannot draw %d values", n)
	}
	p := alias(provider)
	family, male, female := l.words["last_name"], l.words["given_male"], l.words["given_female"]
	size := len(l.words[p])
	at := func(i int) string { return l.words[p][i] }
	person := func(given func(int) string) func(int) string {
		return func(i int) string {
			f, g := family[i%len(family)], given(i/len(family))
			if l.familyFirst {
				return f + l.joinGiven + g
			}
			return g + l.joinGiven + f
		}
	}
	anyGiven := func(i int) string {
		if i < len(male) {
			return male[i]
		}
		return female[i-len(male)]
	}
	switch p {
	case "name":
		size, at = len(family)*(len(male)+len(female)), person(anyGiven)
	case "name_male":
		size, at = len(family)*len(male), person(func(i int) string { return male[i] })
	case "name_female":
		size, at = len(family)*len(female), person(func(i int) string { return female[i] })
	case "first_name":
		size, at = len(male)+len(female), anyGiven
	}
	if size == 0 {
		return nil, fmt.Errorf("unknown provider %q%s", provider, nearest(l, p))
	}
	if n > size {
		return nil, fmt.Errorf("provider %q has %d values, %d were asked for", provider, size, n)
	}
	out := make([]string, 0, n)
	seen := make(map[string]bool, n)
	// The same text can come from two places of a composed list, so that texts rather than places are told apart; after
	// many repeats the rest is looked through in a random order, which ends.
	for tries := 0; len(out) < n && tries < 20*n+100; tries++ {
		if w := at(s.IntN(size)); !seen[w] && !avoid[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	if len(out) < n {
		for _, i := range s.Perm(size) {
			if w := at(i); !seen[w] && !avoid[w] && len(out) < n {
				seen[w] = true
				out = append(out, w)
			}
		}
	}
	if len(out) < n {
		return nil, fmt.Errorf("provider %q has %d different values, %d were asked for", provider, len(out), n)
	}
	return out, nil
}

// nearest names the provider whose name shares the longest beginning with p, as a hint.
func nearest(l *locale, p string) string {
	best, length := "", 1
	for _, k := range append(append([]string(nil), composed...), slices.Sorted(maps.Keys(l.words))...) {
		n := 0
		for n < len(k) && n < len(p) && k[n] == p[n] {
			n++
		}
		if n > length {
			best, length = k, n
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(": did you mean %q?", best)
}
