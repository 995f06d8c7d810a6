package cards

// both is a text in English and in Chinese.
type both struct{ en, zh string }

func (b both) in(lang string) string {
	if lang == "zh" {
		return b.zh
	}
	return b.en
}

// forms are templates of sentences by language and key: "en is", "zh self-if-is".
type forms map[string]string

// theme is a set of word lists of our own, with the words that make good sentences of them.
type theme struct {
	name        string
	langs       string // the languages in which it is drawn when any theme may be
	title       both
	story       both
	row, rowing both // title and story of line-ups
	ring, round both // title and story of those round a table
	forms       forms
	props       []themeProperty
}

type themeProperty struct {
	name, label both // no label: sentences call the property by its name
	values      both // separated by |
	typ         Type
	forms       forms
}

// past are the forms that speak of what has been.
var past = forms{
	"en is": "the {p} was {said}", "en is-not": "the {p} was not {said}",
	"en self-if-is":     "the {p} cannot have been {said}, or it would have been {other} as well",
	"en self-if-is-not": "if the {p} was {said} then it was not {other}", "en self-if-not-is": "if the {p} was not {said} then it was {other}",
	"en self-if-not-is-not": "if the {p} was not {said} then it was not {other} either",
	"en compare=":           "the {p} and the {q} were the same", "en compare<>": "the {p} and the {q} were different",
	"en <": "{a} was less than {b}", "en >": "{a} was more than {b}",
}

// coloured are the forms of a theme whose properties have nothing but colours in common.
var coloured = func() forms {
	f := forms{"en compare=": "the {p} and the {q} were of the same colour", "en compare<>": "the {p} and the {q} were of different colours",
		"zh compare=": "{p}与{q}颜色相同", "zh compare<>": "{p}与{q}颜色不同"}
	for k, v := range past {
		if f[k] == "" {
			f[k] = v
		}
	}
	return f
}()

// themeList lists the themes, the default first. Every list of values has eight. It is never written to.
var themeList = []theme{
	{
		name: "getaway", langs: "en zh", title: both{"The getaway car", "逃走的汽车"},
		story: both{"A jeweller's shop was robbed. Witnesses speak of the car that drove away; all of them tell the truth.",
			"一家珠宝店被抢了。几位目击者描述了逃走的那辆车，他们说的都是真话。"},
		row: both{"The car park", "停车场"},
		rowing: both{"Cars are parked side by side in front of a jeweller's shop. No two of them are alike in anything listed here.",
			"珠宝店门前并排停着几辆车，下列各项中任何两辆车都不相同。"},
		ring: both{"Cars round the fountain", "喷泉边的汽车"},
		round: both{"Cars are parked in a circle round a fountain, their places numbered clockwise. No two of them are alike in anything listed here.",
			"几辆车围着喷泉停成一圈，位置按顺时针编号。下列各项中任何两辆车都不相同。"},
		forms: coloured,
		props: []themeProperty{
			{name: both{"top", "车顶"}, values: both{"red|blue|green|black|white|silver|yellow|brown", "红色|蓝色|绿色|黑色|白色|银色|黄色|棕色"},
				forms: forms{"en item": "the car with the {v} top", "zh item": "{v}车顶的车"}},
			{name: both{"body", "车身"}, values: both{"red|blue|green|black|white|silver|yellow|brown", "红色|蓝色|绿色|黑色|白色|银色|黄色|棕色"},
				forms: forms{"en item": "the car with the {v} body", "zh item": "{v}车身的车"}},
			{name: both{"kind", "车型"}, label: both{en: "kind of car"},
				values: both{"saloon|coupe|van|pickup|limousine|convertible|hatchback|minibus", "三厢轿车|双门跑车|厢式货车|皮卡|加长轿车|敞篷车|两厢车|面包车"},
				forms: forms{"en said": "a {v}", "en is": "the car was a {v}", "en is-not": "the car was not a {v}", "en item": "the {v}",
					"zh is": "这辆车是{v}", "zh is-not": "这辆车不是{v}", "zh item": "{v}"}},
			{name: both{"plate", "车牌"}, label: both{en: "number plate"},
				values: both{"Spain|Norway|Poland|Italy|Ireland|Greece|Latvia|Malta", "西班牙|挪威|波兰|意大利|爱尔兰|希腊|拉脱维亚|马耳他"},
				forms:  forms{"en said": "from {v}", "en item": "the car from {v}", "zh said": "是{v}的", "zh item": "{v}牌照的车"}},
			{name: both{"people", "人数"}, label: both{"number of people in the car", "车里的人数"}, values: both{"1|2|3|4|5|6|7|8", "1|2|3|4|5|6|7|8"}, typ: Integer,
				forms: forms{"en item": "the car with a crew of {v}", "zh item": "坐了{v}人的车"}},
			{name: both{"fuel", "动力"}, values: both{"petrol|diesel|electricity|hydrogen|methane|ethanol|propane|steam", "汽油|柴油|电|氢气|甲烷|乙醇|丙烷|蒸汽"},
				forms: forms{"en is": "the car ran on {v}", "en is-not": "the car did not run on {v}", "en item": "the car that runs on {v}",
					"zh is": "这辆车用{v}驱动", "zh is-not": "这辆车不用{v}驱动", "zh item": "用{v}驱动的车"}},
		},
	},
	{
		name: "museum", langs: "en zh", title: both{"The missing statuette", "失踪的小雕像"},
		story: both{"A statuette is missing from the museum. The inspector wants to know who took it, and all that there is to know about it.",
			"博物馆丢了一尊小雕像。警长想知道是谁偷的，以及有关的一切。"},
		row: both{"The line-up", "嫌疑人列队"},
		rowing: both{"A statuette is missing from the museum, and the suspects stand in a row. No two of them are alike in anything listed here.",
			"博物馆丢了一尊小雕像，嫌疑人站成一排。下列各项中任何两人都不相同。"},
		ring: both{"A circle of suspects", "围坐的嫌疑人"},
		round: both{"A statuette is missing from the museum, and the suspects sit round the inspector's table, their places numbered clockwise. No two of them are alike in anything listed here.",
			"博物馆丢了一尊小雕像，嫌疑人围坐在警长的圆桌旁，座位按顺时针编号。下列各项中任何两人都不相同。"},
		forms: past,
		props: []themeProperty{
			{name: both{"who", "窃贼"}, label: both{en: "culprit"}, values: both{"curator|guard|guide|cleaner|painter|student|porter|patron", "馆长|保安|导游|清洁工|画家|学生|搬运工|赞助人"},
				forms: forms{"en said": "the {v}", "en item": "the {v}", "zh item": "{v}"}},
			{name: both{"where", "藏处"}, label: both{en: "hiding place"}, values: both{"attic|cellar|garden|kitchen|library|stable|tower|well", "阁楼|地窖|花园|厨房|书房|马厩|塔楼|水井"},
				forms: forms{"en said": "the {v}", "en is": "the statuette was hidden in the {v}", "en is-not": "the statuette was not hidden in the {v}",
					"en item": "the suspect seen in the {v}", "zh is": "小雕像藏在{v}里", "zh is-not": "小雕像没有藏在{v}里", "zh item": "出现在{v}里的人"}},
			{name: both{"how", "出口"}, label: both{en: "way out"}, values: both{"window|tunnel|roof|lift|chimney|balcony|stairs|gate", "窗户|地道|屋顶|电梯|烟囱|阳台|楼梯|大门"},
				forms: forms{"en said": "the {v}", "en is": "the thief escaped by way of the {v}", "en is-not": "the thief did not escape by way of the {v}",
					"en item": "the suspect who left by way of the {v}", "zh is": "窃贼是从{v}逃走的", "zh is-not": "窃贼不是从{v}逃走的", "zh item": "从{v}离开的人"}},
			{name: both{"tool", "工具"}, values: both{"rope|file|lamp|glove|crowbar|ladder|net|saw", "绳子|锉刀|提灯|手套|撬棍|梯子|网|锯子"},
				forms: forms{"en said": "a {v}", "en is": "the thief used a {v}", "en is-not": "the thief did not use a {v}", "en item": "the suspect with the {v}",
					"zh is": "窃贼用了{v}", "zh is-not": "窃贼没有用{v}", "zh item": "带着{v}的人"}},
			{name: both{"hour", "钟点"}, values: both{"1|2|3|4|5|6|7|8", "1|2|3|4|5|6|7|8"}, typ: Integer,
				forms: forms{"en said": "{v} o'clock", "en is": "the theft happened at {v} o'clock", "en is-not": "the theft did not happen at {v} o'clock",
					"en <": "the theft happened before {b} o'clock", "en >": "the theft happened after {b} o'clock", "en item": "the suspect seen at {v} o'clock",
					"zh said": "是{v}点", "zh is": "失窃发生在{v}点", "zh is-not": "失窃不是发生在{v}点", "zh <": "失窃发生在{b}点之前", "zh >": "失窃发生在{b}点之后", "zh item": "{v}点出现的人"}},
			{name: both{"night", "夜晚"}, values: both{"freezing|cold|chilly|cool|mild|warm|hot|sweltering", "严寒|寒冷|微寒|凉爽|温和|温暖|炎热|酷热"}, typ: Ordered,
				forms: forms{"en item": "the suspect who remembers a {v} night", "zh said": "是{v}的", "zh item": "记得那夜{v}的人"}},
		},
	},
	{
		name: "expedition", langs: "en zh", title: both{"The expedition", "探险队"},
		story: both{"One member of the expedition carried one find to one camp. Everything there is to know about that journey is sought.",
			"探险队的一名队员把一件发现物带到了一个营地。求有关这趟路程的一切。"},
		row: both{"In single file", "排成一列"},
		rowing: both{"The members of the expedition walk in single file. No two of them are alike in anything listed here.",
			"探险队的队员排成一列行走，下列各项中任何两人都不相同。"},
		ring: both{"Round the camp fire", "围着篝火"},
		round: both{"The members of the expedition sit round the camp fire, their places numbered clockwise. No two of them are alike in anything listed here.",
			"探险队的队员围坐在篝火旁，座位按顺时针编号。下列各项中任何两人都不相同。"},
		forms: past,
		props: []themeProperty{
			{name: both{"member", "队员"}, values: both{"Asta|Bram|Cleo|Dov|Edda|Finn|Gita|Hale", "阿斯塔|布拉姆|克莉奥|多夫|埃达|芬恩|吉塔|黑尔"},
				forms: forms{"en is": "it was {v} who carried the find", "en is-not": "it was not {v} who carried the find", "en item": "{v}",
					"zh is": "带走发现物的是{v}", "zh is-not": "带走发现物的不是{v}", "zh item": "{v}"}},
			{name: both{"find", "发现物"}, values: both{"brooch|bone|coin|fossil|map|mask|seal|tablet", "胸针|骨头|钱币|化石|地图|面具|印章|泥板"},
				forms: forms{"en said": "a {v}", "en item": "the bearer of the {v}", "zh item": "带着{v}的人"}},
			{name: both{"camp", "营地"}, values: both{"cliff|delta|forest|glacier|lake|oasis|ridge|shore", "悬崖|三角洲|森林|冰川|湖泊|绿洲|山脊|海岸"},
				forms: forms{"en said": "by the {v}", "en item": "the one bound for the {v}", "zh said": "在{v}旁", "zh item": "前往{v}的人"}},
			{name: both{"days", "天数"}, label: both{en: "number of days"}, values: both{"2|3|4|5|6|7|8|9", "2|3|4|5|6|7|8|9"}, typ: Integer,
				forms: forms{"en is": "the journey took {v} days", "en is-not": "the journey did not take {v} days", "en <": "the journey took fewer than {b} days",
					"en >": "the journey took more than {b} days", "en item": "the one with {v} days to go",
					"zh is": "路上走了{v}天", "zh is-not": "路上走的不是{v}天", "zh <": "路上走了不到{b}天", "zh >": "路上走了超过{b}天", "zh item": "还要走{v}天的人"}},
			{name: both{"animal", "驮畜"}, label: both{en: "pack animal"}, values: both{"camel|dog|donkey|horse|llama|mule|reindeer|yak", "骆驼|狗|驴|马|羊驼|骡子|驯鹿|牦牛"},
				forms: forms{"en said": "a {v}", "en item": "the one leading the {v}", "zh item": "牵着{v}的人"}},
			{name: both{"pack", "行囊"}, values: both{"tiny|small|modest|medium|large|huge|giant|colossal", "极小|很小|较小|中等|较大|很大|极大|庞大"}, typ: Ordered,
				forms: forms{"en item": "the one with the {v} pack", "zh said": "是{v}的", "zh item": "行囊{v}的人"}},
		},
	},
	{
		name: "dinner", langs: "en zh", title: both{"The order that was lost", "丢失的点菜单"},
		story: both{"The waiter has lost one order. The guest only gives hints about it.", "服务员弄丢了一张点菜单，客人只肯给出一些提示。"},
		row:   both{"The long table", "长桌"},
		rowing: both{"Guests sit side by side along one side of a long table. No two of them are alike in anything listed here.",
			"客人并排坐在长桌的一侧，下列各项中任何两人都不相同。"},
		ring: both{"The round table", "圆桌"},
		round: both{"Guests sit round a table, their places numbered clockwise. No two of them are alike in anything listed here.",
			"客人围坐在圆桌旁，座位按顺时针编号。下列各项中任何两人都不相同。"},
		forms: past,
		props: []themeProperty{
			{name: both{"starter", "前菜"}, values: both{"soup|salad|pasta|melon|shrimps|olives|bread|ham", "汤|沙拉|意面|蜜瓜|虾|橄榄|面包|火腿"},
				forms: forms{"en item": "the guest who starts with {v}", "zh item": "前菜点{v}的客人"}},
			{name: both{"main", "主菜"}, label: both{en: "main course"}, values: both{"trout|goulash|risotto|curry|duck|lasagne|lamb|stew", "鳟鱼|炖牛肉|烩饭|咖喱|烤鸭|千层面|羊肉|什锦炖菜"},
				forms: forms{"en item": "the guest whose main course is {v}", "zh item": "主菜点{v}的客人"}},
			{name: both{"dessert", "甜点"}, values: both{"fruit|cheese|jelly|ice cream|pudding|custard|sorbet|cake", "水果|奶酪|果冻|冰淇淋|布丁|蛋奶冻|雪葩|蛋糕"},
				forms: forms{"en item": "the guest who ends with {v}", "zh item": "甜点点{v}的客人"}},
			{name: both{"drink", "饮料"}, values: both{"water|cider|tea|milk|juice|coffee|lemonade|cocoa", "水|苹果酒|茶|牛奶|果汁|咖啡|柠檬水|可可"},
				forms: forms{"en item": "the guest who drinks {v}", "zh item": "喝{v}的客人"}},
			{name: both{"table", "桌号"}, label: both{en: "number of the table"}, values: both{"1|2|3|4|5|6|7|8", "1|2|3|4|5|6|7|8"}, typ: Integer,
				forms: forms{"en is": "the order was for table {v}", "en is-not": "the order was not for table {v}", "en item": "the guest who booked table {v}",
					"zh said": "是{v}号", "zh item": "订了{v}号桌的客人"}},
			{name: both{"spice", "辣度"}, label: both{en: "flavour"}, values: both{"bland|delicate|mild|medium|spicy|hot|fiery|scorching", "不辣|微微辣|微辣|中辣|偏辣|辣|很辣|特辣"}, typ: Ordered,
				forms: forms{"en item": "the guest who likes it {v}", "zh item": "口味{v}的客人"}},
		},
	},
	{
		name: "cangku", langs: "zh", title: both{"The stolen antique", "失窃的古董"},
		story: both{"An antique is missing from the museum. Find out from the clues who hid it, where and how.",
			"博物馆丢了一件古董。根据线索，找出是谁、在哪里、用什么办法藏起来的。"},
		row: both{"The suspects", "嫌疑人"},
		rowing: both{"An antique is missing from the museum, and the suspects stand in a row. No two of them are alike in anything listed here.",
			"博物馆丢了一件古董，嫌疑人站成一排。下列各项中任何两人都不相同。"},
		ring: both{"A circle of suspects", "围坐的嫌疑人"},
		round: both{"An antique is missing from the museum, and the suspects sit round a table, their places numbered clockwise. No two of them are alike in anything listed here.",
			"博物馆丢了一件古董，嫌疑人围坐在圆桌旁，座位按顺时针编号。下列各项中任何两人都不相同。"},
		forms: past,
		props: []themeProperty{
			{name: both{"who", "嫌疑人"}, label: both{"thief", "小偷"}, values: both{"curator|guard|guide|cleaner|painter|student|porter|driver", "馆长|保安|导游|清洁工|画家|学生|搬运工|司机"},
				forms: forms{"en said": "the {v}", "en item": "the {v}", "zh item": "{v}"}},
			{name: both{"where", "地点"}, label: both{"hiding place", "藏古董的地点"}, values: both{"attic|cellar|garden|kitchen|study|stable|tower|well", "阁楼|地窖|花园|厨房|书房|马厩|塔楼|水井"},
				forms: forms{"en said": "the {v}", "en is": "the antique was hidden in the {v}", "en is-not": "the antique was not hidden in the {v}",
					"en item": "the suspect seen in the {v}", "zh is": "古董藏在{v}里", "zh is-not": "古董没有藏在{v}里", "zh item": "出现在{v}里的人"}},
			{name: both{"tool", "工具"}, values: both{"rope|file|torch|glove|crowbar|ladder|net|saw", "绳子|锉刀|手电|手套|撬棍|梯子|渔网|锯子"},
				forms: forms{"en said": "a {v}", "en is": "the thief used a {v}", "en is-not": "the thief did not use a {v}", "en item": "the suspect with the {v}",
					"zh is": "小偷用了{v}", "zh is-not": "小偷没有用{v}", "zh item": "带着{v}的人"}},
			{name: both{"how", "出口"}, label: both{en: "way out"}, values: both{"window|tunnel|roof|lift|chimney|balcony|stairs|back door", "窗户|地道|屋顶|电梯|烟囱|阳台|楼梯|后门"},
				forms: forms{"en said": "the {v}", "en is": "the thief escaped by way of the {v}", "en is-not": "the thief did not escape by way of the {v}",
					"en item": "the suspect who left by way of the {v}", "zh is": "小偷是从{v}逃走的", "zh is-not": "小偷不是从{v}逃走的", "zh item": "从{v}离开的人"}},
			{name: both{"hour", "时间"}, label: both{zh: "案发时间"}, values: both{"1|2|3|4|5|6|7|8", "1|2|3|4|5|6|7|8"}, typ: Integer,
				forms: forms{"en said": "{v} o'clock", "en is": "the theft happened at {v} o'clock", "en is-not": "the theft did not happen at {v} o'clock",
					"en <": "the theft happened before {b} o'clock", "en >": "the theft happened after {b} o'clock", "en item": "the suspect seen at {v} o'clock",
					"zh said": "是{v}点", "zh <": "案发时间早于{b}点", "zh >": "案发时间晚于{b}点", "zh item": "{v}点出现的人"}},
			{name: both{"weather", "天气"}, values: both{"sunny|fair|cloudy|drizzly|rainy|wet|stormy|wild", "晴|多云|阴|小雨|中雨|大雨|暴雨|台风"}, typ: Ordered,
				forms: forms{"en item": "the suspect who remembers {v} weather", "zh item": "记得天气是{v}的人"}},
		},
	},
}
