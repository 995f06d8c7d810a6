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

  // trialModel is the model at which the innermost open trial began, or null.
  get trialModel() { return this.trial ? this.trial.from.model : null; }

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

// rebase puts events that were made after a common beginning of n events behind a tail that someone else appended: first
// an undo to the common beginning, then the events with their positions moved.
export function rebase(n, tail, events) {
  const shift = tail.length + 1;
  return [{ t: "undo", to: n }, ...events.map((e) => (e.t === "undo" && e.to > n ? { ...e, to: e.to + shift } : e))];
}
