// Games on this device: each event is kept here at once and sent to the server as soon as it can be reached. What the
// server has acknowledged is counted in "synced"; the rest is the queue.

import { call, post, APIError, Offline } from "./api.js";
import { common, join, same } from "./log.js";

const PREFIX = "quandary.game.";
const PIECE = 200; // events sent at once

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

// write keeps a value; when the device is full the oldest games that the server has whole make room.
function write(key, value) {
  const text = JSON.stringify(value);
  for (;;) {
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      const old = list().filter((g) => PREFIX + g.id !== key && g.synced === g.events.length).pop();
      if (!old) return false;
      localStorage.removeItem(PREFIX + old.id);
    }
  }
}

// list gives all games on this device, the latest first.
export function list() {
  const games = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i);
      if (!key.startsWith(PREFIX)) continue;
      const g = read(key);
      if (g && Array.isArray(g.events)) games.push(g);
    }
  } catch {
    // A browser that is told to keep nothing refuses even to be asked; the server may still keep the games.
  }
  return games.sort((a, b) => b.updated - a.updated);
}

export const find = (id) => read(PREFIX + id);
export const byServerID = (sid) => list().find((g) => g.server === sid) || null;
export const latest = (puzzle) => list().find((g) => g.puzzle === puzzle && !g.solved && g.events.length) || null;

// take keeps a game that comes from a file, unless this device has as much of it.
export function take(g) {
  if (!g || typeof g.id !== "string" || typeof g.puzzle !== "string" || !Array.isArray(g.events)) return false;
  const mine = find(g.id);
  if (mine && mine.events.length >= g.events.length) return false;
  return write(PREFIX + g.id, g);
}

export function remove(id) {
  try { localStorage.removeItem(PREFIX + id); } catch { /* nothing is kept */ }
}

// Game keeps one game, and sends it.
export class Game {
  // board is the part of a board that knows what events do; taken is called when events of another window or device have come in; held
  // tells how many events may be sent: a trial stays where it was begun until it is kept.
  constructor(record, board, { status, taken, held } = {}) {
    this.record = record;
    this.board = board;
    this.status = status || (() => {});
    this.taken = taken || (() => {});
    this.held = held || (() => this.record.events.length);
    this.sending = null;
    this.conflicts = 0;
    addEventListener("online", () => this.send());
    addEventListener("storage", (e) => { if (e.key === PREFIX + record.id && e.newValue) this.other(e.newValue); });
  }

  static make(fields) {
    return { id: crypto.randomUUID?.() || String(Date.now()) + Math.random().toString(36).slice(2), server: null, events: [],
      synced: 0, updated: Date.now(), solved: false, seconds: 0, ...fields };
  }

  // keep writes down what the record says beside its events; a game that has not begun is not kept.
  keep() { if (this.record.events.length) write(PREFIX + this.record.id, this.record); }

  // append keeps events and starts to send them.
  append(events, fields = {}) {
    this.record.events.push(...events);
    Object.assign(this.record, fields, { updated: Date.now() });
    if (!write(PREFIX + this.record.id, this.record)) this.status("full");
    this.later();
  }

  // other takes in what another window of this browser has written. Where both have gone on, the events that the server has come first, or
  // those whose name is smaller, so that both windows come to the same log.
  other(text) {
    let theirs;
    try { theirs = JSON.parse(text); } catch { return; }
    if (!Array.isArray(theirs.events)) return;
    const r = this.record;
    const events = theirs.events.slice(0, this.heldOf(theirs.events));
    const n = common(r.events, events);
    r.server ||= theirs.server;
    const before = r.events;
    if (n < events.length) {
      const mine = before.slice(n), tail = events.slice(n);
      const first = !mine.length || theirs.synced > n || (r.synced <= n && String(tail[0].w) < String(mine[0].w));
      r.events = first ? join(this.board, before.slice(0, n), tail, mine) : join(this.board, before.slice(0, n), mine, tail);
      r.synced = first ? Math.max(Math.min(r.synced, n), Math.min(theirs.synced, events.length)) : r.synced;
      this.taken(before);
    } else if (n === before.length) r.synced = Math.max(r.synced, Math.min(theirs.synced, n));
    if (common(r.events, theirs.events) < r.events.length) write(PREFIX + r.id, r); // it is news for the other window
    if (r.synced < r.events.length) this.later();
  }

  heldOf(events) { return this.settledOf ? this.settledOf(events) : events.length; }

  // A page that is a file has no server: what is kept is on this device.
  later() {
    if (this.local) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), 150);
  }

  // send brings the server up to date; one at a time.
  send() {
    if (this.local) return Promise.resolve();
    clearTimeout(this.timer);
    this.sending ||= this.sendAll().finally(() => { this.sending = null; });
    return this.sending;
  }

  async sendAll() {
    const r = this.record;
    try {
      while (r.synced < this.held()) {
        this.status("saving");
        if (!r.server) {
          r.server = (await post("games", { puzzle: r.puzzle })).game;
          write(PREFIX + r.id, r);
        }
        const from = r.synced;
        const piece = r.events.slice(from, Math.min(from + PIECE, this.held()));
        try {
          await post("games/" + encodeURIComponent(r.server) + "/events", { from, events: piece });
          r.synced = from + piece.length;
        } catch (e) {
          if (e instanceof APIError && e.status === 409 && Array.isArray(e.body?.events)) {
            this.merge(from, e.body.events);
            continue;
          }
          throw e;
        }
        write(PREFIX + r.id, r);
      }
      this.status("saved");
    } catch (e) {
      if (e instanceof Offline) {
        this.status("offline");
        this.timer = setTimeout(() => this.send(), 15000); // the server may be away while the network is there
      } else if (e.status === 404 && r.server) {
        r.server = null; // the server lost or dropped the game: give it all of it again
        r.synced = 0;
        this.later();
      } else if (e.status === 429 || e.status === 503) {
        this.status("saving");
        this.timer = setTimeout(() => this.send(), 1000 * (e.retryAfter || 2));
      } else {
        this.status("error", e.message);
        this.timer = setTimeout(() => this.send(), 15000);
      }
    }
  }

  // merge takes in what the server got from another device: it comes first, and what was done here stands on it.
  merge(from, tail) {
    const r = this.record;
    const mine = r.events.slice(from);
    const theirs = tail.slice(0, mine.length).every((e, i) => same(e, mine[i]));
    if (theirs && tail.length <= mine.length) { // an answer was lost: the server has our events already
      r.synced = from + tail.length;
      return;
    }
    const before = r.events;
    r.events = join(this.board, before.slice(0, from), tail, mine);
    r.synced = from + tail.length;
    this.conflicts++;
    write(PREFIX + r.id, r);
    this.taken(before);
  }

  // fetch asks the server whether another device has gone on with the game.
  async fetch() {
    const r = this.record;
    if (!r.server || r.synced < r.events.length) return;
    try {
      const g = await (await call("GET", "games/" + encodeURIComponent(r.server))).json();
      if (g.events.length > r.synced && r.synced === r.events.length && common(r.events, g.events) === r.synced) {
        const before = r.events;
        r.events = g.events;
        r.synced = g.events.length;
        write(PREFIX + r.id, r);
        this.taken(before);
      }
    } catch { /* what is here is enough to go on with */ }
  }
}

// remote lists the games that the server keeps for this browser; none when it cannot be reached.
export async function remote() {
  try {
    const answer = await (await call("GET", "games")).json();
    return answer.games || answer;
  } catch {
    return [];
  }
}
