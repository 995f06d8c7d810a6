// What is pasted or dropped anywhere on a page, but not into a field: a board, an address, an id, or a file of them.

export function receive(open) {
  const field = (e) => e.target.closest?.("input, textarea, [contenteditable]");
  addEventListener("paste", (e) => {
    if (field(e)) return;
    const text = e.clipboardData.getData("text");
    if (text.trim()) open(text);
  });
  addEventListener("dragover", (e) => {
    if (!field(e) && [...e.dataTransfer.types].some((x) => x === "Files" || x.startsWith("text/"))) e.preventDefault();
  });
  addEventListener("drop", async (e) => {
    if (field(e)) return;
    e.preventDefault();
    const { dataTransfer: d } = e;
    const given = d.getData("text/uri-list") || d.getData("text/plain");
    const text = d.files[0] ? await d.files[0].slice(0, 2_000_000).text() : given;
    if (text.trim()) open(text);
  });
}
