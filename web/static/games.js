// Games on this device: each event is kept here at once and sent to the server as soon as it can be reached. What the
// server has acknowledged is counted in "synced"; the rest is the queue.

import { call, post, APIError, Offline } from "./api.js";
import { rebase } from "./log.js";

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
  constructor(record, { status } = {}) {
    this.record = record;
    this.status = status || (() => {});
    this.sending = null;
    this.conflicts = 0;
    addEventListener("online", () => this.send());
    addEventListener("storage", (e) => { if (e.key === PREFIX + record.id && e.newValue) this.status("elsewhere"); });
  }

  static make(fields) {
    return { id: crypto.randomUUID?.() || String(Date.now()) + Math.random().toString(36).slice(2), server: null, events: [],
      synced: 0, updated: Date.now(), solved: false, seconds: 0, ...fields };
  }

  // append keeps events and starts to send them.
  append(events, fields = {}) {
    this.record.events.push(...events);
    Object.assign(this.record, fields, { updated: Date.now() });
    if (!write(PREFIX + this.record.id, this.record)) this.status("full");
    this.later();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), 150);
  }

  // send brings the server up to date; one at a time.
  send() {
    clearTimeout(this.timer);
    this.sending ||= this.sendAll().finally(() => { this.sending = null; });
    return this.sending;
  }

  async sendAll() {
    const r = this.record;
    try {
      while (r.synced < r.events.length) {
        this.status("saving");
        if (!r.server) {
          r.server = (await post("games", { puzzle: r.puzzle })).game;
          write(PREFIX + r.id, r);
        }
        const from = r.synced;
        const piece = r.events.slice(from, from + PIECE);
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

  // merge takes in what was appended elsewhere; the board that is seen here stays.
  merge(from, tail) {
    const r = this.record;
    const mine = r.events.slice(from);
    const theirs = tail.slice(0, mine.length).every((e, i) => same(e, mine[i]));
    if (theirs && tail.length <= mine.length) { // an answer was lost: the server has our events already
      r.synced = from + tail.length;
      return;
    }
    r.events = [...r.events.slice(0, from), ...tail, ...rebase(from, tail, mine)];
    r.synced = from + tail.length;
    this.conflicts++;
    this.status("merged");
  }
}

// same compares two events whatever the order of their members.
function same(a, b) {
  const text = (e) => JSON.stringify(Object.entries(e).sort(([x], [y]) => (x < y ? -1 : 1)));
  return text(a) === text(b);
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
