package stored_test

import (
	"strings"
	"testing"
)

const researchers = `# the research group of the paper's section 5.1
Property_name = Set{'Author', 'Topic', 'Origin'}
Property_value = Set{'Antonio', 'Jesus', 'Martin', 'Uncertainty', 'Tooling', 'Validation',
                     'Malaga', 'Murcia', 'Dortmund'}
Thing_min = 27
Thing_max = 27
Property_min = 9
Property_max = 9
ThingProperty_min = 81
ThingProperty_max = 81
Clue_min = 4
Clue_max = 4
`

const nameFitsValue = `[invariants]
context Property inv nameFitsValue:
  (name='Author' implies Set{'Antonio','Martin','Jesus'}→includes(value)) and
  (name='Topic' implies Set{'Uncertainty','Tooling', 'Validation'}->includes(value)) and
  (name='Origin' implies Set{'Malaga','Murcia','Dortmund'}->includes(value))
context p:Property inv nineThing: p.thing->size()=9
`

func TestDomains(t *testing.T) {
	l := load(t, "r.properties", researchers+nameFitsValue)
	p := l.Puzzle
	if p.NumThings() != 27 || len(p.Properties) != 3 || strings.Join(p.Properties[0].Values, " ") != "Antonio Jesus Martin" ||
		strings.Join(p.Properties[2].Values, " ") != "Malaga Murcia Dortmund" || l.Clues != 4 {
		t.Errorf("%d things, %+v", p.NumThings(), p.Properties)
	}
	got := loadErr(t, "r.properties", researchers)
	if want := "r.properties:5:13: Thing is given as 27, but the domains make Thing 729, Property 27, ThingProperty 2187"; !strings.Contains(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
	// The domains that the invariants alone say are the same.
	_, alone, _ := strings.Cut(nameFitsValue, "\n")
	l = load(t, "r.invs", alone)
	if l.Puzzle.NumThings() != 27 || l.Puzzle.Properties[1].Name != "Topic" || l.Puzzle.Properties[1].Values[1] != "Tooling" {
		t.Errorf("%+v", l.Puzzle.Properties)
	}
}

func TestDomainMistakes(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a.properties", researchers + "[invariants]\ncontext Property inv:\n  nam='Author' implies ", "a.properties:15:"},
		{"b.properties", researchers + "[invariants]\ncontext Property inv: name = 'Author'\n", "b.properties:2:32: the invariants leave no value for property \"Topic\""},
		{"c.invs", "context Thing inv: true", "c.invs:1:1: the invariants do not say the domains"},
		{"d.yaml", "properties: {a: [x]}\ninvariants: |\n  context Thing inv:\n    (1 = \n", "d.yaml:4:11: "},
	} {
		if got := loadErr(t, c.name, c.src); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

// TestUntiedValues: what is to be written is said, and is enough, where a file does not say which values belong to which name; as
// with the fantasy novel of the paper's section 5.2, whose one invariant is about the solution.
func TestUntiedValues(t *testing.T) {
	const src = `Property_name = Set{'who', 'what'}
Property_value = Set{'Frodo', 'Gandalf', 'IsildursBane', 'Palantir'}
Property_min = 4
Property_max = 4
Thing_max = 4
[invariants]
context Thing inv fixSolution: cluesValid()->exists(t | t.value('who')='Frodo' and t.value('what')='Palantir')
`
	_, err := loadFirst(t, "fantasy.properties", src)
	if err == nil {
		t.Fatal("it is read")
	}
	_, add, ok := strings.Cut(err.Error(), "\n  context Property")
	add, _, _ = strings.Cut(add, "\n")
	if want := " inv nameFitsValue: (name='who' implies Set{'Frodo', 'Gandalf'}->includes(value)) and (name='what' implies Set{'IsildursBane', 'Palantir'}->includes(value))"; !ok || add != want {
		t.Fatalf("%v", err)
	}
	l, err := loadFirst(t, "fantasy.properties", src+"context Property"+add+"\n")
	if err != nil || l.Puzzle.NumThings() != 4 {
		t.Errorf("%v", err)
	}
	// Where invariants say it, only the right numbers are shown.
	_, err = loadFirst(t, "fantasy.properties", strings.Replace(src, "max = 4\nThing", "max = 5\nThing", 1)+"context Property inv: name='who' implies Set{'Frodo', 'Gandalf'}->includes(value)\n")
	if err == nil || strings.Contains(err.Error(), "nameFitsValue") {
		t.Errorf("%v", err)
	}
}
