package webtest_test

import (
	"compress/gzip"
	"io"
	"net/http"
	pathpkg "path"
	"regexp"
	"strings"
	"testing"
)

var (
	scriptsOf = regexp.MustCompile(`(?:src|href)="(/static/[^"#]+\.(?:js|css))"`)
	importsOf = regexp.MustCompile(`(?m)^(?:import|export)[^"\n]* from "([^"]+)"`)
)

// sent gets an address as a browser does, and counts the bytes of the body as it is sent, which is compressed.
func sent(t *testing.T, address string) (bytes int, text string, header http.Header) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	r, err := http.NewRequestWithContext(t.Context(), "GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "br, gzip")
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("%s: status %d, encoding %q, %v", address, resp.StatusCode, resp.Header.Get("Content-Encoding"), err)
	}
	z, err := gzip.NewReader(strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return len(body), string(plain), resp.Header
}

// TestWeight loads the page of a puzzle as a browser does that knows nothing yet, follows scripts to what they import, and counts what is
// sent: scripts and style stay within 60 kB, and all of them may be kept for good.
func TestWeight(t *testing.T) {
	base := newServer(t).URL
	get := func(address string) (int, string, http.Header) { return sent(t, base+address) }
	for _, id := range []string{"sudoku:4x4%231", "zebra:4x3%231", "slitherlink:2x2:2_2/3_-/-_3"} {
		page, html, _ := get("/play?p=" + id)
		total := 0
		seen := map[string]bool{}
		var load func(address string)
		load = func(address string) {
			if seen[address] {
				return
			}
			seen[address] = true
			n, text, h := get(address)
			if c := h.Get("Cache-Control"); !strings.Contains(c, "immutable") {
				t.Errorf("%s is kept %q", address, c)
			}
			total += n
			for _, m := range importsOf.FindAllStringSubmatch(text, -1) {
				load(pathpkg.Join(pathpkg.Dir(address), m[1]))
			}
		}
		for _, m := range scriptsOf.FindAllStringSubmatch(html, -1) {
			load(m[1])
		}
		t.Logf("%s: %d files of scripts and style, %d bytes sent; the page itself %d bytes", id, len(seen), total, page)
		if len(seen) < 10 || total > 60_000 {
			t.Errorf("%s: %d files of scripts and style, %d bytes sent: at most 60000", id, len(seen), total)
		}
		if strings.HasPrefix(id, "slitherlink") && !strings.Contains(html, `<svg class="picture-board"`) {
			t.Error("the board is not in the page's text")
		}
	}
}
