module example.com/outside

go 1.26.0

require github.com/quandary-puzzles/quandary v0.0.0

require (
	github.com/hashicorp/golang-lru/v2 v2.0.7 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/quandary-puzzles/quandary => ../..
