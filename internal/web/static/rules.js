// What must show at once: conflicts and candidates of a grid. Both say only what the server's check says of the same board;
// the tests compare them move by move.

// A quick checker for a view's grid: conflicts(values) gives the set of cells that break a rule as they stand;
// candidates(values) gives, for each empty cell, the symbols whose writing there breaks none.
export function checker(grid) {
  return grid.rule === "regions" ? regions(grid) : houses(grid);
}

function houses(grid) {
  const cells = grid.rows * grid.cols;
  const peers = Array.from({ length: cells }, () => new Set());
  for (const h of grid.houses || []) {
    for (const a of h.cells) for (const b of h.cells) if (a !== b) peers[a].add(b);
  }
  return {
    peers,
    conflicts(values) {
      const bad = new Set();
      values.forEach((v, a) => {
        if (!v) return;
        for (const b of peers[a]) if (values[b] === v) { bad.add(a); break; }
      });
      return bad;
    },
    candidates(values) {
      return values.map((v, a) => {
        if (v) return [];
        const seen = new Set();
        for (const b of peers[a]) seen.add(values[b]);
        return grid.symbols.filter((s) => !seen.has(s));
      });
    },
  };
}

function regions(grid) {
  const { rows, cols } = grid;
  const side = [];
  for (let c = 0; c < rows * cols; c++) {
    const list = [];
    if (c >= cols) list.push(c - cols);
    if (c % cols > 0) list.push(c - 1);
    if (c % cols < cols - 1) list.push(c + 1);
    if (c < (rows - 1) * cols) list.push(c + cols);
    side.push(list);
  }
  // group gives the cells that hang together with a cell by the same number, and whether an empty cell touches them.
  const group = (values, start) => {
    const seen = new Set([start]);
    const list = [start];
    let open = false;
    for (let i = 0; i < list.length; i++) {
      for (const d of side[list[i]]) {
        if (!values[d]) open = true;
        else if (values[d] === values[start] && !seen.has(d)) { seen.add(d); list.push(d); }
      }
    }
    return { list, open };
  };
  const broken = (g, n) => g.list.length > n || (g.list.length < n && !g.open);
  return {
    peers: side.map((s) => new Set(s)),
    conflicts(values) {
      const bad = new Set();
      const done = new Set();
      values.forEach((v, c) => {
        if (!v || done.has(c)) return;
        const g = group(values, c);
        g.list.forEach((d) => done.add(d));
        if (broken(g, Number(v))) g.list.forEach((d) => bad.add(d));
      });
      return bad;
    },
    candidates(values) {
      const work = values.slice();
      return values.map((v, c) => {
        if (v) return [];
        return grid.symbols.filter((s) => {
          work[c] = s;
          const near = [c, ...side[c].filter((d) => work[d])];
          const ok = near.every((d) => !broken(group(work, d), Number(work[d])));
          work[c] = "";
          return ok;
        });
      });
    },
  };
}
