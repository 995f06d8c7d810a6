package grade_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// base is a right answer, with another value that would be wrong.
type base struct {
	ref          grade.Reference
	value, other string
	unit, zhUnit string // "" where none fits
}

// casks is a question with options.
const casks = "Which cask holds beer?\nA. 30 litres\nB. 40 litres\nC. 42 litres\nD. 62 litres\n"

var bases = []base{
	{ref("numeral", "7"), "7", "8", " people", "个"},
	{ref("numeral", "7"), "seven", "8", " people", ""},
	{ref("numeral", "-12"), "-12", "12", " degrees", "度"},
	{ref("numeral", "3/4"), "3/4", "1/4", "", ""},
	{ref("numeral", "0.25"), "0.25", "0.5", " litres", "升"},
	{ref("numeral", "1,250"), "1250", "1251", " km", "公里"},
	{ref("numeral", "25%"), "25%", "30%", "", ""},
	{ref("numeral", "103"), "一百零三", "一百零四", "", "人"},
	{grade.Reference{Answer: "B", EvalType: "option", Problem: casks}, "B", "C", "", ""},
	{grade.Reference{Answer: "A", EvalType: "option", Problem: casks}, "A", "D", "", ""},
	{grade.Reference{Answer: "B", EvalType: "option", Problem: casks}, "40 litres", "42 litres", "", ""},
	{grade.Reference{Answer: "AC", EvalType: "multi_options", Problem: casks}, "A, C", "B, D", "", ""},
	{ref("nominal", "Bob"), "Bob", "Ann", "", ""},
	{ref("nominal", "Ann Lee"), "Ann Lee", "Bob Ray", "", ""},
	{ref("nominal", "老张"), "老张", "老李", "", ""},
	{ref("nominal", "red"), "red", "blue", "", ""},
	{ref("nominal", "Q2"), "Q2", "A4", "", ""},
	{ref("nominal", "黑桃6"), "黑桃6", "红桃8", "", ""},
	{ref("ordered array", "[3, 7, 2]"), "[3, 7, 2]", "[2, 7, 3]", "", ""},
	{ref("ordered array", "Ann,Bob,Cid"), "[Ann, Bob, Cid]", "[Bob, Ann, Cid]", "", ""},
	{ref("unordered array", "黄丽,徐荣"), "[徐荣, 黄丽]", "[徐荣, 杨林]", "", ""},
	{ref("ua_nominal", "cat,dog"), "[dog, cat]", "[dog, fish]", "", ""},
	{ref("ooa_numeral", "[[1, 2], [3, 4]]"), "[[1, 2], [3, 4]]", "[[1, 2], [3, 5]]", "", ""},
	{ref("oua_nominal", "[['cat'], ['cat', 'dog']]"), "[[cat], [dog, cat]]", "[[dog], [cat]]", "", ""},
}

func ref(typ, answer string) grade.Reference { return grade.Reference{Answer: answer, EvalType: typ} }

// What takes a right answer back: X is the answer, Y another one.
var (
	negations = []string{"not X", "The answer is not X.", "It is not X", "It isn't X.", "It cannot be X.", "It can't be X.", "X is not the answer.", "X is wrong.", "X is incorrect.", "≠ X", "$\\neq$ X",
		"I don't think it is X.", "The answer is not \\boxed{X}.", "\\boxed{X} is wrong.", "<answer>not X</answer>", "It is never X.", "Anything but X? It is not X.", "X. No, that's wrong.", "X: no", "X is impossible.",
		"It is Y, not X.", "It's Y rather than X.", "It is not X but Y.", "It isn't X, it's Y.", "不是X", "答案不是X。", "不可能是X。", "X不对。", "X是错的。", "答案不是\\boxed{X}。", "是Y，不是X。", "不是X，而是Y。", "{\"answer\": \"not X\"}",
		"\\boxed{\\text{not } X}", "\\boxed{X}. Wait, that is wrong.", "X. Scratch that.", "\\boxed{X}\nI made a mistake. It is Y.", "X... wait, no: Y."}
	seconds = []string{"X or Y", "Y or X", "X, or Y", "either X or Y", "The answer is X or Y.", "\\boxed{X \\text{ or } Y}", "X或Y", "X或者Y", "X，也可能是Y", "X. It could also be Y.", "\\boxed{X} or Y", "Answer: X or Y", "<answer>X or Y</answer>",
		"The answer is X. Or it is Y.", "X, or possibly Y", "要么X，要么Y", "{\"answer\": \"X or Y\"}", "X. Wait, no, Y.", "The answer is X. Actually, it is Y."}
	doubtful = []string{"maybe X", "Perhaps X.", "probably X", "It might be X.", "It may be X.", "It could be X.", "possibly X", "about X", "approximately X", "around X", "roughly X", "X, maybe", "X?", "X, I guess", "I guess X", "likely X", "X. I'm not sure.",
		"I'm not sure, but X", "The answer is probably X.", "The answer might be \\boxed{X}.", "\\boxed{X}, I'm not certain.", "<answer>maybe X</answer>", "可能是X", "也许是X", "大概是X", "大约X", "X吧", "我猜是X", "好像是X", "估计是X", "答案可能是\\boxed{X}。",
		"\\boxed{X}？", "It seems to be X.", "If I am right, X.", "X, perhaps"}
	kept = []string{"X", "X.", " X ", "The answer is X.", "Answer: X", "**X**", "\\boxed{X}", "$\\boxed{X}$", "The final answer is **X**.", "<answer>X</answer>", "<answer>\\boxed{X}</answer>", "Sure! The answer is X.", "The answer is X. Hope this helps!",
		"Thank you for the puzzle. The answer is X.", "<think>Y? no.</think>X", "### Final Answer\n\nX", "Final answer:\n\n**X**", "So the answer is X.", "I think the answer is X.", "I am sure the answer is X.", "Certainly, the answer is X.",
		"答案是X。", "答案：X", "所以答案是X。", "最终答案：**X**", "Therefore, the answer is:\n\nX", "First I tried Y, which fails.\n\nAnswer: X", "The answer is Y. Wait, no: the answer is X.", "\\[\\boxed{X}\\]", "Answer: `X`",
		"Thanks!\n\nAnswer: X\n\nHave a nice day!"}
)

// TestClaims: a negation, a second value or a hedge takes a right answer back in every form; politeness, markup and a unit that
// fits leave it right.
func TestClaims(t *testing.T) {
	forms := func(b base, form string) string {
		value, other := b.value, b.other
		if strings.HasPrefix(form, "{\"") {
			value, other = strings.ReplaceAll(value, `"`, `\"`), strings.ReplaceAll(other, `"`, `\"`)
		}
		return strings.NewReplacer("X", value, "Y", other).Replace(form)
	}
	tried, refused := 0, 0
	for _, b := range bases {
		for _, set := range [][]string{negations, seconds, doubtful} {
			for _, form := range set {
				tried++
				if m := grade.Answer(b.ref, forms(b, form)); m.Correct {
					t.Errorf("%s: %q is marked right against %q (extracted %q)", b.ref.EvalType, forms(b, form), b.ref.Answer, m.Extracted)
				}
			}
		}
		all := append([]string(nil), kept...)
		if b.unit != "" {
			all = append(all, "X"+b.unit, "The answer is X"+b.unit+".", "\\boxed{X}"+b.unit, "\\boxed{X\\text{"+b.unit+"}}", "There are X"+b.unit+" in total.")
		}
		if b.zhUnit != "" {
			all = append(all, "X"+b.zhUnit, "答案是X"+b.zhUnit+"。", "\\boxed{X}"+b.zhUnit)
		}
		for _, form := range all {
			tried++
			if m := grade.Answer(b.ref, forms(b, form)); !m.Correct {
				refused++
				t.Errorf("%s: %q is refused as %s against %q (extracted %q; %s)", b.ref.EvalType, forms(b, form), m.Reason, b.ref.Answer, m.Extracted, m.Detail)
			}
		}
	}
	t.Logf("%d answers", tried)
}

// TestLongClaims: what repeats itself is read in time that grows with its length alone; with QUANDARY_LONG=1 as much as is read at
// all. There is no clock here: what grows with the square of the text would not end before the tests are cut off.
func TestLongClaims(t *testing.T) {
	puztest.From(t, puztest.Usual)
	length := 16 << 10
	if puztest.Doing() < puztest.Whole {
		length = 2 << 10
	}
	if puztest.Doing() == puztest.Long {
		length = grade.MaxAnswer - 100
	}
	for _, at := range []int{0, 8, 12, 19, 23} { // one of each type
		b := bases[at]
		for _, part := range []string{"7 and ", "7+", "7+√", "7 to ", "not 7, ", "7 or 8 ", "because 7, ", "wait, no, ", "so 7. ", "[7] wait [8] ", "A: no, ", "Bob and ", "是", "不是7，", "3+4=7, ", "7 = ", "(", "[[", "Ann: ", "1. a ", "| a | b |\n", "- a\n",
			"7-", "√", "one hundred and ", "一百", "if ", "but ", "the number of ", "{\"a\": ", "Answer: 7 or\n", "Explanation: 7\n", "\\frac{1}{", "<b>"} {
			text := strings.Repeat(part, length/len(part))
			for _, text := range []string{text, "\\boxed{" + text + "}", "\\boxed{" + b.value + "} " + text} {
				if m := grade.Answer(b.ref, text); m.Reason == "" || m.Score > 1 {
					t.Errorf("%s: %q again and again: %+v", b.ref.EvalType, part, m)
				}
			}
		}
	}
}
