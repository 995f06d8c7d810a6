// Package house holds tests about the project's layout, not about its behaviour.
package house
