// The two timelines of a comparison, and how they are aligned.
const MOST_OCCURRENCES = 50, MOST_PLACES = 500;

/** @type {(source: SideSource, index: number) => Side} */
function makeSide(source, index) {
  /** @type {TimelineState} */
  const own = { from: 0, to: 1, range: null, selection: null };
  const data = model(source), origin = () => places[state.align].starts[index];
  /** @type {Side} */
  const side = { index, source, data, views: new Map(), interactions: new Map(), chains: new Map(), state: own,
    timeline: makeTimeline({ suffix: '-' + source.role, state: own, isAligned: true, origin,
      limits: () => { const [from, to] = limits(); return [from + origin(), to + origin()]; }, snap: (range) => range, edgeAt: (time) => time,
      change: (patch, push) => change(moved(patch, -origin()), push),
      select: (selection) => select(selection && keyOf(side, selection)) }) };
  const { views: V, interactions: I, chains: C } = data;
  for (let row = 0; row < V.count; row++) {
    gatherIDs(side.views, JSON.stringify(pairedView(side, row)), V.id[row]);
  }
  for (let row = 0; row < I.count; row++) {
    gatherIDs(side.interactions, source.titles[source.interactions[row]], I.id[row]);
  }
  // Only changed chains are known here, from the rows of their table.
  const rows = tableRows('chains');
  for (const [chain, row] of source.chains) gatherIDs(side.chains, String(rows[row].chain), chain);
  return side;
}
// Times of one side and those relative to the alignment.
/** @type {(patch: Partial<TimelineState>, by: number) => Partial<DiffState>} */
function moved({ from, to, range }, by) {
  return { ...(from === undefined ? {} : { from: from + by }), ...(to === undefined ? {} : { to: to + by }),
    ...(range === undefined ? {} : { range: shifted(range, by) }) };
}
/** @type {(range: TimeRange | null, by: number) => TimeRange | null} */
const shifted = (range, by) => range && [range[0] + by, range[1] + by];
/** @type {(map: Map<string, Set<number>>, key: string, id: number) => void} */
function gatherIDs(map, key, id) {
  const ids = map.get(key);
  if (ids) ids.add(id); else map.set(key, new Set([id]));
}
// Name and kind of a view, as on both sides.
/** @type {(side: Side, row: number) => [name: string, kind: string]} */
const pairedView = (side, row) => [side.source.views[row] ?? side.data.name(side.data.views.view[row]) ?? '',
  side.data.name(side.data.views.kind[row]) ?? ''];

function makeTimelines() {
  for (const side of sides) {
    side.timeline.selectable.pair = { facts: () => null, mask: (_, { pair }) => maskOf(side, pair ?? {}) };
    side.timeline.use(side.data);
    byID('title-' + side.source.role).textContent = cut(side.source.title, 300);
  }
  if (sides.length < 2) return;
  // What is on neither side takes no room.
  const views = sides.map((side) => side.timeline.view), all = views.flatMap((view) => view.lanes);
  const full = new Set(all.filter((lane) => lane.count).map((lane) => lane.id));
  const empty = new Set(all.filter((lane) => !full.has(lane.id)).map((lane) => lane.title));
  if (full.size && empty.size) {
    for (const view of views) view.lanes = view.lanes.filter((lane) => full.has(lane.id));
    byID('empty-lanes').textContent = 'On neither side: ' + [...empty].join(', ').toLowerCase() + '.';
  }
  // Bars have the same scale on both sides; a side may lack a lane of the other.
  const [one, two] = sides.map((side) => side.timeline.view.lanes);
  for (const lane of one) {
    const other = two.find(({ id, title }) => id === lane.id && title === lane.title);
    if (!other) continue;
    lane.scale = other.scale = Math.max(lane.scale, other.scale);
    lane.height = other.height = Math.max(lane.height, other.height);
  }
}

// Points to align the sides: interactions of both sides, the most changed first, and the start of the recordings.
/** @type {() => Alignment[]} */
function alignments() {
  const result = [];
  if (sides.length === 2) {
    const titles = [...sides[0].interactions.keys()].filter((title) => sides[1].interactions.has(title));
    const sizes = titles.map((title) => ({ title, size: changeOf(title) })).sort((a, b) => b.size - a.size || (a.title < b.title ? -1 : 1));
    for (const { title } of sizes) {
      const ids = sides.map((side) => [...side.interactions.get(title) ?? []]);
      const count = Math.min(ids[0].length, ids[1].length, MOST_OCCURRENCES);
      for (let number = 0; number < count && result.length < MOST_PLACES; number++) {
        const windows = sides.map((side, index) => windowOf(side.data, ids[index][number]));
        result.push({ title, words: count > 1 ? ', ' + (number + 1) + ' of ' + count : '', number,
          starts: windows.map(([start]) => start), length: Math.max(...windows.map(([from, to]) => to - from)) });
      }
    }
  }
  result.push({ title: null, words: '', number: 0, starts: [0, 0], length: 0 });
  return result;
}
/** @type {(data: TraceData, id: number) => TimeRange} */
function windowOf(data, id) {
  const row = data.rowOfInteraction.get(id) ?? -1, I = data.interactions;
  return [I.start_ns[row], Math.max(I.end_ns[row], I.start_ns[row])];
}
// The change of an interaction, weighted as in the answer: updates and unnecessary ones.
/** @type {(title: string) => number} */
function changeOf(title) {
  const row = tableRows('interactions').find((row) => row.interaction === title);
  /** @type {(name: string) => number} */
  const size = (name) => Math.abs(Number(row?.[name + '_after'] ?? 0) - Number(row?.[name + '_before'] ?? 0));
  return size('updates_per_interaction') + size('unnecessary_per_interaction');
}
/** @type {(place: Alignment) => string} */
const placeTitle = (place) => place.title === null ? 'the start of the recordings' : cut(place.title, 80) + place.words;

// The time range of both sides, relative to their alignment.
/** @type {(index?: number) => TimeRange} */
function limits(index = state.align) {
  if (!sides.length) return [0, 1];
  const starts = places[index].starts;
  return [Math.min(...starts.map((start) => -start)), Math.max(...sides.map((side, at) => side.data.end - starts[at]))];
}
// The interaction with some margin.
/** @type {(index: number) => Zoom} */
function fit(index) {
  const { title, length } = places[index], [from, to] = limits(index);
  if (title === null) return { from, to };
  const room = Math.max(length, 2e6);
  return { from: -room * 0.08, to: room * 1.12 };
}
