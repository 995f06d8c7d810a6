package grade

import (
	"strings"
	"sync"
)

// class is what a word or phrase does to the claim that it stands in. One may do several things.
type class uint32

const (
	negates   class = 1 << iota // denies what the clause says: not, isn't, 不是
	excepts                     // denies what follows it alone: rather than, 而不是
	limits                      // makes a bound of a value: at least, <, 以上
	hedges                      // takes back the certainty: about, maybe, 可能
	corrects                    // takes back what was said before: wait, oops, 更正
	contrasts                   // but, 但是: what was doubted before is no longer meant
	concludes                   // so, 所以: what was said before is what it follows from
	reasons                     // because, 因为: what follows is working
	either                      // or, 或
	joins                       // and, 和
	rejects                     // says that something is not the answer: wrong, innocent, ✗
	accepts                     // says that something is: right, guilty, ✓
	links                       // is, =, 是: the value stands behind it
	opens                       // who, of: what follows describes the subject of the clause
	closes                      // 的, 人数: what stands before describes the subject
	reports                     // says, 说: somebody else's claim
	labels                      // clue, step: the number behind it is a name
	others                      // the others, 其余: what is left
	checks                      // check: what follows in the sentence is working
	frames                      // words that say nothing of their own about the value
	refers                      // it, that: what was said before
)

// lexicon lists the phrases of each class, in English and in Chinese. Everything that marking knows about words stands here and in
// the numbers of words.go.
var lexicon = []struct {
	class   class
	phrases string
}{
	{negates, `first got|i first got|first i got|at first i got|i initially got|initially i got|i originally got|originally i got|i first thought|i first had|not|never|neither|nor|no|none|nobody|cannot|can't|cant|isn't|isnt|aren't|wasn't|weren't|won't|wouldn't|couldn't|mustn't|shouldn't|
		doesn't|don't|didn't|doesnt|dont|hasn't|haven't|hadn't|ain't|unequal|differs|different from|different than|unlike|without|far from|fails|fail|failed|
		excluding|≠|!=|=/=|<>|¬|≢|∉|hardly|scarcely|rarely|false that|wrong to say|
		不|非|未|没|勿|别|并非|不是|不等于|不为|不可能|不能|不会|不应|没有|绝非|绝不|从不|并不|不选|都不|均不|不应该|不应该选|不可以|不该|不要|不满足|不符合|不存在|否`},
	{negates | links, `is not|are not|was not|were not|be not|isn't equal to|not equal to|does not equal|doesn't equal|don't equal|cannot be|can't be|could not be|couldn't be|can not be|must not be|will not be|won't be|would not be|should not be`},
	{excepts, `everything but|everyone but|everybody but|anything but|anyone but|anybody but|all but|any but|every option but|all options but|every one but|each but|all except|everyone except|everything except|rather than|instead of|as opposed to|and not|but not|other than|except|except for|apart from|besides|aside from|unlike|rule out|rules out|ruling out|excluding|eliminating|rejecting|discarding|dismissing|crossing out|exclude|excludes|eliminate|eliminates|reject|discard|dismiss|cross out|而不是|而非|除了|除|不包括|而不选`},
	{frames, `no more and no less than|no more and no fewer than|no fewer and no more than|no less and no more than|neither more nor less than|neither more nor fewer than|no more or less than|no more nor less than|none other than|nothing but|only possible|only possibility|smallest possible|largest possible|least possible|greatest possible|fewest possible|maximum possible|minimum possible|possible number|possible value|possible answer|possible solution|possible values|possible arrangement|nothing else|no one but|nobody but|nobody else|no one else|not only|no doubt|no doubt about it|without doubt|without a doubt|without any doubt|beyond doubt|beyond any doubt|no question|of course|
		no other|no problem|no further|no more steps|not surprisingly|毫无疑问|无疑|不仅|不多不少|不妨|不难|不用谢|没错|没问题|不客气|不难看出|不难得出|别客气|无误|同时|只有|唯一|种可能|种可能性|sorry for|sorry about|sorry if|apologies for`},
	{limits, `at best|at worst|best case|worst case|顶多|充其量|撑死|at the earliest|at the latest|no later than|no earlier than|later than|earlier than|not before|not after|short|shy|at least|at most|at the least|at the most|at the very least|at the very most|at very least|at very most|times as|times more|times larger|times bigger|times less|times the|times that|times greater|times smaller|in excess of|tops|as a minimum|as a maximum|not over|not under|at minimum|at maximum|more than|less than|fewer than|greater than|larger than|smaller than|bigger than|higher than|lower than|no more than|no less than|no fewer than|not more than|not less than|not fewer than|
		up to|as many as|as few as|as much as|as little as|exceeds|exceed|exceeding|beyond|between|or more|or less|or fewer|or higher|or lower|or greater|or above|or below|or over|or under|or better|and up|and above|and more|and over|upwards of|lower bound|upper bound|
		a minimum of|a maximum of|minimum of|maximum of|bounded by|within|not exceeding|not above|not below|short of|shy of|or larger|or smaller|
		<|>|≤|≥|<=|>=|≦|≧|≪|≫|⩽|⩾|±|∈|
		至少|至多|最多|最少|不少于|不多于|不超过|不低于|不高于|不小于|不大于|超过|大于|小于|高于|低于|多于|少于|以上|以下|以内|之间|介于|不足|不到|不止|起码|未满|有余|大于等于|小于等于|大于或等于|小于或等于|至少是|至少有|最多是|最多有|超出|开外|往上|打底|上限|下限`},
	{limits | opens, `over|under|above|below|past|minimum|maximum|min|max|最小|最大`},
	{hedges, `近|最初算成|起初算成|开始算成|一开始算成|最初以为|起初以为|一开始以为|开始以为|最初得到|起初得到|误算成|错算成|about|around|approximately|approximate|approx|roughly|circa|nearly|almost|maybe|perhaps|possibly|possible|probably|probable|likely|unlikely|presumably|might|may|could|can be|seemingly|seems|seem|appears|appear|guess|guessing|guessed|unsure|uncertain|not sure|not certain|not entirely sure|not completely sure|not quite sure|not really sure|not quite|not exactly|not positive|
		suspect|supposedly|or so|or thereabouts|ish|close to|near|nearby|something like|assume|assuming|assumed|suppose|supposing|if|unless|looks like|look like|~|≈|∼|≃|≅|⪅|~=|more or less|give or take|plausibly|plausible|potentially|conceivably|apparently|arguably|estimate|estimated|estimates|ballpark|kind of|sort of|hopefully|depends|doubt|doubtful|i'd guess|my hunch|hunch|tentatively|allegedly|?|
		in the neighborhood of|in the neighbourhood of|in the region of|on the order of|can't tell|cannot tell|hard to say|don't know|do not know|not know|no idea|no clue|not confident|i wonder|wonder|whether|hypothetically|theoretically|chances are|could be|may be|might be|or maybe|or perhaps|or possibly|say|
		快|大约|大概|约|约为|约等于|大约是|大概是|左右|可能|可能的|大概的|估计的|可能是|可能选|也许|也许是|或许|或许是|恐怕|估计|估计是|差不多|好像|似乎|大致|近似|接近|将近|几乎|大体|上下|不确定|不太确定|不敢确定|不能确定|无法确定|猜|猜测|猜是|应该吧|吧|没把握|不一定|未必|说不定|没准|如果|假如|假设|假定|若|疑似|八成是|多半|看来像|像是|看起来像|大抵|差一点|差点|差一些|不清楚|不知道|怀疑|是否|吗|呢|貌似|兴许|拿不准|也可能|也可能是|有可能|有可能是|很可能|很可能是|近于|近乎|或者可能`},
	{corrects, `wait|wait no|actually|oops|sorry|correction|scratch that|strike that|i mean|i meant|my mistake|on second thought|on second thoughts|on reflection|let me correct|let me redo|let me recompute|let me recalculate|let me reconsider|let me rethink|let me recheck|let me double check|let me check|hmm|hold on|make that|i misread|i miscounted|i made a mistake|i made an error|i was wrong|i take that back|i take it back|i retract|i withdraw|my bad|apologies|whoops|ignore that|forget that|disregard that|ignore the above|disregard the above|no wait|oh wait|
		检查后应为|检查后应是|检查后应该是|检查后发现应为|复查后应为|复查后是|核对后应为|核对后是|重新算后|其实应为|其实应该是|等等|等一下|等下|更正|纠正|抱歉|修正|算错了|我错了|我算错了|说错了|我说错了|写错了|改成|改为|更改为|重新计算|重新考虑|重新检查|重算|再想想|稍等|哦不|噢不|不好意思|收回|撤回|作废`},
	{contrasts, `but|however|yet|though|although|whereas|while|still|nevertheless|nonetheless|但|但是|而是|不过|却|可是|然而|而|虽然|尽管`},
	{concludes, `and get|and got|and obtain|and so get|we get|we obtain|which gives|which makes|which adds up to|which comes to|which totals|for a total of|making a total of|this gives|to get|i conclude|i conclude that|we conclude that|i deduce that|we deduce that|this proves that|this shows that|this means that|it follows that|解得|求得|算得|推出|推得|so|therefore|thus|hence|consequently|accordingly|ergo|which means|this means|that means|this leaves|that leaves|which leaves|leaves|leaving|it follows|we conclude|in conclusion|to conclude|in summary|finally|overall|∴|⇒|⟹|=>|in the end|
		所以|因此|故|于是|从而|综上|综上所述|由此可知|可知|可得|得出|总之|只剩|只剩下|最后|最终|由此`},
	{reasons, `because|since|given that|due to|as it|as only|as otherwise|as then|as this|as that|as these|as there|as no|as every|as all|as both|as neither|because of|considering|seeing that|on the grounds that|因为|由于|鉴于|理由是|理由|原因是|原因`},
	{checks, `check|checking|double check|double checking|double-check|double-checking|quick check|sanity check|verify|verifying|verification|to verify|to check|proof|验算|检验|验证`},
	{either, `or|either|and/or|alternatively|or else|或|或者|或是|还是|要么|要不|抑或`},
	{either | joins, `also|也|也是`},
	{joins, `and|&|plus|as well as|together with|along with|with|followed by|then|和|与|以及|及|跟|同|还有|加上|接着|然后|其次|再`},
	{frames, `in short|in brief|tl;dr|tldr|ans|conclusion|summary|to sum up|summing up|all in all|looking at all the clues|looking at the clues|i checked every case|i double-checked it|i double checked it|i checked it|double-checked|for this puzzle`},
	{rejects, `a mistake|a common mistake|the common mistake|a frequent mistake|a trap|a misconception|a distractor|a red herring|a fallacy|has an alibi|have an alibi|had an alibi|have alibis|had alibis|is out|are out|drops out|drop out|falls away|fall away|contradictions|除外|有不在场证明|有不在场的证明|wrong|incorrect|false|invalid|impossible|innocent|cleared|untrue|mistaken|ruled out|eliminated|excluded|rejected|inconsistent|contradictory|contradicts|contradiction|contradicted|refuted|violates|breaks|error|bogus|disproved|implausible|unacceptable|✗|✘|❌|✖|×|☒|❎|too late|too early|too long|too short|too old|too young|too heavy|too light|too far|too soon|too fast|too slow|too cheap|too expensive|too small|too big|too large|too high|too low|too few|too many|too much|too little|not enough|insufficient|excessive|unsuitable|off the hook|in the clear|acquitted|exonerated|not guilty|out of the question|crossed out|
		错|错误|错的|错了|不对|不正确|不成立|不行|无罪|清白|清白的|排除|被排除|可排除|可以排除|无辜|矛盾|假|假的|误|有误|无辜的|有矛盾|不合理|不符|太小|太大|太多|太少|偏大|偏小|不够|过大|过小|被排除了|不成立的|错误选项|以外|之外|外|以外的|之外的`},
	{accepts, `right|correct|true|valid|yes|guilty|✓|✔|✅|☑|indeed|works|holds|checks out|confirmed|fits|对|正确|成立|有罪|真|真的|对的|正确的|符合|满足|可行|是的|确认|检查无误`},
	{links, `is|are|was|were|be|been|being|am|equals|equal|equal to|is equal to|it's|that's|he's|she's|there's|here's|they're|answer's|must be|should be|would be|will be|has to be|have to be|needs to be|ought to be|comes to|come to|amounts to|gives|give|yields|makes|get|gets|obtain|find|got|becomes|totals|belongs to|belong to|belonged to|is owned by|was taken by|was done by|namely|called|named|as|by|choose|chose|pick|picked|select|selected|=|==|:|→|->|⇒|≡|means|remains|contains|contain|turns out to be|works out to|comes out to|comes out as|i.e.|have|has|had|need|needs|took|takes|take|
		是|为|选|选择|即|就是|等于|应该是|应是|应为|应该为|应该选|应选|叫|叫做|共|共有|一共|一共有|总共|总共有|有|得|得到|算出|求出|乃|便是|正是|只能是|必须是|必定是|一定是|必然是|肯定是|确定是|只可能是|等于是|选的是|需要|需|花了|用了|由|被|分别是|分别为|依次是|依次为|顺序是|顺序为|排列为|变成|包括|包含`},
	{opens, `who|whom|whose|that|which|of|with|in|for|when|where|such|from|to|what|how many|how much|having|containing|per|on|after|before`},
	{closes, `的|人数|数量|概率|总数|个数|次数|数目|之和|时`},
	{reports, `says|said|saying|claims|claimed|claim|thinks|accuses|accused|asserts|believes|blames|blamed|states|stated|tells|told|suspects|asks|asked|
		说|声称|指控|指认|宣称|表示|以为`},
	{labels, `clue|clues|step|question|part|case|rule|condition|equation|premise|statement|hint|problem|figure|constraint|note|item|task|q|线索|条件|步骤|问题|规则|前提|题`},
	{others, `others|other|rest|remaining|else|everyone else|everybody else|all others|the other|其余|其他|其它|别的|剩下|剩余|另外`},
	{refers, `it|that|this|he|she|they|these|those|它|这|那|他|她|此|这个|那个|该`},
	{frames, `i'd say|i would say|painted|coloured|colored|labelled|labeled|综合以上|根据以上|由以上|以上分析|以上推理|以上条件|以上线索|综合以上分析|根据以上分析|由以上分析|i think|i believe|i'm sure|i am sure|i'm certain|i am certain|i'm confident|i am confident|i'm|i've|i'll|i'd|we're|we've|you're|let's|who's|what's|sure|certain|certainly|definitely|clearly|obviously|surely|exactly|precisely|only|just|simply|indeed|really|very|thank you|thanks|please|hope this helps|i hope this helps|let me know|let me know if you have any questions|if you have any questions|if you have questions|if you need anything else|feel free to ask|if you need|if you'd like|as required|as needed|good luck|you're welcome|glad to help|happy to help|have a nice day|great question|best regards|kind regards|regards|hello|hi|dear|sir|ok|okay|alright|well|now|here|there|
		the|a|an|my|our|your|his|her|their|its|i|we|you|us|me|let|let's|hope|helps|help|answer|answers|answered|final|result|results|solution|value|number|total|totals|count|option|options|choice|choices|letter|person|name|people|one|ones|in total|altogether|in all|all|every|both|each|order|list|sequence|following|question asks|asked for|go with|goes|go|do|did|does|will|would|should|must|shall|does|then|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|at|into|back|hence|per clue|by elimination|elimination|this is|left to right|from left to right|from first to last|from top to bottom|top to bottom|in order|in that order|in this order|respectively|
		答案|答|最终答案|正确答案|选项|结果|解|我认为|我觉得|我选|我们|我|你|您|答案选|综上|谢谢|希望对你有帮助|希望对您有帮助|希望有帮助|请|请问|您好|你好|好的|当然|显然|明显|很明显|确定|肯定|一定|必然|正好|刚好|恰好|恰|仅|只|仅有|其中|只能|只会|经过推理|经推理|推理可得|根据线索|根据条件|根据题意|人|个|名|位|岁|元|只|条|次|种|天|小时|分钟|千米|公里|米|厘米|克|千克|公斤|升|吨|块|张|把|件|组|对|双|间|辆|本|了|啊|哦|哈|呀|的话|从左到右|从前到后|从上到下|按顺序|依次|分别|顺序|排列|第|第一|第二|第三|他们|她们|祝|好运|这里|那里|都|均|全|全部|一个|一名|一位|这位|那位|那么|就|那|说了谎|打碎的|打碎|打破的|打破了|打破|弄坏的|弄坏了|吃的|吃了|吃掉的|吃掉了|拿的|拿了|偷走的|偷走了|打的|弄丢的|弄丢了|写的|写了|犯的|养的|住的|杀的|说谎|说谎的|说谎了|在说谎|撒谎|撒谎的|撒谎了|说真话|说真话的|说假话|说假话的|讲真话|讲假话|骗人|偷的|偷了|做的|干的|赢了|获胜|获胜的|胜出|拿走了|打碎了|迟到|迟到了|缺席|通过|小偷|凶手|骗子|赢家|冠军|说谎者|犯人|罪犯|嫌疑人`},
}

// grammarNode is a node of the tree of phrases.
type grammarNode struct {
	next  map[string]*grammarNode
	class class // of the phrase that ends here; 0 where none does
}

// phrases is the tree of all phrases of the lexicon by their tokens.
var phrases = sync.OnceValue(func() *grammarNode {
	root := &grammarNode{}
	for _, l := range lexicon {
		for _, phrase := range strings.Split(l.phrases, "|") {
			at := root
			for _, t := range tokenize(strings.TrimSpace(phrase)) {
				if at.next == nil {
					at.next = map[string]*grammarNode{}
				}
				if at.next[t.text] == nil {
					at.next[t.text] = &grammarNode{}
				}
				at = at.next[t.text]
			}
			if at != root {
				at.class |= l.class
			}
		}
	}
	return root
})

// phraseAt gives the class of the longest phrase that begins at a token, and how many tokens it has; none has class 0 and one
// token.
func phraseAt(tokens []token, i int) (class, int) {
	at := phrases()
	found, n := class(0), 1
	for j := i; j < len(tokens); j++ {
		at = at.next[tokens[j].text]
		if at == nil {
			break
		}
		if at.class != 0 {
			found, n = at.class, j-i+1
		}
	}
	return found, n
}
