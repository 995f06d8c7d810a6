// Judges boards as pzpr does: reads lines {"genre", "text"}, and answers each with {"known", "complete", "codes", "again"},
// where again is the board as pzpr writes it.
const pzpr = require('pzpr');
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', line => {
  const { genre, text } = JSON.parse(line);
  const answer = { known: pzpr.variety(genre).valid === true };
  if (answer.known && text) {
    try {
      const puzzle = new pzpr.Puzzle();
      puzzle.open(text);
      const verdict = puzzle.check(true);
      answer.complete = verdict.complete;
      answer.codes = Array.from(verdict);
      answer.again = puzzle.getFileData(pzpr.parser.FILE_PZPR);
    } catch (e) {
      answer.error = String(e);
    }
  }
  console.log(JSON.stringify(answer));
});
