// Package pens writes boards of rules files as addresses of penpa-edit, and reads such addresses. Each layer is drawn with a pen of its own,
// which follows from how the family is drawn (package drawing), and is read with the same pen. What has been written is read back before
// it is given away, so that nothing gets lost in silence. The form of the addresses is that of package rules/penpa.
package pens
