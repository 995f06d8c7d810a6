package puztest

// Jars is a small specification without mistakes, whose puzzles have one solution, for tests of what people write in the
// page's workbench. Tests name its lines and columns.
const Jars = `title: Two jars
variables:
  n: {type: int, domain: "[3, 9]"}
symbols:
  jar: {source: ["['left', 'right']"], type: int}
conditions:
  a: {formula: "jar['left'] == n", desc: "The left jar holds {n}. "}
  b: {formula: "jar['right'] == 2 * n", desc: "The right one holds twice as many. "}
queries:
  q1: {desc: "How many are in the right jar?", ans_formula: "get_value(_solutions[0], jar['right'])", ans_text: "str(_ans)"}
desc: "Two jars. {conditions}{q1}"
`
