// The server's JSON API.

import { t } from "./i18n.js";

export class APIError extends Error {
  constructor(status, body, retryAfter) {
    super(body?.error?.message || "HTTP " + status);
    this.status = status;
    this.code = body?.error?.code || "";
    this.near = body?.error?.near || [];
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

// Offline is the error of a server that cannot be reached, Late of one that does not answer in time.
export class Offline extends Error {}
export class Late extends Error {}

// reason says in the page's language why a call failed.
export function reason(e) {
  if (e instanceof Offline) return t("offline");
  if (e instanceof Late) return t("late");
  if (e.status === 429 || e.status === 503) return t("busy", { n: e.retryAfter || 1 });
  return e.message;
}

const PATIENCE = 30_000; // the server ends direct calls much earlier itself

// call asks the server. It waits for the beginning of the answer as long as "within" says (0: for ever).
export async function call(method, path, body, { signal, within = PATIENCE } = {}) {
  let answer;
  const own = new AbortController();
  let late = false;
  const timer = within && setTimeout(() => { late = true; own.abort(); }, within);
  const stop = () => own.abort();
  if (signal?.aborted) own.abort();
  signal?.addEventListener("abort", stop);
  try {
    answer = await fetch("/api/v1/" + path, {
      method, signal: own.signal,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (e) {
    signal?.removeEventListener("abort", stop);
    if (late) throw new Late(path);
    if (e.name === "AbortError") throw e;
    throw new Offline(e.message);
  } finally {
    clearTimeout(timer); // the signal may still end the reading of the answer
  }
  if (!answer.ok) {
    throw new APIError(answer.status, await answer.json().catch(() => null), Number(answer.headers.get("Retry-After")) || 0);
  }
  return answer;
}

export const post = async (path, body, opt) => (await call("POST", path, body, opt)).json();
export const get = async (path) => (await call("GET", path)).json();
export const blob = async (path, body) => (await call("POST", path, body)).blob();

// job runs an operation as a job and reports its progress; abort ends it.
export async function job(op, body, { progress, signal } = {}) {
  const { job: id } = await post("jobs", { op, body });
  return new Promise((resolve, reject) => {
    const source = new EventSource("/api/v1/jobs/" + encodeURIComponent(id) + "/events");
    let lost = false; // whether the connection is away; the browser tries again by itself
    let gone = setTimeout(() => end(reject, new Late(op)), PATIENCE);
    const end = (f, value) => { clearTimeout(gone); source.close(); f(value); };
    const stop = () => {
      call("DELETE", "jobs/" + encodeURIComponent(id)).catch(() => {});
      end(reject, new DOMException("aborted", "AbortError"));
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener("abort", stop);
    source.addEventListener("open", () => { clearTimeout(gone); lost = false; });
    source.addEventListener("progress", (e) => progress?.(JSON.parse(e.data)));
    source.addEventListener("result", (e) => end(resolve, JSON.parse(e.data)));
    source.addEventListener("error", (e) => {
      if (e.data) end(reject, new APIError(422, JSON.parse(e.data), 0));
      else if (source.readyState === EventSource.CLOSED) end(reject, new Offline("the connection broke"));
      else if (!lost) {
        lost = true;
        clearTimeout(gone);
        gone = setTimeout(() => end(reject, new Offline("the connection broke")), PATIENCE);
      }
    });
  });
}

// long runs an operation at once, and as a job when it takes longer than a request may.
export async function long(op, body, opt = {}) {
  try {
    return await post(op, body, opt);
  } catch (e) {
    if (e.code !== "too-long") throw e;
    return job(op, body, opt);
  }
}
