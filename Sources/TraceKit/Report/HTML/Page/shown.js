// What the page is about: the rows of the selection in the range. Graph, flame graph, tables and sentences take their
// rows from `shown`. A number is only drawn if all of its rows are here (`isWhole`): a large trace is thinned.
const SUMMED = ['view', 'interaction', 'chain', 'cause'];
/** @type {Part[]} */
let lastShown = [];
/** @type {(selection?: Selected | null, range?: TimeRange | null) => Part} */
function shown(selection = state.selection, range = state.range) {
  let found = lastShown.find((one) => one.data === data && one.selection === selection && one.range === range);
  if (!found) lastShown = [found = { data, selection, range }, ...lastShown.slice(0, 2)];
  return found;
}

// The drawn updates.
/** @type {(part: Part) => number[]} */
function rowsOf(part) {
  if (part.rows) return part.rows;
  const U = data.updates, isIn = part.selection ? maskOf(part.selection) : () => true, rows = [];
  const first = part.range && U.count ? lowerBound(U.start_ns, part.range[0]) : 0;
  for (let row = first; row < U.count && startsIn(U.start_ns[row], part.range); row++) if (isIn(row)) rows.push(row);
  return part.rows = rows;
}
// Whether no update of the part was left out of the page, and whether its sums are here all the same.
/** @type {(part: Part) => boolean} */
function isDrawn(part) {
  return part.isDrawn ??= data.updates.count === data.updates.total || isAllDrawn(part.selection);
}
/** @type {(part: Part) => boolean} */
const isWhole = (part) => isDrawn(part) || canSlice(part);
/** @type {(selection: Selected | null) => boolean} */
function isAllDrawn(selection) {
  if (!selection) return false;
  if (selection.type === 'update') return true;
  if (selection.type === 'problem') return problemRows().drawn(selection.id) === problemRows().all(selection.id);
  const part = shown(selection, null);
  if (!canSlice(part)) return false;
  const { updates, checks } = sumSlices(part).all;
  return rowsOf(part).length === updates + checks;
}
// Whether all updates with a cause are drawn: the graph has no others.
/** @type {(selection: Selected | null) => boolean} */
function areLinksDrawn(selection) {
  if (!selection || !SUMMED.includes(selection.type)) return false;
  const part = shown(selection, null), known = tableLinks(part);
  return known.isWhole && sum(known.links, 'updates') === sum([...sumRows(data, rowsOf(part)).links.values()], 'updates');
}
/** @type {(part: Part) => SumMaps} */
const sumsOf = (part) => part.sums ??= isDrawn(part) || !canSlice(part) ? sumRows(data, rowsOf(part)) : sumSlices(part);

// The sums that the graph is drawn from, by chain, view and interaction; null if some of its updates are not here.
// Without a range the database has summed up all updates, drawn or not.
/** @type {(part: Part) => LinkSums | null} */
function linksOfPart(part) {
  const { selection, range } = part;
  if (!range && (!selection || SUMMED.includes(selection.type))) {
    const known = tableLinks(part);
    if (known.isWhole || known.links.length && !isWhole(part)) return known;
  }
  return isWhole(part) || areLinksDrawn(selection) ? { links: [...sumsOf(part).links.values()], isWhole: true, isCounted: true } : null;
}
/** @type {(part: Part) => LinkSums} */
function tableLinks(part) {
  if (part.known) return part.known;
  // Sums by interaction only for a selected one: a long trace has more than fit on the page.
  const table = part.selection?.type === 'interaction' ? data.interaction_links : data.links, links = table.all ??= allLinks(table);
  return part.known = { links: part.selection ? links.filter(linksOf(part.selection)) : links, isWhole: table.count === table.total, table };
}

// The times in which samples count; null = all. Those of a selection and those of the range apply together.
/** @type {(part: Part) => TimeRange[] | null} */
function spansOf(part) {
  const { selection } = part;
  if (!selection) return null;
  const extent = selection.type === 'problem' ? null : selectable[selection.type].extent?.(selection.id);
  if (extent) return [[extent[0], Math.max(extent[1], extent[0] + 1)]];
  const U = data.updates;
  /** @type {TimeRange[]} */
  const spans = rowsOf(shown(selection, null)).filter((row) => U.duration_ns[row] > 0)
    .map((row) => /** @type {TimeRange} */ ([U.start_ns[row], U.start_ns[row] + U.duration_ns[row]]));
  if (selection.type === 'problem') spans.push(...problemEvents(selection.id).map(({ start, end }) => /** @type {TimeRange} */ ([start, Math.max(end, start + 1)])));
  return merged(spans);
}
/** @type {(spans: TimeRange[]) => TimeRange[]} */
function merged(spans) {
  /** @type {TimeRange[]} */
  const result = [];
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    const last = result[result.length - 1];
    if (last && from <= last[1]) last[1] = Math.max(last[1], to); else result.push([from, to]);
  }
  return result;
}
/** @type {(part: Part, thread: string) => number[]} */
function samplesOf(part, thread) {
  const S = data.samples, rows = [], range = part.range ?? [-Infinity, Infinity], isIn = isSampleOf(part.selection);
  for (const span of S.count ? isIn ? [range] : spansOf(part) ?? [range] : []) {
    const from = Math.max(span[0], range[0]), to = Math.min(span[1], range[1]);
    for (let row = lowerBound(S.start_ns, from); row < S.count && S.start_ns[row] < to; row++) {
      if ((thread === '' || data.name(S.thread[row]) === thread) && (!isIn || isIn(row))) rows.push(row);
    }
  }
  return rows;
}
// Which samples belong to a problem that has nothing else.
/** @type {(selection: Selected | null) => ((row: number) => boolean) | null} */
function isSampleOf(selection) {
  const { of, count } = sampledProblems();
  return selection?.type === 'problem' && count(selection.id) > 0 ? (row) => of[row] === selection.id : null;
}
// Whether the samples of a part and a thread are all here.
/** @type {(part: Part, thread: string) => boolean} */
function hasAllSamples(part, thread) {
  const { total, drawn } = sampleCounts(thread), { selection } = part, hasExtent = selection && selection.type !== 'problem' && selectable[selection.type].extent;
  return total === drawn && (!selection || Boolean(hasExtent) || isDrawn(shown(selection, null)) && (selection.type !== 'problem' || hasAllEvents()));
}

// Whether the hangs, hitches, signposts and complaints are all here.
const hasAllEvents = () => [data.hangs, data.hitches, data.signposts, data.complaints].every(({ count, total }) => count === total);

// How to get the numbers that the page lacks.
const leftOutWords = () => grouped(data.updates.count) + ' of ' + grouped(data.updates.total) + ' updates are drawn';
