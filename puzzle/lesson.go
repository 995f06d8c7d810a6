package puzzle

// Lesson is one stage in which a family is learnt: what there is to know, and how exercises are made that need it and nothing harder.
type Lesson struct {
	ID       string // stable, in lower case: a technique or a class
	Name     string // for people
	Text     string // what there is to know, in a sentence or two; may be empty
	Params   string // of the exercises
	Settings Settings
}

// LessonsOf gives the stages of a family, the easiest first: its own, or one for each class of its generator; none where it has neither.
func LessonsOf(f Generator, lang string) []Lesson {
	if own := f.About().Lessons; own != nil {
		return own(lang)
	}
	params := ""
	if p, err := f.ParseParams(""); err == nil {
		params = p.String()
	}
	if small := f.About().Suggested; small != nil && len(small()) > 0 {
		params = small()[0]
	}
	var out []Lesson
	for _, o := range f.Options() {
		if o.Name == "class" {
			for _, class := range o.Values {
				if class != "" {
					out = append(out, Lesson{ID: class, Params: params, Settings: Settings{"class": class}})
				}
			}
		}
	}
	return out
}
