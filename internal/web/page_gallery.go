package web

import (
	_ "embed"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// selectOption is an entry of a list to choose from: what it stands for, and how it reads.
type selectOption struct {
	Value string `json:"value"`
	Text  string `json:"text"`
}

// galleryFamily is a family on the gallery.
type galleryFamily struct {
	Name    string
	Title   string
	Picture string // address of its picture, or none
	Drawn   bool   // whether its picture stands in icons.svg
	Words   string // what a search finds it by
}

// tileWord is how many letters of a word fit below a tile.
const tileWord = 11

// Narrow reports whether the title has a word that is too long for its tile at the usual size.
func (f galleryFamily) Narrow() bool {
	return slices.ContainsFunc(strings.FieldsFunc(f.Title, func(r rune) bool { return r == ' ' || r == '-' }), func(word string) bool {
		return utf8.RuneCountInString(word) > tileWord
	})
}

// kindSheet is what one chooses from before a puzzle of a family is made.
type kindSheet struct {
	Name    string
	Title   string
	Summary string
	Picture string // address of its picture, or none
	Sizes   []selectOption
	Topics  bool        // the sizes are names rather than sizes
	Many    bool        // too many sizes to stand side by side
	Classes []kindClass // of difficulty; a family that has any also has lessons, and an example that is played to the end
	Today   string      // address of the puzzle of the day
}

// kindClass is a class of difficulty that one can choose.
type kindClass struct {
	Name  string
	Means string // what the hardest steps are like; may be empty
}

type gallery struct {
	Three   []dayPuzzle
	Day     time.Time
	Date    string // the same, as 2026-11-20
	Readers []selectOption
	Cards   bool // whether clue cards of one's own can be made
	Groups  []galleryGroup
}

// galleryGroup is a group of families in which one does the same.
type galleryGroup struct {
	Name  string
	Kinds []galleryFamily
}

// galleryGroups is the order of the groups.
var galleryGroups = [...]string{"numbers", "shade", "lines", "divide", "objects", "sentences"}

// manySizes is from how many sizes on they are a list.
const manySizes = 9

//go:embed known.txt
var knownFamilies string

// known tells of each family that most people look for which place it has on the gallery.
var known = sync.OnceValue(func() map[string]int {
	_, names, _ := strings.Cut(knownFamilies, "\n")
	places := map[string]int{}
	for i, name := range strings.Fields(names) {
		places[name] = i
	}
	return places
})

// groups lists the families by what one does in them: the best known first, the others by their titles.
func (s *Server) groups(d *pageData) []galleryGroup {
	out := make([]galleryGroup, len(galleryGroups))
	for i, name := range galleryGroups {
		out[i].Name = name
	}
	for _, f := range s.cfg.Families.All() {
		if s.onGallery(f) {
			at := galleryGroupOf(f)
			out[at].Kinds = append(out[at].Kinds, s.galleryFamily(d, f))
		}
	}
	for _, g := range out {
		slices.SortFunc(g.Kinds, func(a, b galleryFamily) int {
			i, first := known()[a.Name]
			j, second := known()[b.Name]
			switch {
			case first && second:
				return i - j
			case first:
				return -1
			case second:
				return 1
			}
			return strings.Compare(a.Title, b.Title)
		})
	}
	return slices.DeleteFunc(out, func(g galleryGroup) bool { return len(g.Kinds) == 0 })
}

// galleryGroupOf is the place in galleryGroups of a family's group.
func galleryGroupOf(f puzzle.Family) int {
	switch group := f.About().Group; {
	case group != nil:
		return groupOf(group())
	case f.Name() == "sudoku" || f.Name() == "fillomino":
		return groupOf("numbers")
	}
	return groupOf("sentences")
}

// onGallery tells whether a family has a tile: it makes puzzles, and stands in the list or belongs to a group.
func (s *Server) onGallery(f puzzle.Family) bool {
	if f.About().Group == nil && !slices.Contains(s.cfg.Families.Listed(), f) {
		return false
	}
	_, makes := puzzle.Makes(f)
	return makes
}

// familyPictures are the families whose pictures stand in icons.svg.
const familyPictures = " sudoku fillomino zebra cards worded "

func groupOf(name string) int {
	if at := slices.Index(galleryGroups[:], name); at >= 0 {
		return at
	}
	return slices.Index(galleryGroups[:], "objects")
}

// galleryFamily tells what the tile of a family shows.
func (s *Server) galleryFamily(d *pageData, f puzzle.Family) galleryFamily {
	info := galleryFamily{Name: f.Name(), Title: d.kind(f), Drawn: strings.Contains(familyPictures, " "+f.Name()+" ")}
	words := []string{f.Name(), d.family(f.Name())}
	about := f.About()
	if about.Aliases != nil {
		words = append(words, about.Aliases()...)
	}
	for _, lang := range languages() {
		if about.Title != nil {
			words = append(words, about.Title(lang))
		} else {
			words = append(words, d.messages.text(lang, "family."+f.Name()))
		}
	}
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	slices.Sort(words)
	info.Words = strings.Join(slices.Compact(words), " ")
	info.Picture = s.pages.kindPicture(f)
	return info
}

// kindPicture gives the address of the picture of a family, or "" where there is none.
func (p *pages) kindPicture(f puzzle.Family) string {
	at, err := p.url("kinds/" + f.Name() + ".svg")
	if err != nil {
		return ""
	}
	return at
}

// kindPage is the sheet of a family. The gallery shows it in a dialog.
func (s *Server) kindPage(r *http.Request, d *pageData) error {
	f, err := s.cfg.Families.Lookup(r.PathValue("family"))
	if err != nil || !s.onGallery(f) {
		return &apiError{Status: http.StatusNotFound, Code: "not-found", Message: d.T("error.noPage", "path", r.URL.Path)}
	}
	k := kindSheet{Name: f.Name(), Title: d.kind(f), Summary: d.summary(f), Picture: s.pages.kindPicture(f)}
	about := f.About()
	if about.Text != nil {
		k.Summary = about.Text(d.Lang)
	}
	if about.Suggested != nil {
		for _, params := range about.Suggested() {
			k.Sizes = append(k.Sizes, selectOption{params, d.choice(f, params)})
		}
	}
	if p, err := f.ParseParams(""); err == nil && len(k.Sizes) == 0 {
		k.Sizes = []selectOption{{p.String(), d.choice(f, p.String())}}
	}
	k.Topics = about.TitleOf != nil
	k.Many = len(k.Sizes) >= manySizes || k.Topics
	if gen, ok := f.(puzzle.Generator); ok {
		for _, o := range gen.Options() {
			if o.Name != "class" {
				continue
			}
			lessons := puzzle.LessonsOf(gen, d.Lang)
			for _, name := range slices.DeleteFunc(slices.Clone(o.Values), func(v string) bool { return v == "" }) {
				class := kindClass{Name: name}
				if i := slices.IndexFunc(lessons, func(l puzzle.Lesson) bool { return l.Settings["class"] == name }); i >= 0 {
					class.Means = lessons[i].Text
				} else if text := d.T("class.means." + name); text != "class.means."+name {
					class.Means = text
				}
				k.Classes = append(k.Classes, class)
			}
		}
	}
	k.Today = "/d/" + s.cfg.Now().UTC().Format(time.DateOnly) + "/" + f.Name()
	d.Title, d.Body = k.Title, k
	return nil
}

// galleryPage shows the three puzzles of a day and all families. The day is today's, or the one that is asked for: the page asks again
// where it is another day already, or still.
func (s *Server) galleryPage(r *http.Request, d *pageData) error {
	day := s.cfg.Now().UTC()
	if asked, err := time.Parse(time.DateOnly, r.URL.Query().Get("day")); err == nil && !asked.After(day.Add(14*time.Hour)) {
		day = asked
	}
	g := gallery{Day: day, Date: day.Format(time.DateOnly), Three: s.threeOf(day, d), Cards: s.cfg.Cards != nil}
	for _, f := range s.cfg.Families.Listed() {
		if _, ok := f.(puzzle.Reader); ok {
			g.Readers = append(g.Readers, selectOption{f.Name(), d.family(f.Name())})
		}
	}
	g.Groups = s.groups(d)
	d.Nav, d.Body = "gallery", g
	return nil
}

// DateText writes a day as people do.
func (d pageData) DateText(day time.Time) string {
	return d.T("date", "day", day.Day(), "month", d.T("month."+strconv.Itoa(int(day.Month()))))
}

// daysPage is the calendar of the days, and what the player has reached. All of it is kept in the browser.
func (s *Server) daysPage(_ *http.Request, d *pageData) error {
	day := s.cfg.Now().UTC()
	d.Nav, d.Title, d.Body = "days", d.T("days"), gallery{Day: day, Date: day.Format(time.DateOnly)}
	return nil
}

// family gives the name of a family in the page's language.
func (d pageData) family(name string) string {
	key := "family." + name
	if text := d.T(key); text != key {
		return text
	}
	return name
}

func (d pageData) summary(f puzzle.Family) string {
	key := "family." + f.Name() + ".summary"
	if text := d.T(key); text != key {
		return text
	}
	return f.Summary()
}

// choice tells parameters of a family to people: by their title, where they have one.
func (d pageData) choice(f puzzle.Family, params string) string {
	if of := f.About().TitleOf; of != nil {
		if title := of(params); title != "" {
			return title
		}
	}
	return d.Size(params)
}

// Class gives the name of a class of difficulty in the page's language.
func (d pageData) Class(name string) string {
	key := "class." + name
	if text := d.T(key); text != key {
		return text
	}
	return name
}

// ClassOf tells a class by itself: those that are numbers say that they are one.
func (d pageData) ClassOf(name string) string {
	if _, err := strconv.Atoi(name); err == nil {
		return d.T("class.of", "class", name)
	}
	return d.Class(name)
}

// Size tells parameters to people: 9x9-jigsaw becomes 9×9 jigsaw.
func (d pageData) Size(params string) string {
	key := "size." + params
	if text := d.T(key); text != key {
		return text
	}
	out := []rune(params)
	for i, c := range out {
		digit := func(j int) bool { return j >= 0 && j < len(out) && out[j] >= '0' && out[j] <= '9' }
		switch {
		case c == 'x' && digit(i-1) && digit(i+1):
			out[i] = '×'
		case c == '-':
			out[i] = ' '
		}
	}
	return string(out)
}
