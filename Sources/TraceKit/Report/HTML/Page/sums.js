// Sums over a part of the trace; those of a range are the same as with `--window`.
const HISTOGRAM_BINS = 11;
/** @type {(data: TraceData, ns: number) => number} */
function bin(data, ns) {
  const { orange, red } = data, half = Math.floor;
  const ends = [half(orange / 16), half(orange / 8), half(orange / 4), half(orange / 2), orange,
    half((orange + red) / 2), red, red * 2, red * 4, red * 8];
  for (let i = 0; i < ends.length; i++) if (ns <= ends[i]) return i;
  return ends.length;
}

/** @type {() => Sums} */
const emptySums = () => ({ updates: 0, total: 0, red: 0, orange: 0, gray: 0, unterminated: 0, checks: 0,
  necessary: 0, unnecessary: 0, unknown: 0, wasted: 0, proven: 0, likely: 0, possible: 0, max: -1, durations: [] });

// Unknown is not zero: if necessity is known for no update, there is no figure.
/** @type {(sums: Sums) => boolean} */
const knowsWaste = (sums) => !sums.unknown || sums.necessary + sums.unnecessary > 0;

/** @type {(sums: Sums, data: TraceData, row: number) => void} */
function add(sums, data, row) {
  const flags = data.updates.flags[row], ns = data.updates.duration_ns[row];
  if (phaseOf(flags) === CHECK) { sums.checks++; return; }
  sums.updates++;
  const severity = data.severity(ns);
  if (severity === NO_END) sums.unterminated++;
  else {
    sums[severities[severity]]++;
    sums.total += ns;
    sums.max = Math.max(sums.max, ns);
    sums.durations?.push(ns);
  }
  const verdict = verdictOf(flags);
  if (verdict) sums[verdicts[verdict]]++;
  if (verdict === UNNECESSARY) {
    sums.wasted += Math.max(0, ns);
    sums[confidences[reasonOf(flags)]]++;
  }
}

// Sums of some updates: in total, and by view, interaction, chain and all three.
/** @type {(data: TraceData, rows: Iterable<number>) => SumMaps} */
function sumRows(data, rows) {
  const all = emptySums(), views = new Map(), interactions = new Map(), chains = new Map(), links = new Map();
  /** @type {<K>(map: Map<K, Sums>, key: K) => Sums} */
  const into = (map, key) => {
    let sums = map.get(key);
    if (!sums) map.set(key, sums = emptySums());
    return sums;
  };
  const U = data.updates;
  for (const row of rows) {
    const chain = U.chain[row], view = U.view[row], interaction = U.interaction[row];
    add(all, data, row);
    add(into(views, view), data, row);
    if (interaction >= 0) add(into(interactions, interaction), data, row);
    if (chain < 0) continue;
    add(into(chains, chain), data, row);
    const link = Object.assign(into(links, chain + '.' + view + '.' + interaction), { chain, view, interaction });
    add(link, data, row);
  }
  // A check is no update.
  for (const [key, link] of links) if (!link.updates) links.delete(key);
  return { all, views, interactions, chains, links };
}

// The links of the whole trace, which the database summed up.
/** @type {(links: LinkTable) => Link[]} */
function allLinks(L) {
  const links = [];
  for (let i = 0; i < L.count; i++) {
    links.push({ chain: L.chain[i], view: L.view[i], interaction: L.interaction ? L.interaction[i] : -1, updates: L.updates[i],
      total: L.total_ns[i], red: L.red[i], orange: L.orange[i], gray: L.gray[i], unnecessary: L.unnecessary[i],
      wasted: L.wasted_ns[i] });
  }
  return links;
}

/** @type {(durations: number[] | null, part: number) => number | null} */
function nearestRank(durations, part) {
  if (!durations?.length) return null;
  const sorted = Float64Array.from(durations).sort();
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
}
