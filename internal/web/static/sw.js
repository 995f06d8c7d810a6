// The service worker: what was opened once can be played without the network. Files of the page are kept whole, by the
// version of the program that the server writes into the two lines below. Both pages and files are asked for first, so that
// after an upgrade nothing old is mixed with the new; pages are kept when they come.
const VERSION = "dev";
const FILES = [];

const SHELL = "shell-" + VERSION;
const PAGES = "pages";
const MOST_PAGES = 60;

self.addEventListener("install", (e) => {
  e.waitUntil((async () => {
    const cache = await caches.open(SHELL);
    await cache.addAll(FILES.map((f) => new Request(f, { cache: "reload" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (e) => {
  e.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("shell-") && name !== SHELL) await caches.delete(name);
    await self.clients.claim();
    // The page that installed this worker was loaded without it: keep it too.
    const cache = await caches.open(PAGES);
    for (const c of await self.clients.matchAll({ type: "window" })) {
      if (!(await cache.match(keyOf(c.url)))) await fetch(c.url).then((r) => keep(c.url, r)).catch(() => {});
    }
  })());
});

// keyOf names a page by what it shows: the puzzle, not the game or the language.
function keyOf(address) {
  const url = new URL(address);
  const p = url.searchParams.get("p");
  return url.origin + url.pathname + (p ? "?p=" + encodeURIComponent(p) : "");
}

async function keep(address, answer) {
  if (answer.status !== 200 || answer.redirected || !/^text\/html/.test(answer.headers.get("Content-Type") || "")) return;
  const cache = await caches.open(PAGES);
  await cache.delete(keyOf(address));
  await cache.put(keyOf(address), answer.clone());
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_PAGES))) await cache.delete(old);
}

self.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== self.location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname.startsWith("/static/") || url.pathname === "/manifest.webmanifest") {
    e.respondWith((async () => {
      try {
        return await fetch(e.request);
      } catch (err) {
        const kept = await (await caches.open(SHELL)).match(url.pathname.replace(/^\/static\/v[0-9a-f]+\//, "/static/"));
        if (kept) return kept;
        throw err;
      }
    })());
    return;
  }
  if (e.request.mode === "navigate") {
    e.respondWith((async () => {
      try {
        const answer = await fetch(e.request);
        e.waitUntil(keep(e.request.url, answer.clone()));
        return answer;
      } catch (err) {
        const cache = await caches.open(PAGES);
        const kept = (await cache.match(keyOf(e.request.url))) || (await caches.match("/static/offline.html"));
        if (kept) return kept;
        throw err;
      }
    })());
  }
});
