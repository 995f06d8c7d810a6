// Runs before the scripts of a page with a board: says so when they do not come, instead of "laying out" for ever.
(() => {
  const LATE = 12_000;
  const root = document.documentElement;
  let told = false;

  function tell(kind) {
    const line = document.querySelector(".loading");
    if (!line || root.dataset.ready || (told && kind === "slow")) return;
    told = true;
    line.setAttribute("role", "alert");
    line.textContent = line.dataset[kind];
    const again = document.createElement("button");
    again.type = "button";
    again.className = "btn primary";
    again.textContent = line.dataset.again;
    again.dataset.do = "again";
    again.addEventListener("click", () => location.reload());
    line.append(" ", again);
  }

  // A script that cannot be fetched, or that cannot be run, tells nobody but the window.
  addEventListener("error", (e) => {
    if (root.dataset.ready || (e.target !== window && e.target.tagName !== "SCRIPT")) return;
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => tell("failed"));
    else tell("failed");
  }, true);
  addEventListener("unhandledrejection", () => tell("failed")); // a module that is fetched when it is known to be needed
  setTimeout(() => tell("slow"), LATE);
})();
