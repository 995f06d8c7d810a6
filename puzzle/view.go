package puzzle

// ViewKind says which kind of board a player's page draws.
type ViewKind string

// The kinds of board.
const (
	GridKind   ViewKind = "grid"   // a rectangle of cells that take symbols
	LineupKind ViewKind = "lineup" // categories whose items are matched one to one, with clues
	CardsKind  ViewKind = "cards"  // things of which clues ban all but one
	TextKind   ViewKind = "text"   // a text, and an answer that is chosen or written
	LayersKind ViewKind = "layers" // a picture of a grid, and layers of marks over it
)

// View is what a page must know to draw a puzzle and to make moves in it, beside its state: no solution, and nothing that
// changes while it is played. Exactly one of Grid, Lineup, Cards, Text and Layers is set, the one that Kind names. It is written
// as JSON; lists of lists are by position.
type View struct {
	Family string   `json:"family"`
	ID     string   `json:"id"`
	Title  string   `json:"title"`
	Lang   string   `json:"lang"`  // language of Title, Rules and sentences: the one that was asked for, or what stands in for it
	Rules  string   `json:"rules"` // what is to be done, for people; paragraphs are apart by a blank line
	Kind   ViewKind `json:"kind"`

	Grid   *GridView   `json:"grid,omitempty"`
	Lineup *LineupView `json:"lineup,omitempty"`
	Cards  *CardsView  `json:"cards,omitempty"`
	Text   *TextView   `json:"text,omitempty"`
	Layers *LayersView `json:"layers,omitempty"`
}

// LayersView is a board of rows and columns whose picture is drawn by the family, and layers of places to be marked in it. Points
// are in cells, from the upper left corner of the board.
//
// Moves are LAYER@PLACE=MARK, with . for no mark; a state is the marks of each layer joined by commas, the layers by semicolons.
// References are {mark LAYER@PLACE}, {place PLACE}, {clue PLACE} and {rule NAME}.
type LayersView struct {
	Rows    int               `json:"rows"`
	Cols    int               `json:"cols"`
	Left    float64           `json:"left"` // how far the board lies from the left and the upper side of its picture
	Top     float64           `json:"top"`
	Board   Scene             `json:"-"`       // the picture, with what is printed alone
	Ground  int               `json:"-"`       // how many of its shapes, from the first, fill cells
	Lines   int               `json:"-"`       // how many of its shapes are below signs and texts
	Cells   []string          `json:"cells"`   // the names of the cells that there are
	Clues   map[string]string `json:"clues"`   // what is printed in a cell, in words, by the cell's name
	Outside []string          `json:"outside"` // what is printed elsewhere, in words
	Layers  []LayerView       `json:"layers"`
}

// Input says how a layer is filled in.
type Input string

// The inputs.
const (
	DigitInput  Input = "digit"  // a cell takes one of many values
	ShadeInput  Input = "shade"  // a cell takes one of a few signs, or is known not to
	PathInput   Input = "path"   // links between the centres of neighbours are drawn, or crossed out
	EdgeInput   Input = "edge"   // sides of cells are drawn, or crossed out
	BorderInput Input = "border" // sides of cells are borders, or join two cells
	SpanInput   Input = "span"   // cells that lie apart are joined
	SpotInput   Input = "spot"   // some other place takes one of a few signs
)

// LayerView is a layer of places that are marked.
type LayerView struct {
	Name   string       `json:"name"`
	Input  Input        `json:"input"`
	Places []string     `json:"places"`
	At     [][2]float64 `json:"at"`             // the point of each place
	Ends   [][4]float64 `json:"ends,omitempty"` // of spans: x and y of one end and of the other
	Marks  []string     `json:"marks"`          // the marks of a place, in order; empty: the numbers from Lo to Hi
	Lo     int64        `json:"lo,omitempty"`
	Hi     int64        `json:"hi,omitempty"`
	Some   bool         `json:"some,omitempty"`  // whether a place can be known to have no value, the mark -
	Fixed  []int        `json:"fixed,omitempty"` // places whose value is printed
	Lists  bool         `json:"lists,omitempty"` // marks are lists of such numbers, with + between them
	Look   []int        `json:"look"`            // of each place, which list of Signs is its own
	Signs  [][]Sign     `json:"-"`               // what each of Marks looks like
}

// Sign is what a mark looks like, about the point of its place: what fills its cell under the lines of the picture, what lies on them, and
// what lies on its signs.
type Sign struct{ Ground, Lines, Signs []Shape }

// GridRule names a rule that a page may apply by itself, so that conflicts and candidates show at once.
type GridRule string

// The rules of a grid.
const (
	RuleHouses  GridRule = "houses"  // no symbol stands twice in a house
	RuleRegions GridRule = "regions" // a number counts the cells of its region: equal neighbours belong together
)

// GridView is a rectangle of cells, numbered row by row from 0 and called r1c1, r1c2, … in references and moves.
//
// Moves are r1c1=S, which writes the symbol S, and r1c1=Blank, which empties the cell; where Strikes is set also r1c1-S
// and r1c1+S, which take a candidate away and bring it back. A reference to a candidate is {candidate r1c1:V}, where V is the
// symbol's place in Symbols, from 1.
type GridView struct {
	Rows    int         `json:"rows"`
	Cols    int         `json:"cols"`
	Symbols []string    `json:"symbols"`          // what can be entered, in order
	Blank   string      `json:"blank"`            // the symbol of moves that empty a cell
	Number  int         `json:"number,omitempty"` // when not 0: any number from 1 to this can be entered; Symbols lists the usual ones
	Strikes bool        `json:"strikes"`          // whether states record candidates that the player took away
	Rule    GridRule    `json:"rule"`
	Givens  []string    `json:"givens"`            // the symbol of each given cell, "" for the others
	Regions [][]string  `json:"regions,omitempty"` // names of the cells of each region that is drawn with thick lines
	Region  []int       `json:"region,omitempty"`  // the region of each cell, an index into Regions
	Shaded  []int       `json:"shaded,omitempty"`  // cells that are set apart by a background
	Houses  []HouseView `json:"houses,omitempty"`
}

// HouseView is a set of cells that hold each symbol once.
type HouseView struct {
	ID    string `json:"id"` // as in references {house row1}
	Cells []int  `json:"cells"`
}

// LineupView is a set of categories of N items each. Items are numbered category by category from 0: item i of category c
// is c*N+i. Moves are 3=12 (the items are the same), 3!12 (they are not) and 3?12 (take the mark away); a reference to a
// mark is {mark 3=12} or {mark 3!12}, the smaller number first, and to a clue {clue ID}.
type LineupView struct {
	N          int            `json:"n"`
	Categories []CategoryView `json:"categories"`
	Anchor     int            `json:"anchor"` // the category that the others are listed by, such as the places in a row
	Clues      []ClueView     `json:"clues"`
	Asked      []string       `json:"asked,omitempty"` // what is asked, when it is not the whole table
}

// CategoryView is a category.
type CategoryView struct {
	Name    string   `json:"name"`
	Items   []string `json:"items"`
	Ordered bool     `json:"ordered"` // whether the items have an order that clues speak of
}

// ClueView is a clue.
type ClueView struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	Bans []int  `json:"bans,omitempty"` // of cards: the things that the clue excludes, ascending from 0
}

// CardsView is a set of things, each with a value for every property, and clues that ban things until one is left.
//
// Things are numbered from 0 in the order of Things. Moves are 4!2 (thing 4 is banned by the clue with ID 2), 4? (take the
// mark away) and 4= (thing 4 is the solution); references are {thing 4} and {clue 2}. Where the things are too many to be
// listed, Things is nil and the family's documentation says what moves there are.
type CardsView struct {
	Properties []PropertyView `json:"properties"`
	Things     [][]int        `json:"things"` // of each thing, its value of each property, an index into Values
	Clues      []ClueView     `json:"clues"`
}

// PropertyView is a property of things.
type PropertyView struct {
	Name   string   `json:"name"`
	Type   string   `json:"type,omitempty"` // such as String, Integer or Boolean; empty when values are just words
	Values []string `json:"values"`
}

// TextView is a text that asks questions, whose answers a grader marks. The state is the answer itself; of several questions,
// the answers joined by "====". Moves are k=TEXT, the answer to question k, from 1, percent-encoded; of a question with
// options TEXT is the letters of those chosen, or their texts with commas between them. An empty TEXT takes an answer away.
// A reference to an answer is {question k}.
type TextView struct {
	Text      string         `json:"text"`           // the whole text but for the options
	Code      bool           `json:"code,omitempty"` // it is a program, or set as one: in letters of one width
	Questions []QuestionView `json:"questions"`

	// Of a text with one question, the same once more.
	Options    []string `json:"options,omitempty"`
	Multiple   bool     `json:"multiple,omitempty"`
	AnswerHint string   `json:"answerHint,omitempty"`
}

// QuestionView is one question of a text.
type QuestionView struct {
	Text     string   `json:"text"`               // without the options; the whole text holds it too
	Options  []string `json:"options,omitempty"`  // the answers to choose from, A first; empty: the answer is written
	Multiple bool     `json:"multiple,omitempty"` // whether several options can be right
	Hint     string   `json:"hint,omitempty"`     // what form the answer has
}

// Shown is an instance that can be printed: drawn, written in formats, and put on a page.
type Shown interface {
	// Scene draws the puzzle at a state; the empty state is the start.
	Scene(s State) (Scene, error)
	// SolutionScene draws the puzzle with a solution filled in.
	SolutionScene(s Solution) (Scene, error)
	// View gives what a page must know; lang is "en" or "zh", or "de", "es" or "ja" where the family has them (see About.Languages), and falls back to English.
	View(lang string) (View, error)
	// Encode gives the puzzle in a format of Reader.Formats. A format that has no place for something in the puzzle is an
	// error that wraps ErrLossy.
	Encode(format string) (string, error)
}
