module github.com/quandary-puzzles/quandary/beam

go 1.26

require (
	github.com/apache/beam/sdks/v2 v2.77.0
	github.com/quandary-puzzles/quandary v0.0.0
)

replace github.com/quandary-puzzles/quandary => ../
