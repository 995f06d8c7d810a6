package web_test

import "testing"

func TestLook(t *testing.T) {
	srv := newServer(t)
	p := newTab(t, srv.URL, 1280, 900)
	p.visit("/")
	p.shot("gallery")
	p.play("/play?p=sudoku:9x9%231")
	p.shot("sudoku")
	p.play("/play?p=fillomino:9x9%231")
	p.shot("fillomino")
	p.play("/play?p=sudoku:25x25%231")
	p.shot("sudoku25")
	p.play("/play?p=zebra:4x5%231")
	p.shot("zebra")
}
