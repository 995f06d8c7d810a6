package webtest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

const deck = "cards:3x3#1"

// cardsOf gives the view of a deck, with what each clue bans, and the thing that no clue bans.
func cardsOf(t *testing.T, id string) (v *puzzle.CardsView, left int) {
	t.Helper()
	_, inst, err := families().Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	view, err := inst.(puzzle.Shown).View("en")
	if err != nil {
		t.Fatal(err)
	}
	v = view.Cards
	left = -1
	for i := range v.Things {
		if !slices.ContainsFunc(v.Clues, func(c puzzle.ClueView) bool { return slices.Contains(c.Bans, i) }) {
			if left >= 0 {
				t.Fatal("two cards are left")
			}
			left = i
		}
	}
	return v, left
}

func card(i int) string { return fmt.Sprintf(`.card[data-thing="%d"]`, i) }

// TestCardsManual plays in the manual mode: wrong and right bans, the check with crosses and the right clues, and the end.
func TestCardsManual(t *testing.T) {
	for _, way := range puztest.Some([]string{"touch", "mouse"}, 2) {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			p := newTab(t, newServer(t).URL, 1280, 950)
			press := p.click
			if way == "touch" {
				p.phone(375, 760)
				press = p.tap
			}
			p.play(path(deck))
			v, left := cardsOf(t, deck)
			// Banning the solution is wrong, and only the check says so.
			press(card(left))
			p.wait(`document.querySelector(%s).closest(".card-box").classList.contains("banned")`, card(left))
			press(`[data-key="check-cards"]`)
			p.wait(`document.querySelector(%s).closest(".card-box").classList.contains("wrong")`, card(left))
			p.shot("cards-wrong-" + way)
			press(card(left))
			done := map[int]bool{}
			for _, c := range v.Clues {
				press(fmt.Sprintf(`.clue[data-clue="%s"] .clue-text`, c.ID))
				for _, i := range c.Bans {
					if !done[i] {
						done[i] = true
						press(card(i))
					}
				}
			}
			press(fmt.Sprintf(`.card-box:has(%s) .star`, card(left)))
			p.solved()
			press(`[data-key="check-cards"]`)
			p.wait(`document.querySelectorAll(".card-box.right").length === %s`, len(v.Things))
			p.shot("cards-solved-" + way)
		})
	}
}

// TestCardsByKeyboard plays the deck to the end with keys.
func TestCardsByKeyboard(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 950)
	p.play(path(deck))
	v, left := cardsOf(t, deck)
	p.do(`document.querySelector(".card").focus()`)
	at := 0
	done := map[int]bool{}
	for k, c := range v.Clues {
		p.keys(fmt.Sprint(k + 1))
		for _, i := range c.Bans {
			if !done[i] {
				done[i] = true
				p.steps(i-at, kb.ArrowRight, kb.ArrowLeft)
				at = i
				p.keys(kb.Enter)
			}
		}
	}
	p.steps(left-at, kb.ArrowRight, kb.ArrowLeft)
	p.keys("s")
	p.solved()
}

// TestCardsAssisted: a wrong ban is corrected at once and changes nothing; right ones lead to the end.
func TestCardsAssisted(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 950)
	p.play(path(deck, "&mode=assisted"))
	v, left := cardsOf(t, deck)
	p.click(card(left))
	p.noted("does not ban this card")
	if n := js[int](p, `quandary.ctx.moves().length`); n != 0 {
		t.Errorf("a wrong ban stands: %d moves", n)
	}
	p.shot("cards-assisted")
	done := map[int]bool{}
	for _, c := range v.Clues {
		p.click(fmt.Sprintf(`.clue[data-clue="%s"] .clue-text`, c.ID))
		for _, i := range c.Bans {
			if !done[i] {
				done[i] = true
				p.click(card(i))
				p.noted("^Right")
			}
		}
	}
	p.click(fmt.Sprintf(`.card-box:has(%s) .star`, card(left)))
	p.solved()
}

// TestCardsDemonstrated: clue by clue, forth, back, played and paused; the game is not touched.
func TestCardsDemonstrated(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1280, 950)
	p.play(path(deck))
	v, left := cardsOf(t, deck)
	p.do(`localStorage.setItem("quandary.settings", JSON.stringify({ pace: 60 }))`)
	p.play(path(deck))
	p.click(`.segment[data-mode="demo"]`)
	p.wait(`document.querySelectorAll(".card-box.banned").length === 0`)
	p.click(`[data-key="demo-next"]`)
	p.click(`[data-key="demo-next"]`)
	p.wait(`document.querySelectorAll(".card-box.banned").length === 2 && document.querySelector(".card-box.hot")`)
	p.shot("cards-demo")
	p.click(`[data-key="demo-back"]`)
	p.wait(`document.querySelectorAll(".card-box.banned").length === 1`)
	p.click(`[data-key="demo-play"]`)
	p.wait(`document.querySelectorAll(".card-box.banned").length === %s && document.querySelector(".card-box.solution "+%s)`, len(v.Things)-1, card(left))
	for _, c := range v.Clues {
		n := js[int](p, `document.querySelectorAll('.bans tr[data-clue="`+c.ID+`"] td.on').length`)
		if n > len(c.Bans) {
			t.Errorf("the table shows %d bans of clue %s, which has %d", n, c.ID, len(c.Bans))
		}
	}
	if n := len(p.events()); n != 0 {
		t.Errorf("the demonstration made %d events", n)
	}
}

// TestWorded answers word puzzles: options by keyboard, a written answer by mouse; wrong ones are marked wrong.
func TestWorded(t *testing.T) {
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1200, 900)
	for _, id := range []string{"worded:graduation#1", "worded:wine#1"} {
		_, inst, err := families().Open(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		res, err := inst.(puzzle.Solver).Solve(t.Context(), 2)
		if err != nil || len(res.Solutions) == 0 {
			t.Fatal(err)
		}
		answer := inst.(puzzle.Worded).AnswerText(res.Solutions[0], "en")
		view, err := inst.(puzzle.Shown).View("en")
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d questions, %d options, answer %q", id, len(view.Text.Questions), len(view.Text.Options), answer)
		p.play(path(id))
		if len(view.Text.Options) > 0 {
			wrong := 'A'
			if answer == "A" {
				wrong = 'B'
			}
			p.click(fmt.Sprintf(`input[value="%c"]`, wrong))
			p.act("mark")
			p.wait(`/Not right/.test(document.querySelector(".mark-result").textContent)`)
			if view.Text.Multiple {
				p.click(fmt.Sprintf(`input[value="%c"]`, wrong))
			}
			for _, c := range answer {
				if c >= 'A' && c <= 'Z' {
					p.do(`document.querySelector('input[value="` + string(c) + `"]').focus()`)
					p.keys(" ")
				}
			}
		} else {
			p.click("textarea")
			p.keys("certainly not this")
			p.act("mark")
			p.wait(`/Not right/.test(document.querySelector(".mark-result").textContent)`)
			p.do(`const a = document.querySelector("textarea"); a.value = ""; a.focus()`)
			p.keys(answer)
		}
		p.act("mark")
		p.wait(`/Right!/.test(document.querySelector(".mark-result").textContent)`)
		p.solved()
		p.shot("worded-" + fmt.Sprint(len(view.Text.Options)))
	}
}

// TestWordedHelp: on a phone, what is entered is checked thing by thing, and hints give away one after another.
func TestWordedHelp(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	const id = "worded:ages#1"
	_, inst, err := families().Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	res, err := inst.(puzzle.Solver).Solve(t.Context(), 2)
	if err != nil || len(res.Solutions) == 0 {
		t.Fatal(err)
	}
	want := strings.Split(inst.(puzzle.Worded).AnswerText(res.Solutions[0], "en"), ", ")
	if len(want) != 3 {
		t.Fatalf("the answer is %q: expected three numbers", want)
	}
	p := newTab(t, newServer(t).URL, 1200, 900)
	p.phone(390, 800)
	p.play(path(id))
	enter := func(text string) {
		t.Helper()
		p.do(`const a = document.querySelector("textarea"); a.value = ""; a.focus()`)
		p.tap("textarea")
		p.keys(text)
	}
	enter(want[0] + ", 999")
	p.tap(`[data-do="check"]`)
	p.wait(`/1 mark is wrong/.test(document.getElementById("hint").textContent)`)
	p.tap(`[data-do="show-mistakes"]`)
	p.wait(`document.querySelector(".wrong-entries:not([hidden])")?.textContent === "Not right: 999"`)
	p.shot("worded-check-phone")
	enter(want[0] + ", " + want[1])
	p.tap(`[data-do="check"]`)
	p.noted("right so far")
	p.tap(`[data-do="mark"]`)
	p.wait(`/something is still missing/.test(document.querySelector(".mark-result").textContent)`)
	enter(want[0])
	p.tap(`[data-do="hint"]`)
	p.tap(`#hint [data-do="more"]`)
	p.wait(`document.getElementById("hint").textContent.includes(%s)`, "Number 2 of the 3 in the answer is "+want[1]+".")
	p.shot("worded-hint-phone")
	p.tap(`#hint [data-do="apply"]`)
	p.wait(`document.querySelector("textarea").value === %s`, want[0]+", "+want[1])
	p.tap(`[data-do="hint"]`)
	p.tap(`#hint [data-do="more"]`)
	p.tap(`#hint [data-do="apply"]`)
	p.wait(`document.querySelector("textarea").value === %s`, strings.Join(want, ", "))
	p.tap(`[data-do="mark"]`)
	p.wait(`/Right!/.test(document.querySelector(".mark-result").textContent)`)
	p.solved()
}

// TestWordedPartly: several questions are marked one by one.
func TestWordedPartly(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	p := newTab(t, newServer(t).URL, 1200, 900)
	for _, e := range gallery.List() {
		id := "worded:" + e.Name + "#1"
		_, inst, err := families().Open(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		v, err := inst.(puzzle.Shown).View("en")
		if err != nil {
			t.Fatal(err)
		}
		qs := v.Text.Questions
		if len(qs) < 2 || len(qs[0].Options) > 0 || len(qs[1].Options) > 0 {
			continue
		}
		res, err := inst.(puzzle.Solver).Solve(t.Context(), 2)
		if err != nil {
			t.Fatal(err)
		}
		answers := strings.Split(inst.(puzzle.Worded).AnswerText(res.Solutions[0], "en"), "====")
		p.play(path(id))
		for i, a := range answers {
			if i == 1 {
				a = "nonsense"
			}
			p.do(fmt.Sprintf(`document.querySelectorAll("textarea")[%d].focus()`, i))
			p.keys(a)
		}
		p.act("mark")
		p.wait(`document.querySelector(".mark-result").textContent === %s`, fmt.Sprintf("%d of %d are right.", len(qs)-1, len(qs)))
		p.wait(`[...document.querySelectorAll(".question-flag")].filter((f) => f.textContent === "✗").length === 1`)
		p.shot("worded-partly")
		return
	}
	t.Fatal("no puzzle of the gallery has two questions with written answers")
}
