// The time profile of the selection: a flame graph and a call tree of its samples, callers above callees or inverted.
const TREE_OPEN = 48, TREE_ROWS = 200;
/** @type {{ [mode: string]: string }} */
const FLAME_IDS = { '': 'graph', time: 'time', callers: 'callers', tree: 'tree', inverted: 'inverted' };
const FLAME_MODES = Object.keys(FLAME_IDS);
let hasAll = true;         // whether the samples are all here; else there are no numbers, only proportions
/** @type {Map<string, boolean>} */
const openFrames = new Map(); // path → whether its calls are shown

/** @type {(node: Named) => string} */
const titleOfFrame = (node) => node.name < 0 ? 'all samples' : data.names[node.name] ?? '';
/** @type {(node: CallNode) => number} */
const totalOf = (node) => node.total;
// The order of the graph that shows the calls of one function, or who calls it.
/** @type {(isCallers: boolean) => Partial<ReportState>} */
const flameOrder = (isCallers) => ({ flame: isCallers ? 'callers' : '' });

function drawFlame() {
  const panel = byID('flame-panel');
  panel.hidden = !data.samples.count;
  if (panel.hidden) return;
  const thread = shownThread(), isGraph = !['tree', 'inverted'].includes(state.flame);
  showThreads(threadNames(), thread);
  const rows = samplesOf(shown(), thread), order = state.flame === 'inverted' ? 'callers' : state.flame === 'tree' ? '' : state.flame;
  const framesOf = data.framesOf ??= stackReader(data.frames), isInTime = order === 'time';
  const stacks = rows.map((row) => ({ frames: framesOf(data.samples.stack[row]), count: 1, thread: data.samples.thread[row] }));
  // Of all threads one after the other: they run at the same time.
  if (isInTime && thread === '') stacks.sort((a, b) => a.thread - b.thread);
  const tree = callTree(stacks, { order, focus: state.focus, nameOf: (frame) => data.frames.name[frame], isApp: (frame) => isAppFrame(data, frame) });
  /** @type {CallNode} */
  const root = tree;
  for (const mode of FLAME_MODES) pressed('flame-' + FLAME_IDS[mode], state.flame === mode);
  hasAll = hasAllSamples(shown(), thread);
  byID('flame').toggleAttribute('hidden', !isGraph || !root.total);
  byID('call-tree').hidden = isGraph || !root.total;
  /** @type {FlameLook<CallNode>} */
  const look = { sizeOf: totalOf, titleOf: titleOfFrame, isInTime, classesOf: (node) => node.isApp ? 'app' : 'system',
    wordsOf: (node) => !hasAll ? '' : plural(node.total, 'sample') + ', ' + shareOf(node.total, root.total) + ', itself '
      + shareOf(node.self, root.total) };
  if (isGraph) drawFlameGraph(root, look); else { drawCallTree(root, look); drawCrumbs([root], look); }
  byID('flame-note').textContent = flameNote(root, tree.cut, isGraph);
}
/** @type {(root: CallNode, cutOff: number, isGraph: boolean) => string} */
function flameNote(root, cutOff, isGraph) {
  if (!root.total) {
    const nothing = state.focus === null ? 'The selection has no samples of this thread' : 'No sample has ' + cut(titleOfFrame({ name: state.focus }), 80) + ' in its stack';
    return nothing + (hasAll ? '.' : ' in what is drawn; not all is.');
  }
  const found = state.query ? foundInTree(root, (node) => isFoundFrame(node, titleOfFrame), totalOf) : null;
  return (hasAll ? plural(root.total, 'sample') : leftOutSamples()) + (state.selection && state.range ? ' in the selection and the range' : state.selection ? ' in the selection' : state.range ? ' in the range' : ' of the whole trace')
    + (state.focus === null ? '' : ' with ' + cut(titleOfFrame({ name: state.focus }), 80) + ' in their stacks')
    + (cutOff && hasAll ? ', ' + grouped(cutOff) + ' of them with stacks that are too many for a page' : '')
    + (found ? '; ' + plural(found.frames, 'frame') + ' matched by the search' + (found.frames && hasAll ? ' in ' + shareOf(found.samples, root.total) + ' of them' : '') : '')
    + ({ time: '; left to right in time', callers: '; below each frame who calls it' }[state.flame] ?? '')
    + (isGraph && hasAppFrame(root) ? '; frames of the app are violet' : '') + '.';
}
function leftOutSamples() {
  const { total, drawn } = sampleCounts(shownThread());
  return 'Proportions' + (total > drawn ? ', as one of ' + (total / drawn).toFixed(1) + ' samples is drawn,' : ' of the updates that are drawn,');
}
// Threads by samples, most first, with drawn samples.
/** @type {() => string[]} */
function threadNames() {
  if (data.threads) return data.threads;
  const drawn = new Set(data.samples.thread), T = data.sample_threads;
  const names = [...T.thread].filter((name) => drawn.has(name)).slice(0, 40).map((name) => data.name(name) ?? '');
  return data.threads = names.filter(Boolean);
}
// The number of samples of a thread, and of those drawn; the empty name means all threads.
/** @type {(thread: string) => SampleCounts} */
function sampleCounts(thread) {
  const T = data.sample_threads, S = data.samples;
  const counts = { total: 0, drawn: 0 }, isShown = (/** @type {number} */ name) => thread === '' || data.name(name) === thread;
  for (let row = 0; row < T.count; row++) if (isShown(T.thread[row])) counts.total += T.samples[row];
  for (let row = 0; row < S.count; row++) if (isShown(S.thread[row])) counts.drawn++;
  return counts;
}
// The main thread unless another one is chosen; the empty name means all threads.
/** @type {() => string} */
function shownThread() {
  const names = threadNames();
  if (state.thread !== null && (state.thread === '' || names.includes(state.thread))) return state.thread;
  return names.includes('main') ? 'main' : names[0] ?? '';
}

// MARK: Call tree
/** @type {(root: CallNode, look: Look<CallNode>) => void} */
function drawCallTree(root, look) {
  /** @type {HTMLElement[]} */
  const rows = [];
  /** @type {(node: CallNode, depth: number, path: string) => void} */
  const add = (node, depth, path) => {
    for (const [, call] of callsOf(node, look)) {
      if (rows.length >= TREE_ROWS) return;
      const key = path + '/' + call.name;
      // Expand the heaviest path at first.
      const isOpen = openFrames.get(key) ?? (call.total * 2 >= root.total && depth < TREE_OPEN);
      rows.push(treeRow(call, depth, key, isOpen, root.total));
      if (isOpen) add(call, depth + 1, key);
    }
  };
  add(root, 0, state.flame + (state.focus ?? ''));
  byID('call-tree').querySelector('tbody')?.replaceChildren(...rows);
  oneStop(byID('call-tree'));
}
/** @type {(node: CallNode, depth: number, key: string, isOpen: boolean, all: number) => HTMLElement} */
function treeRow(node, depth, key, isOpen, all) {
  const title = titleOfFrame(node);
  const label = make('button', 'call' + (node.isApp ? ' app' : ''), cut(title, 160), { type: 'button', title: 'Only this function' });
  label.addEventListener('click', () => change({ focus: node.name, root: '' }, true));
  const toggle = make('button', 'twist', node.calls.size ? (isOpen ? '▾' : '▸') : '·', { type: 'button',
    'aria-label': (isOpen ? 'Hide' : 'Show') + ' the calls of ' + visible(title), 'aria-expanded': String(isOpen) });
  toggle.disabled = !node.calls.size;
  toggle.addEventListener('click', () => { openFrames.set(key, !isOpen); drawFlame(); });
  const cell = make('td', 'name', [toggle, label]);
  cell.style.paddingInlineStart = Math.min(depth, 30) * 14 + 6 + 'px';
  return make('tr', isFoundFrame(node, titleOfFrame) ? 'is-chosen' : '', [make('td', 'number', hasAll ? grouped(node.total) : ''),
    make('td', 'number', hasAll ? shareOf(node.total, all) : ''), make('td', 'number', hasAll && node.self ? grouped(node.self) : ''), cell]);
}

function listenFlame() {
  for (const mode of FLAME_MODES) {
    byID('flame-' + FLAME_IDS[mode]).addEventListener('click', () => change({ flame: mode, root: '' }, true));
  }
  byID('flame-thread').addEventListener('change', () => change({ thread: byID('flame-thread').value, root: '' }, true));
  listenFlameGraph();
}
