package grade_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
)

// matter is a question from which answers are composed: a right value and a wrong one, what both are said in, and true things that are said
// on the way.
type matter struct {
	ref          grade.Reference
	value, other string
	says         []string // sentences without their first capital and full stop; X is the value
	working      string   // sentences that lead to the value, without it
}

var matters = []matter{
	{grade.Reference{Answer: "14", EvalType: "numeral", Problem: "A farmer has 23 hens. He sells 9 of them at the market. How many hens does he have left?"}, "14", "32",
		[]string{"the farmer has X hens left", "he has X hens left", "there are X hens left", "X hens are left", "X hens remain", "he still has X hens"}, "He starts with 23 hens and sells 9 of them."},
	{grade.Reference{Answer: "45", EvalType: "numeral", Problem: "A car drives 60 km in 80 minutes. At what average speed does it drive, in km/h?"}, "45", "48",
		[]string{"the average speed is X km/h", "the car drives at X km/h on average", "it drives X km/h", "its average speed is X kilometres per hour"}, "80 minutes are 4/3 of an hour."},
	{grade.Reference{Answer: "3/8", EvalType: "numeral", Problem: "A pizza is cut into 8 equal slices. Tina eats 3 of them, Rolf eats 2. What fraction of the pizza does Tina eat?"}, "3/8", "5/8",
		[]string{"Tina eats X of the pizza", "she eats X of it", "the fraction is X", "Tina's share is X"}, "There are 8 slices, and Tina eats 3."},
	{grade.Reference{Answer: "C", EvalType: "option", Problem: "Which planet is closest to the sun?\nA. Venus\nB. Mars\nC. Mercury\nD. Earth"}, "C", "A",
		[]string{"the right option is X", "option X is correct", "it is X", "the planet closest to the sun is X"}, "The planets from the sun outwards begin with the smallest one."},
	{grade.Reference{Answer: "C", EvalType: "option", Problem: "Which planet is closest to the sun?\nA. Venus\nB. Mars\nC. Mercury\nD. Earth"}, "Mercury", "Venus",
		[]string{"X is closest to the sun", "the planet closest to the sun is X", "it is X"}, "The planets from the sun outwards begin with the smallest one."},
	{grade.Reference{Answer: "AD", EvalType: "multi_options", Problem: "Which of these numbers are even?\nA. 18\nB. 21\nC. 35\nD. 40"}, "A and D", "B and C",
		[]string{"X are even", "the even numbers are X", "the right options are X"}, "A number is even when its last digit is."},
	{grade.Reference{Answer: "Priya", EvalType: "nominal", Problem: "Omar, Priya, Quentin and Rosa ran a race. Omar came in right behind Priya, Rosa came in last, and Quentin third. Who won the race?"}, "Priya", "Omar",
		[]string{"X won the race", "the winner is X", "X won", "it was X who won", "X came in first", "the race was won by X"}, "Rosa came in last and Quentin third."},
	{grade.Reference{Answer: "Priya", EvalType: "nominal", Problem: ""}, "Priya", "Omar",
		[]string{"the winner is X", "it was X", "X won"}, "The third clue leaves two places."},
	{grade.Reference{Answer: "Dora", EvalType: "nominal", Problem: "One of Carl, Dora, Emil and Fay ate the last biscuit. Carl says: \"Emil did it.\" Dora says: \"I was asleep.\" Emil says: \"Carl is lying.\" Fay says: \"It was Carl.\" Exactly one of them speaks the truth. Who ate the biscuit?"}, "Dora", "Fay",
		[]string{"X ate the biscuit", "it was X who ate the last biscuit", "X did it", "the biscuit was eaten by X", "the culprit is X", "X is guilty"}, "If Carl had eaten it, two of them would speak the truth."},
	{grade.Reference{Answer: "Jazz,Kiwi,Lemon", EvalType: "ordered array", Problem: "Three parrots, Jazz, Kiwi and Lemon, sit on a branch. Kiwi sits between the two others, and Jazz is not on the right. Name them from left to right."}, "Jazz, Kiwi, Lemon", "Lemon, Kiwi, Jazz",
		[]string{"the order is X", "from left to right: X", "the order from left to right is X", "they sit in the order X"}, "Kiwi is in the middle."},
	{grade.Reference{Answer: "Ben,Dot", EvalType: "unordered array", Problem: "Ann, Ben, Cyd and Dot are invited. Ann only comes without Ben, and Dot only with Ben. Exactly two come, and Cyd stays at home. Who comes to the party?"}, "Ben and Dot", "Ann and Cyd",
		[]string{"X come", "X come to the party", "the guests are X", "the ones who come are X"}, "Dot only comes with Ben."},
	{grade.Reference{Answer: "60", EvalType: "numeral", Problem: "一辆客车3小时行驶了180千米。它平均每小时行驶多少千米？"}, "60", "54",
		[]string{"它平均每小时行驶X千米", "平均每小时行驶X千米", "平均速度是每小时X千米"}, "路程是180千米，时间是3小时。"},
	{grade.Reference{Answer: "小兰", EvalType: "nominal", Problem: "小兰、小菊、小梅三人中有一人拿了书。小菊说：“是小梅拿的。”小梅说：“小菊在说谎。”小兰说：“不是我。”只有一人说了真话。谁拿了书？"}, "小兰", "小梅",
		[]string{"X拿了书", "是X拿的", "拿书的人是X", "书是X拿的"}, "只有一人说了真话。"},
	{grade.Reference{Answer: "Wednesday", EvalType: "nominal", Problem: "Today is Monday. Which day of the week is it in nine days?"}, "Wednesday", "Thursday",
		[]string{"it is X", "it will be X", "the day is X", "in nine days it is a X"}, "Nine days are one week and two days."},
}

var composedRight = []string{
	"{S}.", "So {s}.", "Therefore, {s}.", "{D} {S}.", "{D}\n\n{S}.", "{S}.\n\nLet me know if you have any questions!", "**{S}.**", "Let me think step by step.\n\n{D}\n\n**Final Answer:** X",
	"{D} Hence the answer is X.", "Answer: X\n\nExplanation: {D}", "{D} Thus, \\boxed{X}.", "`X`", "Final answer → X", "Ans: X", "The correct answer is X, not Y.", "Not Y but X.", "It can't be Y, so it must be X.",
	"My final answer is X.", "I got X.", "We get X.", "It turns out to be X.", "X is the answer.", "X is correct.", "The result is X.", "```\nX\n```", "<b>X</b>", "### Answer\nX", "Answer\n------\nX", "Solution: X", "TL;DR: X",
	"```json\n{\"answer\": \"X\"}\n```", "{\"reasoning\": \"{D}\", \"answer\": \"X\"}", "{\"result\": \"X\"}", "Sure! {S}.", "I'm confident that {s}.", "There is no doubt that {s}.", "Clearly, {s}.", "{S} ✓", "I first got Y, which was a mistake; {s}.",
	"{S}. I double-checked it.", "{D} This means that {s}.", "{D} That leaves X.", "Looking at all the clues, {s}.", "I checked every case, and {s}.", "It follows that {s}.", "**Answer:** X", "**Answer: X**", "*Answer*: **X**", "## Final answer\n\n**{S}.**",
	"Step 1: {D}\nStep 2: {S}.", "1. {D}\n2. {S}.", "- {D}\n- {S}.\n\n**X**", "At first sight it looks like Y. But {s}.", "The answer is X because it fits.", "{S}, since that is the only way.", "In short: X", "To sum up, {s}.", "To conclude: {s}.", "All in all, {s}.",
	"Okay, {s}.", "{D} So, {s}!", "After checking all clues, the answer is X.", "I believe the answer is X.", "The answer must be X.", "That makes it X.", "X — final answer.", "X (final answer)", "X. That's my answer.", "Here is the solution: X", "The solution is X.", "{D} → X", "{D} ⇒ X",
	"$X$", "\\(X\\)", "\\[X\\]", "\\text{X}", "$$\\boxed{\\text{X}}$$", "<answer>{S}.</answer>", "\\boxed{\\textbf{X}}", "Thank you for this puzzle! {S}.", "Final result: X", "Conclusion: {s}.", "Conclusion: X", "Result: **X**",
}

var composedWrong = []string{
	"{T}.", "So {t}.", "{D} {T}.", "**{T}.**", "It is not true that {s}.", "I doubt that {s}.", "{S} – or is it Y?", "If {s}, there is a contradiction.", "Suppose that {s}.", "Some say that {s}, but that is wrong.", "My friend says that {s}.", "{S}. No wait, it's Y.",
	"{S}. Correction: Y", "Final answer: Y (I first had X)", "Not X", "The answer can't be X.", "X would be wrong.", "X contradicts the second clue.", "It's tempting to say X, but the answer is Y.", "Either X or Y.", "I'd go for Y rather than X.", "Y (not X)", "X?", "Probably X",
	"I think it might be X.", "X (unsure)", "X, but I'm not certain.", "Is it X?", "Assume the answer is X. Then the clues contradict each other. So Y.", "X is a common mistake.", "It's anything but X.", "\\boxed{Y} (not X)", "X is what you get if you forget a clue; the true answer is Y.", "{D} Hence Y.",
	"One could think that {s}, but {t}.", "{S}? No, {t}.", "The answer would be X if the last clue were different.", "The answer would have been X otherwise.", "Unless I am mistaken, X or Y.", "{D} So X is impossible.", "So it's X. Hmm, let me recheck. It's Y.", "**Answer:** Y\n\n(Not X.)", "Answer: Y. X is excluded.",
	"I don't believe that {s}.", "It is false that {s}.", "It is unclear whether {s}.", "Nobody knows whether {s}.", "I can't say that {s}.", "{S}, or so it seems. In truth {t}.", "Many people answer X. That is wrong.", "X is ruled out.", "We can exclude X.", "X doesn't work.", "X fails.", "X does not fit.", "Y, not X.", "Y instead of X.",
	"It was claimed that {s}. Wrong!", "Everything except X.", "Whether {s} is open.", "It may be X or it may be Y.", "X / Y", "X or something else", "First guess: X. Final answer: Y.", "~~X~~ Y", "X → wrong", "X ✗", "I have no idea, maybe X.", "Could {s}?", "How about X?", "What if {s}?", "Let's try X. It fails.", "Answer: not X", "<answer>not X</answer>",
	"The answer is far from X.", "It isn't clear that {s}.", "Hardly X.", "It was thought that {s}; it turned out that {t}.", "X is incorrect; Y is correct.", "Wrong: X. Right: Y.", "Incorrect answer: X", "Trap: X. Answer: Y.",
}

// TestComposed puts what is said of a question into frames that keep it right, and into frames that take it back.
func TestComposed(t *testing.T) {
	fill := func(form string, m matter, i int) string {
		right := strings.ReplaceAll(m.says[i%len(m.says)], "X", m.value)
		wrong := strings.ReplaceAll(m.says[i%len(m.says)], "X", m.other)
		first := func(s string) string {
			if s[0] >= 0x80 {
				return s
			}
			return strings.ToUpper(s[:1]) + s[1:]
		}
		return strings.NewReplacer("{S}", first(right), "{s}", right, "{T}", first(wrong), "{t}", wrong, "{D}", m.working, "X", m.value, "Y", m.other).Replace(form)
	}
	show := os.Getenv("QUANDARY_SHOW") != ""
	right, refused, wrong, accepted := 0, 0, 0, 0
	for _, m := range matters {
		for k, form := range composedRight {
			times := 1
			if strings.Contains(strings.ToLower(form), "{s}") {
				times = len(m.says)
			}
			for i := range times {
				text := fill(form, m, i+k)
				right++
				if got := grade.Answer(m.ref, text); !got.Correct {
					refused++
					if show {
						fmt.Printf("R %s %s | %q | %s | %q %s\n", m.ref.EvalType, m.ref.Answer, form, got.Reason, text, got.Detail)
					}
				}
			}
		}
		for k, form := range composedWrong {
			times := 1
			if strings.Contains(strings.ToLower(form), "{s}") || strings.Contains(strings.ToLower(form), "{t}") {
				times = len(m.says)
			}
			for i := range times {
				text := fill(form, m, i+k)
				wrong++
				if got := grade.Answer(m.ref, text); got.Correct {
					accepted++
					t.Errorf("%s %s: %q is marked right", m.ref.EvalType, m.ref.Answer, text)
					if show {
						fmt.Printf("W %s %s | %q | %s | %q %s\n", m.ref.EvalType, m.ref.Answer, form, got.Reason, text, got.Detail)
					}
				}
			}
		}
	}
	t.Logf("%d of %d wrong answers marked right, %d of %d right ones refused", accepted, wrong, refused, right)
	if float64(refused) > maxRefused*float64(right) {
		t.Errorf("%d of %d right answers are refused", refused, right)
	}
}
