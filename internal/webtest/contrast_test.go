package webtest_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// tooFaint lists the texts that are seen and whose contrast with what lies behind them is below 4.5, or 3 where the letters are large
// (24 px, or 18.66 px and bold), by the formula of WCAG. What cannot be used, and text on a picture, is left out.
const tooFaint = `(() => {
	const parse = (c) => { const m = c.match(/[\d.]+/g).map(Number); return c.startsWith("color(") ? [...m.slice(-4, -1).map((x) => x * 255), m.length > 3 ? m.at(-1) : 1] : [m[0], m[1], m[2], m[3] ?? 1]; };
	const over = (a, b) => [0, 1, 2].map((i) => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
	const light = (c) => { const f = c.slice(0, 3).map((x) => (x /= 255) <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4); return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; };
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const rgba = (c) => { if (/^rgba?\(/.test(c)) return parse(c); canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); const d = canvas.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255]; };
	const behind = (e) => {
		const layers = [];
		for (; e; e = e.parentElement) {
			const s = getComputedStyle(e), c = rgba(s.backgroundColor);
			if (s.backgroundImage !== "none") return null;
			if (c[3] > 0) layers.push(c);
			if (c[3] === 1) break;
		}
		return layers.reverse().reduce((below, c) => over(c, below), rgba(getComputedStyle(document.documentElement).getPropertyValue("--paper").trim() || "#fff"));
	};
	const out = new Map();
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	let seen = 0;
	while (walk.nextNode()) {
		const n = walk.currentNode, e = n.parentElement;
		if (!n.data.trim() || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || e.closest("svg, [disabled], [aria-disabled=true], [inert], [aria-hidden=true]")) continue;
		const r = document.createRange(); r.selectNodeContents(n);
		const box = r.getBoundingClientRect();
		if (box.width < 2 || box.height < 2) continue;
		const s = getComputedStyle(e), back = behind(e);
		if (!back || s.clipPath !== "none" || s.clip !== "auto") continue;
		seen++;
		let fade = 1;
		for (let a = e; a; a = a.parentElement) fade *= Number(getComputedStyle(a).opacity);
		const ink = rgba(s.color); ink[3] *= fade;
		const a = light(over(ink, back)), b = light(back), ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
		const size = parseFloat(s.fontSize), large = size >= 24 || size >= 18.66 && Number(s.fontWeight) >= 700;
		if (ratio < (large ? 3 : 4.5)) out.set(e.tagName.toLowerCase() + (e.className && e.className.baseVal === undefined ? "." + e.className.trim().replace(/\s+/g, ".") : ""), ratio.toFixed(2) + " " + n.data.trim().slice(0, 40));
	}
	return seen < 5 ? ["hardly any text is looked at: " + seen] : [...out].map(([k, v]) => k + ": " + v);
})()`

// TestContrast is the first half of check 27: no text is fainter than 4.5 to 1 in the light and the dark theme, and with high contrast.
func TestContrast(t *testing.T) {
	puztest.From(t, puztest.Whole)
	t.Parallel()
	puztest.Need(t, "chromium")
	srv := newServer(t)
	for _, l := range looks[:3] {
		p := newTab(t, srv.URL, 1280, 900)
		p.visit("/help")
		p.wear(l)
		for _, at := range []string{"/", "/help", "/learn/sudoku", "/cards/new", path("sudoku:6x6#1"), path("zebra:3x3#1"), path(deck), path("worded:wine#1"), path(layered["edge"])} {
			p.visit(at)
			if len(at) > 5 && at[:5] == "/play" {
				p.wait(`document.documentElement.dataset.ready === "true"`)
				if js[bool](p, `quandary.ctx.can("hint")`) {
					p.act("hint")
					p.wait(`!document.getElementById("hint").hidden`)
				}
			}
			for _, faint := range js[[]string](p, tooFaint) {
				t.Errorf("%s, %s: %s", at, l.name, faint)
			}
		}
		// The check itself: a grey that is too faint on this paper is found.
		p.do(`document.documentElement.style.setProperty("--ink", "#888888"); document.body.style.color = "#888888"; document.body.style.backgroundColor = "#777777"`)
		if len(js[[]string](p, tooFaint)) == 0 {
			t.Errorf("%s: grey on grey is not found", l.name)
		}
	}
}
