// The time profile of the selection: a flame graph and a call tree of its samples, callers above callees or inverted.
const FLAME_ROW = 20, FLAME_DEEPEST = 200, TREE_OPEN = 48, FLAME_LEAST = 1.5, TREE_ROWS = 200;
let hasAll = true;         // whether the samples are all here; else there are no numbers, only proportions
let flameRoot = [];        // names from the root to the frame that fills the width
const openFrames = new Map(); // path → whether its calls are shown

// The frames of a stack, outermost first; for a very deep one the innermost.
function framesOf(stack) {
  data.rowOfFrame ??= indexOf(data.frames.id);
  data.stacks ??= new Map();
  const known = data.stacks.get(stack);
  if (known) return known;
  const frames = [];
  for (let row = data.rowOfFrame.get(stack); row !== undefined && frames.length < 200;
    row = data.rowOfFrame.get(data.frames.parent[row])) frames.push(row);
  frames.reverse();
  data.stacks.set(stack, frames);
  return frames;
}

// Whether a frame belongs to the app. If the source names no binaries, it does if it is a member of an app view with
// bodies in the trace (docs/analysis.md, section 6).
function isAppFrame(frame) {
  if (data.appNames === undefined) data.appNames = data.frames.app?.includes(1) ? null : appViews();
  if (!data.appNames) return data.frames.app[frame] === 1;
  const name = data.frames.name[frame];
  if (!data.appMembers.has(name)) {
    const owners = [...data.names[name].matchAll(/(?:^|[ (])(\w+)(?=\.)/g)].map((match) => match[1]);
    data.appMembers.set(name, owners.some((owner) => data.appNames.has(owner)));
  }
  return data.appMembers.get(name);
}
function appViews() {
  const V = data.views, names = new Set();
  data.appMembers = new Map();
  for (let row = 0; row < V.count; row++) {
    if (data.name(V.kind[row]) === 'body' && !/^(SwiftUI|UIKit|AppKit)/.test(data.name(V.module[row]) ?? '')) names.add(data.name(V.view[row]));
  }
  return names;
}

const callNode = (name, isApp) => ({ name, isApp, total: 0, self: 0, calls: new Map() });
function callTree(rows, isInverted) {
  const root = callNode(-1, false);
  root.cut = 0;
  for (const sample of rows) {
    const frames = framesOf(data.samples.stack[sample]);
    root.total++;
    if (!frames.length) root.cut++;
    let node = root;
    const order = isInverted ? [...frames].reverse() : frames;
    order.forEach((frame, depth) => {
      const name = data.frames.name[frame];
      let next = node.calls.get(name);
      if (!next) node.calls.set(name, next = callNode(name, isAppFrame(frame)));
      next.total++;
      if (isInverted ? depth === 0 : depth === order.length - 1) next.self++;
      node = next;
    });
  }
  return root;
}
function hasAppFrame(root) {
  const open = [root];
  for (let node; (node = open.pop());) {
    if (node.isApp) return true;
    open.push(...node.calls.values());
  }
  return false;
}
const byTotal = (a, b) => b.total - a.total || (data.names[a.name] < data.names[b.name] ? -1 : 1);
const frameName = (node) => node.name < 0 ? 'all samples' : data.names[node.name];
const shareOf = (count, all) => all ? (100 * count / all).toFixed(count * 10 < all ? 1 : 0) + ' %' : '';

function drawFlame() {
  const panel = byID('flame-panel');
  panel.hidden = !data.samples.count;
  if (panel.hidden) return;
  showThreads();
  const rows = samplesOf(shown(), shownThread()), root = callTree(rows, state.flame === 'inverted');
  for (const mode of ['graph', 'tree', 'inverted']) {
    byID('flame-' + mode).setAttribute('aria-pressed', String((state.flame || 'graph') === mode));
  }
  const isGraph = (state.flame || 'graph') === 'graph';
  hasAll = hasAllSamples(shown(), shownThread());
  byID('flame').toggleAttribute('hidden', !isGraph || !rows.length);
  byID('call-tree').hidden = isGraph || !rows.length;
  const found = isGraph ? drawFlameGraph(root) : drawCallTree(root);
  byID('flame-note').textContent = !rows.length ? 'The selection has no samples of this thread.'
    : (hasAll ? plural(rows.length, 'sample') : leftOutSamples()) + (state.selection ? ' in the selection' : state.range ? ' in the range' : ' of the whole trace')
      + (root.cut && hasAll ? ', ' + grouped(root.cut) + ' of them with stacks that are too many for a page' : '') + (state.query ? '; ' + plural(found, 'frame') + ' matched by the search' : '')
      + (isGraph && hasAppFrame(root) ? '; frames of the app are violet' : '')
      + (flameRoot.length && isGraph ? '. Shown: the calls of ' + cut(data.names[flameRoot[flameRoot.length - 1]], 80) : '') + '.';
  byID('flame-back').hidden = !flameRoot.length || !isGraph;
}
function leftOutSamples() {
  const { total, drawn } = sampleCounts(shownThread());
  return 'Proportions' + (total > drawn ? ', as one of ' + (total / drawn).toFixed(1) + ' samples is drawn,' : ' of the updates that are drawn,');
}
// Threads by samples, most first, with drawn samples.
function threadNames() {
  if (data.threads) return data.threads;
  const drawn = new Set(data.samples.thread), T = data.sample_threads;
  const names = [...T.thread].filter((name) => drawn.has(name)).slice(0, 40).map((name) => data.name(name) ?? '');
  return data.threads = names.filter(Boolean);
}
// The number of samples of a thread, and of those drawn; the empty name means all threads.
function sampleCounts(thread) {
  const T = data.sample_threads, S = data.samples;
  const counts = { total: 0, drawn: 0 }, isShown = (name) => thread === '' || data.name(name) === thread;
  for (let row = 0; row < T.count; row++) if (isShown(T.thread[row])) counts.total += T.samples[row];
  for (let row = 0; row < S.count; row++) if (isShown(S.thread[row])) counts.drawn++;
  return counts;
}
// The main thread unless another one is chosen; the empty name means all threads.
function shownThread() {
  const names = threadNames();
  if (state.thread === '' || names.includes(state.thread)) return state.thread;
  return names.includes('main') ? 'main' : names[0] ?? '';
}
function showThreads() {
  const select = byID('flame-thread');
  if (select.dataset.trace !== String(state.trace)) {
    select.replaceChildren(...threadNames().map((name) => make('option', '', cut(name, 60), { value: name })),
      make('option', '', 'all threads', { value: '' }));
    select.dataset.trace = String(state.trace);
  }
  select.value = shownThread();
}

const isFound = (node) => {
  const words = searchWords(state.query);
  return words.length > 0 && node.name >= 0 && words.every((word) => data.names[node.name].toLowerCase().includes(word));
};

// MARK: Flame graph
function drawFlameGraph(root) {
  const svg = byID('flame'), width = Math.max(300, byID('flame-box').clientWidth);
  let top = root, path = [];
  for (const name of flameRoot) {
    if (!top.calls.has(name)) break;
    top = top.calls.get(name);
    path.push(name);
  }
  flameRoot = path;
  const shapes = [];
  let deepest = 0, found = 0;
  const place = (node, x, depth, path) => {
    const wide = node.total / top.total * width;
    if (wide < FLAME_LEAST || depth > FLAME_DEEPEST) return;
    deepest = Math.max(deepest, depth);
    if (isFound(node)) found++;
    shapes.push(flameShape(node, x, depth, wide, path, root.total));
    let left = x;
    for (const call of [...node.calls.values()].sort(byTotal)) {
      place(call, left, depth + 1, [...path, call.name]);
      left += call.total / top.total * width;
    }
  };
  if (top.total) place(top, 0, 0, path);
  const height = (deepest + 1) * FLAME_ROW + 2;
  svg.setAttribute('width', width);
  svg.setAttribute('height', height);
  svg.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
  svg.replaceChildren(...shapes);
  oneStop(svg);
  return found;
}
function flameShape(node, x, depth, wide, path, all) {
  const name = frameName(node), words = !hasAll ? name : name + ': ' + plural(node.total, 'sample') + ', '
    + shareOf(node.total, all) + ', itself ' + shareOf(node.self, all);
  const letters = Math.floor((wide - 8) / 6.6);
  const group = shape('g', (node.isApp ? 'app' : 'system') + (isFound(node) ? ' found' : ''), {
    transform: 'translate(' + x.toFixed(2) + ' ' + depth * FLAME_ROW + ')', role: 'button', 'aria-label': visible(words),
    ...(wide > 24 ? { tabindex: 0 } : {}) }, [
    shape('title', '', {}, cut(words, 1000)),
    shape('rect', '', { width: Math.max(1, wide - 1).toFixed(2), height: FLAME_ROW - 2, rx: 2 }),
    letters > 3 ? shape('text', '', { x: 4, y: 13 }, cut(name, letters)) : null]);
  const zoom = () => { flameRoot = path; drawFlame(); };
  group.addEventListener('click', zoom);
  group.addEventListener('keydown', (event) => { if (event.key === 'Enter') zoom(); });
  return group;
}

// MARK: Call tree
function drawCallTree(root) {
  const rows = [];
  let found = 0;
  const add = (node, depth, path) => {
    for (const call of [...node.calls.values()].sort(byTotal)) {
      if (rows.length >= TREE_ROWS) return;
      const key = path + '/' + call.name;
      // Expand the heaviest path at first.
      const isOpen = openFrames.get(key) ?? (call.total * 2 >= root.total && depth < TREE_OPEN);
      if (isFound(call)) found++;
      rows.push(treeRow(call, depth, key, isOpen, root.total));
      if (isOpen) add(call, depth + 1, key);
    }
  };
  add(root, 0, state.flame + '');
  byID('call-tree').querySelector('tbody').replaceChildren(...rows);
  oneStop(byID('call-tree'));
  return found;
}
function treeRow(node, depth, key, isOpen, all) {
  const label = make('span', node.isApp ? 'app' : '', cut(frameName(node), 160));
  const toggle = make('button', 'twist', node.calls.size ? (isOpen ? '▾' : '▸') : '·', { type: 'button',
    'aria-label': (isOpen ? 'Hide' : 'Show') + ' the calls of ' + visible(frameName(node)), 'aria-expanded': String(isOpen) });
  toggle.disabled = !node.calls.size;
  toggle.addEventListener('click', () => { openFrames.set(key, !isOpen); drawFlame(); });
  const cell = make('td', 'name', [toggle, label]);
  cell.style.paddingInlineStart = Math.min(depth, 30) * 14 + 6 + 'px';
  return make('tr', isFound(node) ? 'is-chosen' : '', [make('td', 'number', hasAll ? grouped(node.total) : ''),
    make('td', 'number', hasAll ? shareOf(node.total, all) : ''), make('td', 'number', hasAll && node.self ? grouped(node.self) : ''), cell]);
}

function listenFlame() {
  for (const mode of ['graph', 'tree', 'inverted']) {
    byID('flame-' + mode).addEventListener('click', () => { flameRoot = []; change({ flame: mode === 'graph' ? '' : mode }, true); });
  }
  byID('flame-back').addEventListener('click', () => { flameRoot = []; drawFlame(); });
  byID('flame-thread').addEventListener('change', (event) => { flameRoot = []; change({ thread: event.target.value }); });
}
