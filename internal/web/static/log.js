// A game is an append-only list of events. Position i is the game after the first i events; "undo" names a position and
// makes its state the current one again, so nothing is ever taken out of the list and every branch can be reached.
//
//   {t: "move", m: "r1c1=5 r1c2=7"}   moves of the family, all or none
//   {t: "mark", k: …, …}              pencil marks, colours, struck clues: what the family does not know of
//   {t: "undo", to: 12}               back, or forward, to a position
//   {t: "save", name: "…"}            names the position before it
//   {t: "trial"} {t: "accept"} {t: "reject"}
//   {t: "timer", s: 61}               seconds played so far
//
// A board says what moves and marks do: board.start() gives a model, board.apply(model, event) a new one; models are never
// changed once they are made.

export class Log {
  constructor(board) {
    this.board = board;
    this.events = [];
    this.saves = [];
    this.seconds = 0;
    this.root = { id: 0, parent: null, next: null, model: board.start(), trials: null, event: null };
    this.nodes = [this.root];
    this.current = this.root;
  }

  get length() { return this.events.length; }
  get model() { return this.current.model; }
  get trial() { return this.current.trials; }

  // trialModels are the models at which the open trials began, the outermost first.
  get trialModels() { const list = []; for (let x = this.trial; x; x = x.outer) list.unshift(x.from.model); return list; }

  // add appends an event; one that the board refuses throws and changes nothing.
  add(event) {
    const cur = this.current;
    const id = this.nodes.length;
    let node = cur;
    const child = (model, trials) => {
      node = { id, parent: cur, next: null, model, trials, event };
      return node;
    };
    switch (event.t) {
      case "move":
      case "mark":
        child(this.board.apply(cur.model, event), cur.trials);
        break;
      case "undo":
        node = this.nodes[event.to];
        if (!node || !Number.isInteger(event.to) || event.to >= id) throw new Error("undo to a position that is not there");
        for (let n = cur; n && n !== node; n = n.parent) if (n.parent) n.parent.next = n;
        break;
      case "trial":
        child(cur.model, { from: cur, outer: cur.trials });
        break;
      case "accept":
      case "reject":
        if (!cur.trials) throw new Error("no trial is open");
        child(event.t === "accept" ? cur.model : cur.trials.from.model, cur.trials.outer);
        break;
      case "save":
        this.saves.push({ name: String(event.name), id: cur.id });
        break;
      case "timer":
        this.seconds = Math.max(this.seconds, Number(event.s) || 0);
        break;
    }
    if (node.parent === cur && node !== cur) cur.next = node;
    this.events.push(event);
    this.nodes.push(node);
    this.current = node;
  }

  load(events) {
    for (const e of events) {
      try {
        this.add(e);
      } catch {
        // An event of a newer program, or a broken one: keep its place, so that positions stay what they are.
        this.events.push(e);
        this.nodes.push(this.current);
      }
    }
  }

  get back() { return this.current.parent; }
  get forward() { return this.current.next; }

  // path lists the nodes from the start to the current one.
  path() {
    const list = [];
    for (let n = this.current; n; n = n.parent) list.push(n);
    return list.reverse();
  }
}

// triedIn gives the number of the innermost open trial that changed a place, or 0: it is the last one that began with another mark there.
export const triedIn = (trials, same) => trials.findLastIndex((m) => !same(m)) + 1;

// hue names the colour and the dash of a trial: there are four, and the fifth trial has the first again.
export const hue = (trial) => (trial ? ((trial - 1) % 4) + 1 : undefined);

// same compares two events whatever the order of their members.
export function same(a, b) {
  const text = (e) => JSON.stringify(Object.entries(e).sort(([x], [y]) => (x < y ? -1 : 1)));
  return text(a) === text(b);
}

// common gives how many events two logs begin with alike.
export function common(a, b) {
  let n = 0;
  while (n < a.length && n < b.length && same(a[n], b[n])) n++;
  return n;
}

// placeOf gives what a move is about, without the value: two moves about one place are of two minds.
const placeOf = (move) => (/^(\d+)[=!?](\d+)$/.exec(move) ? move.replace(/[=!?]/, " ") : move.replace(/[=!+?-][^=!+@]*$/, ""));
export const placesOf = (e) => (e.t === "move" ? e.m.split(" ").map(placeOf) : []);

// join puts events that were made in two windows after n common ones into one log: first those of one, then those of the other, without
// what both have. Positions that an undo names are moved along. Where the second ones go back to before the first ones, what those had
// changed elsewhere is done again, so that both stand; of one place the later stands. Both windows come to the same log.
export function join(board, base, first, second) {
  const n = base.length;
  const at = new Map(first.map((e, i) => [e.w, i]));
  const moved = new Map(); // position as the second ones knew it -> position in the log
  const rest = [];
  second.forEach((e, k) => {
    if (e.w && at.has(e.w)) {
      moved.set(n + k + 1, n + at.get(e.w) + 1);
      return;
    }
    rest.push(e.t === "undo" && e.to > n ? { ...e, to: moved.get(e.to) ?? e.to } : e);
    moved.set(n + k + 1, n + first.length + rest.length);
  });
  const events = [...base, ...first, ...rest];
  if (!rest.some((e) => e.t === "undo" || e.t === "reject")) return events;
  const end = (list) => { const log = new Log(board); log.load(list); return log; };
  const start = new Set(board.moves(end(base).model));
  const log = end(events);
  const mine = new Set(rest.flatMap(placesOf));
  const stand = new Set(board.moves(log.model));
  const again = board.moves(end([...base, ...first]).model).filter((m) => !start.has(m) && !stand.has(m) && !mine.has(placeOf(m)));
  if (again.length && !log.trial) events.push({ t: "move", m: again.join(" "), w: "again." + (events[events.length - 1].w || events.length) });
  return events;
}

// settled gives how many events of a log belong to no trial that is still open.
export const settled = (log) => { let n = log.length; for (let x = log.trial; x; x = x.outer) n = x.from.id; return n; };
