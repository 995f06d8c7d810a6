// Package house measures the project's layout, and its tests hold the project to it: which package may import which, where links
// lead, which names comments and documents use, how many are exported. It knows nothing of behaviour.
package house

// Module is the path of the main module.
const Module = "github.com/quandary-puzzles/quandary"
