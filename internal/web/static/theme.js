// Runs before the first paint, on every page: the theme that was chosen for this device.
(() => {
  try {
    const s = JSON.parse(localStorage.getItem("quandary.settings")) || {};
    if (s.theme) document.documentElement.dataset.theme = s.theme;
    if (s.contrast) document.documentElement.dataset.contrast = s.contrast;
  } catch {
    // Nothing was kept: the page follows the system.
  }
})();
