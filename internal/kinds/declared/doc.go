// Package declared keeps the contract of package puzzle for every family that a rules file states. There is no code here for any
// single family: what a family is stands in its file.
package declared
