// Ranges of a trace whose updates are not all drawn: the page has sums by slice of time, and a range ends at edges of slices.
/** @type {SummedKey[]} */
const SLICED = ['checks', 'updates', 'unterminated', 'red', 'orange', 'gray', 'total', 'max', 'necessary', 'unnecessary', 'unknown', 'wasted',
  'proven', 'likely', 'possible'];
/** @type {{ [sum: string]: SliceColumn }} */
const columnOfSum = { total: 'total_ns', max: 'max_ns', wasted: 'wasted_ns' };
const hasSlices = () => data.slices.count > 0;

// The nearest edge at or before a time (-1), or at or after it (1); after the last one, the end of the trace.
/** @type {(time: number, direction: number) => number} */
function edgeAt(time, direction) {
  const edges = data.slice_edges.start_ns, at = lowerBound(edges, time);
  if (direction > 0) return at < edges.length ? edges[at] : Math.ceil(data.end) + 1;
  return edges[at] === time ? time : edges[Math.max(0, at - 1)];
}
// A range that ends at edges, outward.
/** @type {(range: TimeRange | null) => TimeRange | null} */
const snapped = (range) => range && hasSlices() ? [edgeAt(range[0], -1), edgeAt(range[1], 1)] : range;

// Whether the updates of a part can be summed up by slices.
/** @type {(part: Part) => boolean} */
const canSlice = ({ selection, range }) => hasSlices() && (!selection || SUMMED.includes(selection.type))
  && (!range || range.every((end, index) => edgeAt(end, index ? 1 : -1) === end));

// The same sums as `sumRows`, without the durations of single updates.
/** @type {(part: Part) => SumMaps} */
function sumSlices({ selection, range }) {
  const S = data.slices, isIn = selection ? linksOf(selection) : () => true;
  const all = slicedSums(), views = new Map(), interactions = new Map(), chains = new Map(), links = new Map();
  /** @type {<K>(map: Map<K, Sums>, key: K) => Sums} */
  const into = (map, key) => {
    let sums = map.get(key);
    if (!sums) map.set(key, sums = slicedSums());
    return sums;
  };
  /** @type {(time: number) => number} */
  const sliceOf = (time) => lowerBound(data.slice_edges.start_ns, time);
  const last = range ? lowerBound(S.slice, sliceOf(range[1])) : S.count;
  for (let row = range ? lowerBound(S.slice, sliceOf(range[0])) : 0; row < last; row++) {
    const link = { chain: S.chain[row], view: S.view[row], interaction: S.interaction[row] };
    if (!isIn(link)) continue;
    addSlice(all, S, row);
    addSlice(into(views, link.view), S, row);
    if (link.interaction >= 0) addSlice(into(interactions, link.interaction), S, row);
    if (link.chain < 0) continue;
    addSlice(into(chains, link.chain), S, row);
    addSlice(Object.assign(into(links, link.chain + '.' + link.view + '.' + link.interaction), link), S, row);
  }
  for (const [key, link] of links) if (!link.updates) links.delete(key);
  return { all, views, interactions, chains, links };
}
/** @type {() => Sums} */
const slicedSums = () => ({ ...emptySums(), durations: null });
/** @type {(sums: Sums, slices: SliceTable, row: number) => void} */
function addSlice(sums, S, row) {
  for (const name of SLICED) {
    const value = S[columnOfSum[name] ?? name][row];
    sums[name] = name === 'max' ? Math.max(sums.max, value) : sums[name] + value;
  }
}
