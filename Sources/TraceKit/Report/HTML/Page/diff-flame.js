// The flame graphs of a comparison: before, after, and the difference. Recordings differ in length, so it counts samples a
// second: shares of all samples would let everything else grow when one function shrinks. A box of the difference is as
// wide as both sides together.
const LEAST_CHANGE = 0.005; // of the samples of the larger side: less has no colour
/** @type {FlameSides | null} */
let flameSides = null;      // per side: counts by thread, and the names of frames that both sides have
/** @type {(isCallers: boolean) => Partial<DiffState>} */
const flameOrder = (isCallers) => ({ order: isCallers ? 'callers' : '' });

// The samples of each stack, in a range those whose time is in it; null if the page does not have all times.
/** @type {(data: TraceData, range: TimeRange | null) => Numbers | null} */
function stackCounts({ stacks, stack_samples: S }, range) {
  if (!range) return stacks.samples;
  if (S.count < S.total) return null;
  const counts = new Float64Array(stacks.count);
  for (let at = lowerBound(S.start_ns, range[0]); at < S.count && S.start_ns[at] < range[1]; at++) counts[S.row[at]]++;
  return counts;
}
/** @type {() => FlameSides} */
function readFlameSides() {
  /** @type {string[]} */
  const titles = [];
  const known = new Map();
  /** @type {(text: string) => number} */
  const sharedName = (text) => {
    if (!known.has(text)) { known.set(text, titles.length); titles.push(text); }
    return known.get(text);
  };
  return { titles, sides: sides.map(({ data }) => {
    const S = data.stacks, framesOf = stackReader(data.frames), names = new Map(), threads = new Map();
    /** @type {(frame: number) => number} */
    const nameOf = (frame) => {
      const name = data.frames.name[frame];
      if (!names.has(name)) names.set(name, sharedName(data.name(name) ?? ''));
      return names.get(name);
    };
    const stacks = [];
    for (let row = 0; row < S.count; row++) {
      const thread = data.name(S.thread[row]) ?? '';
      threads.set(thread, (threads.get(thread) ?? 0) + S.samples[row]);
      stacks.push({ thread, frames: S.stack[row] < 0 ? [] : framesOf(S.stack[row]), count: S.samples[row], row });
    }
    return { nameOf, isApp: (frame) => isAppFrame(data, frame), threads, stacks };
  }) };
}
const readSides = () => flameSides ??= readFlameSides();
/** @type {() => string[]} */
function flameThreads() {
  const counts = new Map();
  for (const { threads } of readSides().sides) for (const [name, count] of threads) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].filter(([name]) => name).sort(([, a], [, b]) => b - a).slice(0, 40).map(([name]) => name);
}
/** @type {() => string} */
function diffThread() {
  const names = flameThreads();
  if (state.thread !== null && (state.thread === '' || names.includes(state.thread))) return state.thread;
  return names.includes('main') ? 'main' : names[0] ?? '';
}

function drawFlame() {
  const panel = byID('flame-panel');
  // A flame graph of one side alone compares nothing.
  panel.hidden = sides.length < 2 || sides.some(({ data }) => !data.stacks.count);
  if (panel.hidden) return;
  const { titles, sides: read } = readSides(), thread = diffThread();
  /** @type {(node: Named) => string} */
  const titleOf = (node) => node.name < 0 ? 'all samples' : titles[node.name] ?? '';
  showThreads(flameThreads(), thread);
  for (const mode of ['difference', 'before', 'after']) pressed('flame-' + mode, (state.flame || 'difference') === mode);
  pressed('flame-callers', state.order === 'callers');
  const counts = sides.map((side) => stackCounts(side.data, side.state.range)), areKnown = counts.every((count) => count !== null);
  const chosen = read.map((side, index) => side.stacks.filter((stack) => thread === '' || stack.thread === thread)
    .map((stack) => ({ ...stack, count: counts[index]?.[stack.row] ?? 0 })).filter(({ count }) => count > 0));
  const [before, after] = chosen.map((stacks, index) => callTree(stacks, { ...read[index], order: state.order, focus: state.focus }));
  // Of the thread, whatever is shown of it.
  const [all, later] = chosen.map((stacks) => sum(stacks, 'count')), seconds = flameSeconds(all, later);
  const root = mergedTree(before, after), most = Math.max(all / seconds[0], later / seconds[1]);
  /** @type {FlameRates} */
  const rate = { before: (node) => node.before / seconds[0], after: (node) => node.after / seconds[1] };
  /** @type {(node: MergedNode) => string} */
  const classOf = (node) => changeClass((rate.after(node) - rate.before(node)) / most);
  /** @type {FlameLook<MergedNode>} */
  const look = { titleOf, isInTime: false, wordsOf: (node) => flameWords(node, all, later, rate),
    sizeOf: state.flame === 'before' ? rate.before : state.flame === 'after' ? rate.after : (node) => rate.before(node) + rate.after(node),
    signOf: (node) => state.flame ? '' : { grew: '▲ ', shrank: '▼ ' }[classOf(node).split(' ')[0]] ?? '',
    classesOf: (node) => state.flame ? node.isApp ? 'app' : 'system' : classOf(node) };
  byID('flame').toggleAttribute('hidden', !look.sizeOf(root));
  drawFlameGraph(root, look);
  const found = state.query ? foundInTree(root, (node) => isFoundFrame(node, titleOf), look.sizeOf).frames : 0;
  byID('flame-note').textContent = !areKnown ? 'Not counted: a page does not have the times of all of these samples, only of up to 60,000. Without the range all are.'
    : !root.before && !root.after ? 'No samples of this.' : plural(root.before, 'sample') + ' before, ' + grouped(root.after) + ' after'
    + (state.focus === null ? '' : ' with ' + cut(titleOf({ name: state.focus }), 80) + ' in their stacks') + (state.range ? ', in the range' : '') + (hasSeconds() ? '; widths are samples a second of the ' + (state.range ? 'range' : 'recording') : '; widths are shares of a side’s samples')
    + (state.flame ? '' : ', ▲ red has grown, ▼ blue has shrunk') + (state.query ? '; ' + plural(found, 'frame') + ' matched by the search' : '')
    + (before.cut + after.cut ? '; ' + grouped(before.cut + after.cut) + ' have stacks that are too many for a page' : '')
    + (page.sides.some((side) => side.several) ? '; of the first trace of each side' : '') + '.';
}
/** @type {(change: number) => string} */
const changeClass = (change) => Math.abs(change) < LEAST_CHANGE ? 'same'
  : (change > 0 ? 'grew' : 'shrank') + (Math.abs(change) < 0.02 ? ' little' : Math.abs(change) < 0.1 ? ' some' : ' much');
// Where a recording's length is unknown, shares are compared.
/** @type {() => boolean} */
const hasSeconds = () => sides.every((side) => secondsOf(side) > 0);
// How long a side was recorded, in the range.
/** @type {(side: Side) => number} */
function secondsOf({ data, state: { range } }) {
  const end = data.trace.duration_ns;
  return Math.max(0, range ? Math.min(range[1], end || range[1]) - Math.max(range[0], 0) : end) / 1e9;
}
/** @type {(all: number, later: number) => number[]} */
const flameSeconds = (all, later) => hasSeconds() ? sides.map(secondsOf) : [(all || 1) / 100, (later || 1) / 100];
/** @type {(node: MergedNode, all: number, later: number, rate: FlameRates) => string} */
function flameWords(node, all, later, rate) {
  /** @type {(count: number, of: number) => string} */
  const share = (count, of) => of ? (100 * count / of).toFixed(1) + ' %' : '–';
  const change = rate.after(node) - rate.before(node);
  return 'before ' + share(node.before, all) + ', ' + plural(node.before, 'sample') + ', itself ' + grouped(node.selfBefore) + '; after '
    + share(node.after, later) + ', ' + plural(node.after, 'sample') + ', itself ' + grouped(node.selfAfter) + '; '
    + (Math.abs(change) < 0.05 ? 'no difference' : (change > 0 ? 'grew' : 'shrank') + ' by ' + Math.abs(change).toFixed(1) + (hasSeconds() ? ' samples a second' : ' points'));
}

function listenFlame() {
  for (const mode of ['difference', 'before', 'after']) {
    byID('flame-' + mode).addEventListener('click', () => change({ flame: mode === 'difference' ? '' : mode }, true));
  }
  byID('flame-callers').addEventListener('click', () => change({ order: state.order ? '' : 'callers', root: '' }, true));
  byID('flame-thread').addEventListener('change', () => change({ thread: byID('flame-thread').value, root: '' }, true));
  const box = byID('flame-box');
  let width = box.clientWidth;
  new ResizeObserver(() => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    drawFlame();
  }).observe(box);
  listenFlameGraph();
}
