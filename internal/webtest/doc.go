// Package webtest holds the tests of the page in a real browser: Debian's Chromium, driven by chromedp, plays every family,
// in every mode, with keys, mouse and touch. It is a room of its own so that the tests of package web stay quick, and because
// the page is tried with the families of the whole program.
package webtest
