package grade

import (
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/sieve"
)

// A time of day is a name to the types, and people write it in many ways. Where the reference is one, the times of an answer are read as
// numbers of minutes, by the same grammar as all numbers; nothing else in it is a number then.

// clockUnit is what a time of day is counted in; no word of a text is the same.
const clockUnit = "clockminutes"

var (
	clockAlone  = sieve.Lazy(`(?i)^(\d{1,2})[:：](\d{2})(?:[:：]00)?\s*(a\.?m\.?|p\.?m\.?)?$|^(\d{1,2})\s*(a\.?m\.?|p\.?m\.?)$|^(上午|早上|凌晨|下午|晚上|中午)?(\d{1,2}|[一二三四五六七八九十两]{1,2})[点时](?:(\d{1,2})分?|(半)|(一刻)|整)?$`)
	clockIn     = sieve.Lazy(`(?i)\b(\d{1,2})[:：](\d{2})(?:[:：]00)?\s*(a\.?m\b\.?|p\.?m\b\.?)?|\b(\d{1,2})\s*(a\.?m\b\.?|p\.?m\b\.?)|(上午|早上|凌晨|下午|晚上|中午)?(\d{1,2}|[一二三四五六七八九十两]{1,2})[点时](?:(\d{1,2})分?|(半)|(一刻)|整)?`)
	boundOfTime = sieve.Lazy(`(?i)\b(?:by|before|after|until|till|past|around|towards) \d{1,2}[:：]\d{2}`)
	behindIt    = sieve.Lazy(`(?i)^\s*(?:o'clock|oclock|hours|hrs?|h|uhr)\b`)
	inThe       = sieve.Lazy(`(?i)^\s*(?:o'clock\s+)?(in the morning|in the afternoon|in the evening|at night)\b`)
)

// clockOf gives the minutes of a time of day that is all of a text; half says that it is not told which half of the day is meant.
func clockOf(text string) (minutes int, half, ok bool) {
	m := clockAlone().FindStringSubmatch(strings.TrimSpace(plain(text)))
	if m == nil {
		return 0, false, false
	}
	return clockMinutes(m)
}

func clockMinutes(m []string) (minutes int, half, ok bool) {
	number := func(s string) int {
		if n, err := strconv.Atoi(s); err == nil {
			return n
		}
		n, _ := chineseInt(s)
		return int(n)
	}
	hour, minute := number(m[1]+m[4]+m[7]), 0
	switch {
	case m[2] != "" || m[8] != "":
		minute = number(m[2] + m[8])
	case m[9] != "":
		minute = 30
	case m[10] != "":
		minute = 15
	}
	if hour > 24 || minute > 59 {
		return 0, false, false
	}
	part := strings.ToLower(m[3] + m[5] + m[6])
	switch {
	case strings.HasPrefix(part, "p"), part == "下午", part == "晚上", part == "中午":
		if hour < 12 && !(part == "中午" && hour > 10) {
			hour += 12
		}
	case strings.HasPrefix(part, "a") && hour == 12, part == "凌晨" && hour == 12:
		hour = 0
	case part == "" && hour > 0 && hour < 13:
		half = m[1] == "" || len(m[1]) == 1 || hour > 9
	}
	return hour*60 + minute, half, true
}

// compareClocks marks a text that should claim a time of day.
func compareClocks(ref, text string, asks *question) Reason {
	want, open, _ := clockOf(ref)
	clean := plain(text)
	if boundOfTime().MatchString(clean) {
		return Unclaimed
	}
	var b strings.Builder
	for {
		at := clockIn().FindStringSubmatchIndex(clean)
		if at == nil {
			break
		}
		var m []string
		for i := 0; i < len(at); i += 2 {
			if at[i] < 0 {
				m = append(m, "")
			} else {
				m = append(m, clean[at[i]:at[i+1]])
			}
		}
		b.WriteString(withoutNumbers(clean[:at[0]]))
		minutes, _, ok := clockMinutes(m)
		clean = clean[at[1]:]
		if part := inThe().FindStringSubmatchIndex(clean); part != nil && m[3]+m[5] == "" {
			if p := strings.ToLower(clean[part[2]:part[3]]); ok && minutes < 720 && p != "in the morning" {
				minutes += 720
			}
			clean = clean[part[1]:]
			m[3] = "a"
		}
		clean = clean[len(behindIt().FindString(clean)):]
		if !ok {
			continue
		}
		if open && (m[3]+m[5]+m[6] != "" || minutes >= 780) { // the reference does not say which half of the day
			minutes = (minutes+660)%720 + 60
		}
		b.WriteString(" " + strconv.Itoa(minutes) + " " + clockUnit + " ")
	}
	b.WriteString(withoutNumbers(clean))
	if open {
		want = (want+660)%720 + 60
	}
	return compareNumbers(strconv.Itoa(want)+" "+clockUnit, b.String(), asks.number())
}

var otherNumbers = sieve.Lazy(`\d+(?:\.\d+)?`)

// withoutNumbers puts a word in the place of each number.
func withoutNumbers(text string) string { return otherNumbers().ReplaceAllString(text, "some") }
