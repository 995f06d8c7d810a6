// The server's JSON API.

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

// Offline is the error of a server that cannot be reached.
export class Offline extends Error {}

export async function call(method, path, body, { signal } = {}) {
  let answer;
  try {
    answer = await fetch("/api/v1/" + path, {
      method, signal,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Offline(e.message);
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
    const end = (f, value) => { source.close(); f(value); };
    signal?.addEventListener("abort", () => {
      call("DELETE", "jobs/" + encodeURIComponent(id)).catch(() => {});
      end(reject, new DOMException("aborted", "AbortError"));
    });
    source.addEventListener("progress", (e) => progress?.(JSON.parse(e.data)));
    source.addEventListener("result", (e) => end(resolve, JSON.parse(e.data)));
    source.addEventListener("error", (e) => {
      if (e.data) end(reject, new APIError(422, JSON.parse(e.data), 0));
      else if (source.readyState === EventSource.CLOSED) end(reject, new Offline("the connection broke"));
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
