// Package suite is a collection of answers, right and wrong, as people and language models write them: what any program that marks
// answers can be tried on. Each has the rule by which it is right or wrong. The tables were written before it was known how any
// of them is marked here; since then this program has been mended by them, so that its own figures on them are no test of it.
package suite

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed tables
var tables embed.FS

// Tables are the names of the tables, in the order in which they were written.
func Tables() []string {
	return []string{"answers", "blind", "blind2", "blind3", "blind4", "blind5", "blind6", "blind7", "blind8", "blind9", "blind10", "blind11", "blind12"}
}

// Answer is an answer to be marked.
type Answer struct {
	ID       string // the table and the line
	Rule     string // why it is right or wrong
	Problem  string // the question; may be empty
	EvalType string // how it is compared with the reference; empty where the rules of a puzzle judge it
	Puzzle   string // id of the puzzle whose rules judge it; else empty
	Expected string // the reference answer; empty where the rules judge
	Text     string
	Right    bool
}

// Answers reads a table of Tables; the first one's head describes the format.
func Answers(table string) ([]Answer, error) {
	raw, err := tables.ReadFile("tables/" + table + ".txt")
	if err != nil {
		return nil, err
	}
	var out []Answer
	var a Answer
	question := "" // of the rule, where it is written out
	for i, line := range strings.Split(string(raw), "\n") {
		switch {
		case strings.HasPrefix(line, "## "):
			a.Rule, question = line[3:], ""
		case strings.HasPrefix(line, "? "):
			question = strings.ReplaceAll(line[2:], "⏎", "\n")
		case strings.HasPrefix(line, "= "):
			f := strings.Split(line[2:], " | ")
			if len(f) < 2 {
				return nil, fmt.Errorf("%s:%d: expected a type and a reference", table, i+1)
			}
			a = Answer{Rule: a.Rule, EvalType: f[0], Expected: f[1], Problem: question}
			if a.EvalType == "rules" {
				a.EvalType, a.Puzzle, a.Expected = "", f[1], ""
			}
			if len(f) > 2 {
				a.Problem = problems[f[2]]
			}
		case strings.HasPrefix(line, "+ "), strings.HasPrefix(line, "- "):
			a.ID = fmt.Sprintf("%s:%d", table, i+1)
			a.Right = line[0] == '+'
			a.Text = strings.ReplaceAll(line[2:], "⏎", "\n")
			out = append(out, a)
		}
	}
	return out, nil
}

// problems are the questions that the tables of answers name by number.
var problems = map[string]string{
	"1":  "Which cask holds beer?\nA. 30 litres\nB. 40 litres\nC. 42 litres\nD. 62 litres\n",
	"2":  "Which of these statements is false?\nA. Ann lies\nB. Bob lies\nC. Cid lies\nD. Dora lies\n",
	"3":  "On an island knights always tell the truth and knaves always lie. Of Ann, Bob, Cid and Dora exactly one is a knight.\nAnn says: \"Bob is a knave.\"\nBob says: \"Cid is a knave.\"\nCid says: \"Dora is the knight.\"\nDora says: \"Cid tells the truth.\"\nWho is the knight?",
	"4":  "Ann, Bob, Cid, Dora and Eve live on an island where everyone is a knight, who always tells the truth, or a knave, who always lies. Which of them are knights?",
	"5":  "In five houses of different colours live a Norwegian, a Dane, a Brit, a German and a Swede. Each has another pet: cats, a horse, birds, fish, dogs; and drinks something else: water, coffee, milk, tea, beer. The German drinks coffee. The Norwegian lives in the first house. Who owns the fish?",
	"6":  "甲、乙、丙、丁四人中有一人偷了钱包，四人中只有一人说真话。甲说：“是乙偷的。”乙说：“是丙偷的。”丙说：“乙在说谎。”丁说：“我没有偷。”谁偷了钱包？",
	"7":  "A ring was stolen from Mrs Hale. One of Ann, Bob, Cid and Dora took it, and exactly one of their statements is false.\nAnn: \"I did not take it.\"\nBob: \"Dora did not take it.\"\nCid: \"I am innocent.\"\nDora: \"It was Cid or Ann.\"\nWho took the ring?",
	"8":  "Of Ann, Bob, Cid, Dora and Eve some always tell the truth and the others always lie. Ann says that Bob lies. Bob says that Eve tells the truth. Cid says that Ann tells the truth. Who of the five are liars?",
	"9":  "岛上住着骑士和无赖，骑士只说真话，无赖只说假话。小明、小红、小刚、小强四人中，小明说：“小红是无赖。”小红说：“小强是无赖。”请问哪些人是骑士？",
	"10": "A cage holds chickens and rabbits: 35 heads and 94 feet in all. How many rabbits are there?",
	"11": "Which of the following cities lies farthest north?\nA. Oslo\nB. Helsinki\nC. Reykjavik\nD. Stockholm\n",
	"12": "小明有12个苹果，给了小红3个，又买了8个。他现在有几个苹果？",
	"13": "Five runners, Ana, Ben, Cleo, Dev and Eli, ran a race without ties. Ana finished before Ben but after Cleo. Eli was last. Dev finished right after Ben. In which order did they finish?",
	"14": "下列哪些数是质数？\nA. 21\nB. 23\nC. 27\nD. 29\n",
	"15": "A bag holds 3 red, 4 blue and 5 green marbles. One is drawn at random. What is the probability that it is not green?",
	"16": "A coat costs $48. In a sale it is 25 % cheaper. How much does Ms Lee pay for it in the sale?",
	"17": "A train covers 225 km in two and a half hours. What is its average speed in km/h?",
	"18": "Mia is five years older than her brother Leo. Together they are 23 years old. How old is Mia?",
	"19": "Rae, Sam, Tom and Uma sit in four seats in a row. Sam sits directly left of Rae, Tom directly left of Sam, and Uma is not next to Rae. Who sits where, from left to right?",
	"20": "What is the capital of Australia?\nA. Sydney\nB. Canberra\nC. Melbourne\nD. Perth\n",
	"21": "小丽、小芳、小敏三人赛跑，小芳不是第一名，小敏是最后一名。谁是冠军？",
	"22": "A straight fence is 30 m long, with a post every 3 m and one at each end. How many posts does it need?",
	"23": "The price of a game fell from 80 euros to 68 euros. By how many percent did it fall?",
	"24": "Which of these numbers are prime?\nA. 2\nB. 9\nC. 11\nD. 15\n",
	"25": "Nora is taller than Olga, and Olga is taller than Pia. Who is the tallest?",
	"26": "小宝今年4岁，妈妈的年龄是小宝的8倍。妈妈今年多少岁？",
	"27": "Three balls were drawn: a green one before the white one, and the black one last. In which order were they drawn?",
	"28": "Tickets to a play cost $12 for adults and $7 for children. A family bought nine tickets for $83. How many of them were for children?",
	"29": "Dr Hill, Dr Ito and Dr Jones work in Leeds, Malmö and Nice, not necessarily in that order. Dr Hill has never left England. Dr Jones works in France. Where does Dr Ito work?\nA. Leeds\nB. Malmö\nC. Nice\nD. It cannot be determined\n",
	"30": "Four boxes are red, blue, green and yellow. Exactly one holds a coin. The red box says: \"The coin is in the blue box.\" The blue box says: \"The coin is not here.\" The green box says: \"The coin is not in here.\" The yellow box says: \"The coin is in the red box.\" Only one label is true. In which box is the coin?",
	"31": "Six people, Amy, Burt, Cora, Dirk, Elsa and Finn, sit round a table. Who of them sit next to Amy?",
	"32": "一个长方形的周长是36厘米，长是宽的2倍。它的面积是多少平方厘米？",
	"33": "张、王、李、赵四位老师分别教语文、数学、英语和体育。张老师不教语文和体育，王老师教数学。请问张老师教什么？",
	"34": "Pumps A and B fill a pool together in 6 hours. Pump A alone needs 10 hours. How many hours does pump B need alone?",
	"35": "Which of the four suspects are guilty?\nA. Mr Reed\nB. Mrs Stone\nC. Miss Tully\nD. Mr Unger\n",
	"36": "Arrange the planets Vega, Wolf, Xenon and Yara from the lightest to the heaviest. Wolf is heavier than Vega. Xenon is the lightest of all. Yara is lighter than Vega.",
	"37": "甲、乙、丙、丁四人参加比赛，成绩各不相同。甲比乙好，丙比甲好，丁最差。请按名次从高到低排列。",
	"38": "A mixture has 3 parts of sand to 5 parts of gravel. What fraction of it is sand?",
	"39": "In which year was Grandma Rosa born, if she was 67 in 2015 on her birthday, and her sister Lena was born in 1951?",
	"40": "Four friends, Gina, Hugo, Ines and Jan, each keep one pet: a cat, a dog, a fish and a parrot. Gina is allergic to fur. Hugo's pet cannot fly and does not bark. Jan has a dog. Ines has a fish. Which pet does Gina keep?",
	"41": "A shop sells pens in boxes of 12 and boxes of 20. Tom bought 7 boxes with 108 pens in all. How many boxes of 12 did he buy?",
	"42": "Each of Kim, Lars and Mona is either a truth-teller or a liar. Kim says: \"Lars and Mona are both liars.\" Lars says: \"Kim is lying.\" Mona says: \"Lars is telling the truth.\" Which of them are liars?",
	"43": "A rope of 84 cm is cut into two pieces. One is 12 cm longer than the other. How long is the shorter piece?",
	"44": "Which statement must be true?\nA. Every glim is a drop.\nB. Some drops are glims.\nC. No glim is a drop.\nD. All drops are glims.\n",
	"45": "Five books stand on a shelf: Atlas, Bible, Comic, Diary and Essays. The Comic is the leftmost. The Diary is directly right of the Comic. The Essays are at the right end. The Atlas is left of the Bible. List the books from left to right.",
	"46": "甲、乙、丙三人中，一位是医生，一位是律师，一位是教师。甲不是律师，乙不是医生也不是律师。谁是律师？",
	"47": "一本书共有240页，小玲第一天看了全书的四分之一，第二天看了剩下的三分之一。还剩多少页没有看？",
	"48": "On which day of the week does the meeting take place? It is not on Monday or Friday. It is two days after the inspection, and the inspection is on Tuesday.",
	"49": "The sum of two numbers is 31 and their difference is 7. What are the two numbers?",
	"50": "下列哪些城市是省会？\nA. 南京\nB. 苏州\nC. 杭州\nD. 青岛\n",
	"51": "A recipe for 4 people needs 300 g of flour. How many grams of flour are needed for 10 people?",
	"52": "Paul, Quinn, Ruth and Sid live in a four-storey house, one on each floor. Ruth lives right above Paul. Sid lives on the ground floor. Quinn lives at the top. Who lives on the second floor from the bottom?",
	"53": "A die is thrown twice. What is the probability that both throws show a six?",
	"54": "A taxi charges a base fee of $4 and $2 for each mile. Nadia paid $26. How many miles did she ride?",
	"55": "Leo, Max, Nils and Oskar each play one instrument: flute, harp, piano and drums. Leo does not play the piano or the drums. Max plays the harp. Nils cannot play the piano. Who plays the piano?",
	"56": "What colour is the third house, if five houses are painted blue, red, white, green and yellow in that order?",
	"57": "Which animals did Vera see at the zoo?\nA. Lions\nB. Bears\nC. Seals\nD. Owls\n",
	"58": "Sort the rivers Ems, Isar, Main and Oder from the longest to the shortest. The Oder is longer than the Main. The Isar is the shortest. The Ems is longer than the Isar and shorter than the Main.",
	"59": "一个水池有两个进水管。单开甲管6小时注满，单开乙管12小时注满。两管齐开，几小时可以注满？",
	"60": "小李、小王、小张三人分别来自北京、上海和广州。小李不是北京人，小王是上海人。小张来自哪里？",
	"61": "If all bloops are razzies and all razzies are lazzies, which conclusion is valid?\nA. All lazzies are bloops.\nB. All bloops are lazzies.\nC. No bloop is a lazzy.\nD. Some razzies are not lazzies.\n",
	"62": "Three siblings share 90 coins in the ratio 2:3:4, the youngest getting the least. How many coins does the oldest get?",
}
