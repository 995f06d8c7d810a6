package web

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
)

// packed compresses a file of the page; nil where that makes it no shorter.
func packed(content []byte) []byte {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is one
	}
	_, err = z.Write(content)
	if err != nil || z.Close() != nil || b.Len() >= len(content) {
		return nil
	}
	return b.Bytes()
}

// takesGzip reports whether who asks takes compressed answers.
func takesGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == "gzip" {
			q := strings.ReplaceAll(quality, " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}

// writeText writes a page, compressed where that is taken.
func writeText(w http.ResponseWriter, r *http.Request, status int, text []byte) {
	w.Header().Add("Vary", "Accept-Encoding")
	if !takesGzip(r) {
		w.WriteHeader(status)
		_, _ = w.Write(text) // whoever asked may be gone
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.WriteHeader(status)
	z := gzip.NewWriter(w)
	_, _ = z.Write(text) // whoever asked may be gone
	_ = z.Close()
}
