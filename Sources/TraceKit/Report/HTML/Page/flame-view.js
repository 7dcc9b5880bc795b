// The drawing of a flame graph on any page: its boxes, the way to what fills the width, and its tooltip. The page's state
// has `root`, the keys of that way, and `focus`, the name of the only function whose calls are shown.
const FLAME_ROW = 20, MOST_CRUMBS = 8;
/** @type {FlameBox[]} */
let flameShown = [];

/** @type {() => number[]} */
const flameWay = () => state.root === '' ? [] : state.root.split('.').map(Number);
// From an address, which may be of another page.
/** @type {(text: string | null) => string} */
const readFlameWay = (text) => text !== null && /^\d{1,9}(\.\d{1,9}){0,199}$/.test(text) ? text : '';
/** @type {(text: string | null) => number | null} */
const readFocus = (text) => /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;

// `look` says of a node: `sizeOf`, `titleOf`, `wordsOf`, `classesOf`, and `isInTime`.
/** @type {<N extends TreeNode<N>>(root: N, look: FlameLook<N>) => void} */
function drawFlameGraph(root, look) {
  const svg = byID('flame'), width = Math.max(300, byID('flame-box').clientWidth), hadFocus = svg.contains(document.activeElement);
  const nodes = nodesAlong(root, flameWay()), way = flameWay().slice(0, nodes.length - 1);
  const boxes = flameBoxes(nodes[nodes.length - 1], way, width, look), deepest = boxes.reduce((most, { depth }) => Math.max(most, depth), 0);
  const height = (deepest + 1) * FLAME_ROW + 2;
  flameShown = boxes.map(({ node, x, depth, path }) => ({ x, depth, path, title: look.titleOf(node), words: look.wordsOf(node) }));
  hideFlameTip();
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
  svg.replaceChildren(...boxes.map((box, index) => flameShape(box, index, look)));
  oneStop(svg);
  if (hadFocus) focusIn(svg, '[tabindex="0"]', { preventScroll: true });
  drawCrumbs(nodes, look);
}
/** @type {<N extends TreeNode<N>>(box: Box<N>, index: number, look: FlameLook<N>) => Node} */
function flameShape({ node, x, depth, wide }, index, { titleOf, classesOf, signOf }) {
  const { title, words } = flameShown[index], sign = signOf?.(node) ?? '', letters = Math.floor((wide - 8) / 7.1) - sign.length;
  return shape('g', classesOf(node) + (isFoundFrame(node, titleOf) ? ' found' : ''), {
    transform: 'translate(' + x.toFixed(2) + ' ' + depth * FLAME_ROW + ')', role: 'button', 'data-box': index,
    'aria-label': visible(title + (words ? ': ' + words : '')), ...(wide > 24 ? { tabindex: 0 } : {}) }, [
    shape('rect', '', { width: Math.max(1, wide - 1).toFixed(2), height: FLAME_ROW - 2, rx: 2 }),
    letters > 3 ? shape('text', '', { x: 4, y: 13 }, sign + cut(title, letters)) : null]);
}
/** @type {(node: Named, titleOf: (node: Named) => string) => boolean} */
const isFoundFrame = (node, titleOf) => {
  const words = searchWords(state.query);
  return words.length > 0 && node.name >= 0 && words.every((word) => titleOf(node).toLowerCase().includes(word));
};

// The callers of what fills the width, each a way back, and what else can be shown of it.
/** @type {(nodes: Named[], look: { titleOf(node: Named): string }) => void} */
function drawCrumbs(nodes, { titleOf }) {
  const box = byID('flame-path'), hadFocus = box.contains(document.activeElement), last = nodes[nodes.length - 1];
  /** @type {(node: Named, depth: number) => Node} */
  const crumb = (node, depth) => {
    const button = make('button', '', cut(titleOf(node), 48), { type: 'button', title: cut(titleOf(node), 400) });
    button.addEventListener('click', () => change({ root: flameWay().slice(0, depth).join('.') }, true));
    return button;
  };
  const all = make('button', '', 'all samples', { type: 'button', id: 'flame-back' });
  all.addEventListener('click', () => change({ root: '', focus: null }, true));
  const between = nodes.slice(1, -1), first = Math.max(0, between.length - MOST_CRUMBS);
  box.hidden = nodes.length < 2 && state.focus === null;
  box.replaceChildren(all, ...(first ? [' › … ' + first + ' more'] : []),
    ...between.slice(first).flatMap((node, index) => [' › ', crumb(node, first + index + 1)]),
    ...(last.name >= 0 ? [' › ', make('b', '', cut(titleOf(last), 80))] : []),
    ...(last.name < 0 && state.focus !== null ? [' › ', make('b', '', 'only ' + cut(titleOf({ name: state.focus }), 80))] : []),
    ...(last.name >= 0 ? focusButtons(last.name) : []));
  if (!box.hidden) oneStop(box);
  if (hadFocus) focusIn(byID('flame'), '[tabindex="0"]', { preventScroll: true });
}
/** @type {(name: number) => Node[]} */
function focusButtons(name) {
  /** @type {(text: string, isCallers: boolean) => Node} */
  const button = (text, isCallers) => {
    const element = make('button', 'focus', text, { type: 'button' });
    element.addEventListener('click', () => change({ focus: name, root: '', ...flameOrder(isCallers) }, true));
    return element;
  };
  return [...(state.focus === name ? [] : [button('Only this function', false)]), button('Who calls it', true)];
}

/** @type {(group: Element | null) => void} */
function showFlameTip(group) {
  const tip = byID('flame-tip'), box = group && flameShown[boxNumber(group)];
  if (!box) { hideFlameTip(); return; }
  tip.replaceChildren(make('b', '', cut(box.title, 300)), ...box.words.split('; ').map((line) => make('div', '', line)));
  tip.hidden = false;
  const frame = byID('flame-box'), left = Math.min(box.x + 8 - frame.scrollLeft, frame.clientWidth - tip.offsetWidth - 4);
  tip.style.transform = 'translate(' + Math.max(0, left).toFixed(0) + 'px,' + ((box.depth + 1) * FLAME_ROW + 4) + 'px)';
}
/** @type {(group: Element) => number} */
const boxNumber = (group) => Number(group.getAttribute('data-box'));
function hideFlameTip() { byID('flame-tip').hidden = true; }

function listenFlameGraph() {
  const svg = byID('flame');
  /** @type {(event: Event) => Element | null} */
  const boxOf = (event) => targetOf(event).closest('[data-box]');
  /** @type {(event: Event) => void} */
  const zoom = (event) => {
    const group = boxOf(event);
    if (group) change({ root: flameShown[boxNumber(group)].path.join('.') }, true);
  };
  svg.addEventListener('click', zoom);
  svg.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    zoom(event);
  });
  svg.addEventListener('pointermove', (event) => showFlameTip(boxOf(event)));
  svg.addEventListener('focusin', (event) => showFlameTip(boxOf(event)));
  for (const name of ['pointerleave', 'focusout']) svg.addEventListener(name, hideFlameTip);
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hideFlameTip(); });
}
// The threads that samples are of; the empty name means all.
/** @type {(names: string[], chosen: string) => void} */
function showThreads(names, chosen) {
  const select = byID('flame-thread');
  const options = [...names.map((name) => [name, cut(name, 60)]), ['', 'all threads']];
  if (select.options.length !== options.length || options.some(([value], index) => select.options[index].value !== value)) {
    select.replaceChildren(...options.map(([value, text]) => make('option', '', text, { value })));
  }
  select.value = chosen;
}
/** @type {(id: string, is: boolean) => void} */
const pressed = (id, is) => byID(id).setAttribute('aria-pressed', String(is));
/** @type {(count: number, all: number) => string} */
const shareOf = (count, all) => all ? (100 * count / all).toFixed(count * 10 < all ? 1 : 0) + ' %' : '';

// Whether a frame belongs to the app. If the source names no binaries, it does if it is a member of an app view with
// bodies in the trace (docs/analysis.md, section 6).
/** @type {(data: TraceData, frame: number) => boolean} */
function isAppFrame(data, frame) {
  const { app, name: names } = data.frames;
  if (data.appNames === undefined) data.appNames = app?.includes(1) ? null : appViews(data);
  const views = data.appNames;
  if (!views) return app?.[frame] === 1;
  const name = names[frame], known = data.appMembers ??= new Map(), found = known.get(name);
  if (found !== undefined) return found;
  const isApp = [...data.names[name].matchAll(/(?:^|[ (])(\w+)(?=\.)/g)].some((match) => views.has(match[1]));
  known.set(name, isApp);
  return isApp;
}
/** @type {(data: TraceData) => Set<string | null>} */
function appViews(data) {
  const V = data.views, names = new Set();
  for (let row = 0; row < V.count; row++) {
    if (data.name(V.kind[row]) === 'body' && !/^(SwiftUI|UIKit|AppKit)/.test(data.name(V.module[row]) ?? '')) names.add(data.name(V.view[row]));
  }
  return names;
}
