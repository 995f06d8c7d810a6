package zebra

import "strings"

// theme is a set of word lists of our own. Items are drawn from its categories; the phrase of a category says how to speak
// of the one with an item. Numeric categories list numbers in ascending order.
type theme struct {
	name, lang string
	story      string // with {n} for the number of people
	place      string // a word for a place in the row
	inTime     bool   // the places come one after another in time
	cats       []themeCategory
}

type themeCategory struct {
	name, phrase, items string // items separated by |
}

func (c themeCategory) words() []string { return strings.Split(c.items, "|") }

// themes lists the word lists, the default first.
func themes() []theme {
	return []theme{
		{"street", "en", "{n} houses stand in a row, and a different person lives in each.", "house", false, []themeCategory{
			{"Name", "{}", "Agnes|Bruno|Clara|Dmitri|Elena|Farid|Greta|Hugo|Irina|Jonas|Kira|Leo"},
			{"Colour", "the one in the {} house", "amber|blue|crimson|ebony|green|ivory|lilac|orange|pink|silver|teal|white"},
			{"Drink", "the one who drinks {}", "ale|buttermilk|cider|cocoa|coffee|espresso|lemonade|mead|milk|punch|tea|water"},
			{"Animal", "the one who keeps the {}", "badger|canary|cat|dog|ferret|goat|heron|mule|owl|parrot|rabbit|tortoise"},
			{"Trade", "the {}", "baker|carpenter|doctor|farmer|glazier|joiner|lawyer|mason|painter|sailor|tailor|weaver"},
			{"Instrument", "the one who plays the {}", "bassoon|cello|drum|fiddle|flute|guitar|harp|horn|lute|oboe|piano|zither"},
			{"Flower", "the one who grows {}", "asters|dahlias|daisies|irises|lilies|lupins|pansies|peonies|poppies|roses|tulips|violets"},
			{"Age", "the one aged {}", "19|23|27|31|36|42|45|51|58|63|70|77"},
			{"Game", "the one who plays {}", "backgammon|billiards|bowls|bridge|canasta|checkers|chess|cribbage|darts|dominoes|poker|whist"},
			{"Dish", "the one who cooks {}", "curry|dumplings|goulash|lasagne|moussaka|noodles|omelettes|paella|pierogi|ramen|risotto|stew"},
		}},
		{"market", "en", "{n} stalls stand side by side on the market square.", "stall", false, []themeCategory{
			{"Seller", "{}", "Abel|Beth|Cyril|Daisy|Edgar|Freya|Gus|Hazel|Ivo|Judith|Karl|Lottie"},
			{"Goods", "the seller of {}", "baskets|books|bread|candles|cheese|clocks|eggs|honey|knives|pottery|soap|wool"},
			{"Awning", "the stall with the {} awning", "black|brown|checked|dotted|golden|grey|navy|plain|purple|red|striped|yellow"},
			{"Village", "the one from {}", "Ashford|Birkby|Corbridge|Denholm|Easton|Fenwick|Grasmere|Hartley|Ingleton|Kelso|Lydford|Marden"},
			{"Price", "the one who charges {}", "2|3|4|5|6|8|9|10|12|15|16|20"},
			{"Vehicle", "the one who came by {}", "barge|bicycle|bus|carriage|cart|lorry|moped|sledge|tractor|train|tram|van"},
			{"Hat", "the one in the {}", "beret|bonnet|bowler|boater|cap|fedora|fez|headscarf|hood|stetson|top hat|turban"},
			{"Breakfast", "the one who had {} for breakfast", "crumpets|figs|granola|ham|kippers|muesli|pancakes|porridge|rusks|toast|waffles|yoghurt"},
			{"Customers", "the one with {} customers", "11|14|18|22|25|28|33|36|40|44|50|55"},
			{"Dog", "the owner of the {}", "beagle|boxer|collie|corgi|dachshund|greyhound|husky|mastiff|poodle|pug|spaniel|terrier"},
		}},
		{"school", "en", "{n} pupils gave talks one after another at the end of term.", "turn", true, []themeCategory{
			{"Pupil", "{}", "Alma|Boris|Chloe|David|Emil|Fiona|Gavin|Hana|Isaac|June|Kofi|Lina"},
			{"Topic", "the one who spoke about {}", "bridges|comets|deserts|dinosaurs|dreams|glaciers|maps|money|robots|spiders|tides|volcanoes"},
			{"Subject", "the one whose favourite subject is {}", "art|biology|chemistry|drama|French|geography|history|Latin|maths|music|physics|Spanish"},
			{"Sport", "the one who does {}", "archery|badminton|cricket|fencing|hockey|judo|netball|rowing|rugby|sailing|squash|tennis"},
			{"Minutes", "the one who spoke for {} minutes", "4|5|6|7|8|9|10|12|14|15|16|18"},
			{"Bag", "the one with the {} bag", "beige|black|brown|cyan|gold|green|grey|khaki|maroon|navy|red|violet"},
			{"Snack", "the one who brought {}", "almonds|apples|bananas|biscuits|carrots|cherries|grapes|olives|plums|pretzels|raisins|walnuts"},
			{"Mark", "the one with mark {}", "51|55|60|64|68|72|75|80|84|88|92|96"},
			{"City", "the one who was born in {}", "Bergen|Cork|Dakar|Essen|Genoa|Kyoto|Lima|Lyon|Osaka|Porto|Quito|Turin"},
			{"Hobby", "the one who likes {}", "baking|chess|coding|dancing|hiking|juggling|knitting|origami|pottery|reading|sketching|surfing"},
		}},
		{"voyage", "en", "{n} ships lie along the quay of a harbour on a distant world.", "berth", false, []themeCategory{
			{"Ship", "the {}", "Albatross|Borealis|Corsair|Daybreak|Endeavour|Firefly|Guillemot|Horizon|Icarus|Juniper|Kestrel|Lodestar"},
			{"Captain", "the ship of Captain {}", "Arden|Boyle|Cheng|Duarte|Eriksen|Falk|Grimm|Hollis|Ito|Jansen|Khan|Lund"},
			{"Cargo", "the ship with the {}", "amber|cocoa|copper|cotton|fossils|ivy|machines|medicine|salt|seeds|silk|spices"},
			{"Bound for", "the ship bound for {}", "Arcadia|Belis|Ceto|Dione|Elara|Fornax|Ganymede|Hyperion|Ixion|Janus|Kallisto|Leda"},
			{"Crew", "the ship with a crew of {}", "6|8|9|12|15|16|18|20|24|27|30|36"},
			{"Flag", "the ship with the {} flag", "blue|bronze|coral|emerald|indigo|jade|orange|pearl|ruby|saffron|scarlet|white"},
			{"Mascot", "the ship with the {}", "cockatoo|gecko|hedgehog|iguana|lemur|mongoose|monkey|newt|otter|raven|snail|toad"},
			{"Repair", "the ship that needs a new {}", "anchor|antenna|boiler|compass|engine|galley|hatch|ladder|mast|pump|radar|rudder"},
		}},
		{"hutong", "zh", "胡同里有{n}户人家排成一排，每家各不相同。", "门牌", false, []themeCategory{
			{"姓名", "{}", "张伟|王芳|李娜|刘洋|陈静|杨帆|赵敏|黄磊|周杰|吴婷|徐明|孙悦"},
			{"颜色", "住{}房子的人", "白色|红色|黄色|蓝色|绿色|紫色|黑色|灰色|橙色|粉色|棕色|青色"},
			{"宠物", "养{}的人", "狗|猫|金鱼|鹦鹉|兔子|乌龟|仓鼠|画眉|鸽子|蟋蟀|松鼠|八哥"},
			{"饮料", "喝{}的人", "绿茶|红茶|咖啡|牛奶|豆浆|果汁|可乐|米酒|酸梅汤|花茶|矿泉水|椰汁"},
			{"职业", "当{}的人", "医生|教师|厨师|司机|律师|会计|画家|记者|警察|裁缝|木匠|演员"},
			{"爱好", "喜欢{}的人", "下棋|书法|钓鱼|跳舞|唱歌|摄影|游泳|登山|打牌|种花|剪纸|拉二胡"},
			{"年龄", "{}岁的人", "21|24|28|30|35|39|42|48|53|60|66|72"},
			{"家乡", "老家在{}的人", "北京|上海|广州|成都|西安|武汉|杭州|南京|昆明|长沙|哈尔滨|青岛"},
		}},
		{"xueyuan", "zh", "{n}名学生依次坐在图书馆的一排座位上。", "座位", false, []themeCategory{
			{"学生", "{}", "小明|小红|小刚|小丽|小强|小芳|小军|小燕|小龙|小梅|小华|小雨"},
			{"专业", "学{}的学生", "数学|物理|化学|历史|法律|哲学|医学|建筑|音乐|经济|地理|生物"},
			{"社团", "参加{}的学生", "合唱团|围棋社|话剧社|摄影社|武术社|辩论队|篮球队|天文社|诗社|舞蹈团|书画社|机器人社"},
			{"城市", "来自{}的学生", "大连|苏州|厦门|重庆|天津|郑州|济南|合肥|福州|贵阳|兰州|沈阳"},
			{"早餐", "早餐吃{}的学生", "包子|油条|馒头|面包|煎饼|馄饨|米粉|稀饭|豆腐脑|烧饼|汤圆|炒面"},
			{"书包", "背{}书包的学生", "白色|红色|黄色|蓝色|绿色|紫色|黑色|灰色|橙色|粉色|棕色|青色"},
			{"分数", "考了{}分的学生", "60|65|70|72|75|78|80|85|88|90|95|100"},
			{"书", "在读《{}》的学生", "红楼梦|西游记|水浒传|三国演义|史记|论语|诗经|庄子|边城|呐喊|家|子夜"},
		}},
	}
}
