// Pointer, wheel and keys on the timeline.
/** @type {(time: number, factor: number) => void} */
function zoomAt(time, factor) {
  const [low, high] = limits(), span = Math.min(high - low, Math.max(SHORTEST, (state.to - state.from) * factor));
  const part = (time - state.from) / (state.to - state.from);
  change({ from: time - part * span, to: time + (1 - part) * span });
}
/** @type {(factor: number) => void} */
const zoomMiddle = (factor) => zoomAt((state.from + state.to) / 2, factor);
/** @type {(part: number) => void} */
function panBy(part) {
  const shift = (state.to - state.from) * part;
  change({ from: state.from + shift, to: state.to + shift });
}

/** @type {(event: MouseEvent, element?: Element) => Point} */
const place = (event, element = view.canvas) => {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
};

// The item at a point, within a few pixels: of several the worst, then the longest.
/** @type {(x: number, y: number) => LaneItem | null} */
function itemAt(x, y) {
  const lane = view.lanes.find((lane) => y >= lane.top - 2 && y <= lane.top + lane.height + 2);
  if (!lane || x < view.gutter) return null;
  const near = 4 / view.plot * (state.to - state.from), time = toTime(x);
  const [first, last] = seen(lane, time - near, time + near);
  let best = null, rank = -1;
  for (let index = first; index < last; index++) {
    if (lane.end[index] < time - near) continue;
    const isUnder = lane.start[index] <= time && lane.end[index] >= time;
    const value = (isUnder ? 10 : 0) + (lane.severity[index] === NO_END ? GRAY : lane.severity[index])
      + (lane.end[index] - lane.start[index]) / 1e13;
    if (value > rank) [best, rank] = [index, value];
  }
  return best === null ? null : { lane, index: best };
}

/** @type {(event: WheelEvent) => void} */
function onWheel(event) {
  const isPan = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
  // Scrolling the page past the timeline must not zoom; if it cannot zoom out further, it scrolls, too.
  const isMeant = event.ctrlKey || event.metaKey || document.activeElement === view.canvas;
  if (!isPan && (!isMeant || event.deltaY > 0 && whole())) return;
  event.preventDefault();
  hideTooltip();
  const unit = event.deltaMode === 1 ? 30 : 1;
  if (isPan) panBy((event.deltaX || event.deltaY) * unit / view.plot);
  else zoomAt(toTime(place(event).x), Math.exp(Math.max(-200, Math.min(200, event.deltaY * unit)) * 0.0022));
}

/** @type {Map<number, Point>} */
const pointers = new Map();
/** @type {Drag} */
const STILL = { kind: '', x: 0, from: 0, to: 0, time: 0, isMoved: false, gap: 0, span: 0 };
/** @type {(event: PointerEvent) => void} */
function onDown(event) {
  if (event.button !== 0) return;
  const at = place(event);
  pointers.set(event.pointerId, at);
  view.canvas.setPointerCapture(event.pointerId);
  if (pointers.size === 2) {
    const [one, two] = [...pointers.values()];
    view.drag = { ...STILL, kind: 'pinch', gap: Math.max(10, Math.abs(one.x - two.x)), span: state.to - state.from,
      time: toTime((one.x + two.x) / 2) };
  } else {
    view.drag = { ...STILL, kind: event.shiftKey ? 'range' : 'pan', x: at.x, from: state.from, to: state.to,
      time: toTime(at.x) };
  }
}
/** @type {(event: PointerEvent) => void} */
function onMove(event) {
  const at = place(event), { drag } = view;
  if (pointers.has(event.pointerId)) pointers.set(event.pointerId, at);
  if (!drag) { hover(itemAt(at.x, at.y), at); return; }
  if (drag.kind === 'pinch') {
    if (pointers.size < 2) return;
    const [one, two] = [...pointers.values()];
    const span = drag.span * drag.gap / Math.max(10, Math.abs(one.x - two.x));
    const middle = ((one.x + two.x) / 2 - view.gutter) / view.plot;
    change({ from: drag.time - middle * span, to: drag.time + (1 - middle) * span });
    return;
  }
  if (!drag.isMoved && Math.abs(at.x - drag.x) < 4) return;
  if (!drag.isMoved) { drag.isMoved = true; hideTooltip(); view.canvas.classList.add('panning'); }
  if (drag.kind === 'range') setRange(drag.time, toTime(at.x));
  else {
    const shift = (drag.x - at.x) / view.plot * (drag.to - drag.from);
    change({ from: drag.from + shift, to: drag.to + shift });
  }
}
/** @type {(event: PointerEvent) => void} */
function onUp(event) {
  const at = place(event), { drag } = view;
  pointers.delete(event.pointerId);
  if (pointers.size) return;
  view.drag = null;
  view.canvas.classList.remove('panning');
  if (!drag || drag.isMoved || drag.kind !== 'pan' || event.type === 'pointercancel') return;
  const item = itemAt(at.x, at.y);
  if (item) select(itemSelection(item.lane, item.index));
  else if (state.selection) select(null);
}

/** @type {(one: number, two: number, push?: boolean) => void} */
function setRange(one, two, push = false) {
  const [low, high] = limits(), [from, to] = [one, two].map((ns) => Math.round(Math.max(low, Math.min(high, ns)))).sort((a, b) => a - b);
  const isAll = from <= low && to >= high;
  change({ range: isAll || from === to ? null : host.snap([from, to]) }, push);
}

// MARK: The two handles
// The handles' positions: without a range at the ends of the visible part, so that dragging one leaves the other there.
/** @type {() => TimeRange} */
const handleEnds = () => state.range ?? [Math.max(limits()[0], state.from), Math.min(limits()[1], state.to)];
function placeHandles() {
  const ends = handleEnds(), places = ends.map(toX), ms = [...limits(), ...ends].map((ns) => (ns - host.origin()) / 1e6);
  ['handle-start', 'handle-end'].forEach((id, end) => {
    const handle = part(id), x = places[end];
    // A handle outside the view is drawn at the edge; of two at the same edge the nearer one is dragged.
    handle.style.left = Math.max(view.gutter, Math.min(view.width, x)) + 'px';
    const isCovered = end === 0 ? places[1] <= view.gutter : places[0] >= view.width;
    handle.style.pointerEvents = isCovered ? 'none' : '';
    handle.setAttribute('aria-valuemin', String(Math.floor(ms[0])));
    handle.setAttribute('aria-valuemax', String(Math.ceil(ms[1])));
    handle.setAttribute('aria-valuenow', ms[2 + end].toFixed(2));
    handle.setAttribute('aria-valuetext', milliseconds(ends[end] - host.origin()));
  });
}
/** @type {(id: string, end: 0 | 1) => void} */
function listenHandle(id, end) {
  const handle = part(id);
  let isDragged = false;
  /** @type {(time: number) => void} */
  const move = (time) => {
    const [from, to] = handleEnds();
    if (end === 0) setRange(Math.min(time, to - SHORTEST), to); else setRange(from, Math.max(time, from + SHORTEST));
  };
  handle.addEventListener('pointerdown', (event) => {
    isDragged = true;
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
    handle.focus();
  });
  handle.addEventListener('pointermove', (event) => { if (isDragged) move(toTime(place(event).x)); });
  for (const name of ['pointerup', 'pointercancel']) handle.addEventListener(name, () => { isDragged = false; });
  handle.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 }[event.key];
    const now = handleEnds()[end];
    if (step) move(host.edgeAt(now + step * (state.to - state.from) / 100, Math.sign(step)));
    else if (event.key === 'Home') move(limits()[0]);
    else if (event.key === 'End') move(limits()[1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

// MARK: The strip with the whole trace
function listenOverview() {
  const canvas = part('overview');
  /** @type {(event: PointerEvent) => number} */
  const timeAt = (event) => {
    const [low, high] = limits();
    return low + place(event, canvas).x / view.plot * (high - low);
  };
  /** @type {number | null} */
  let grip = null;
  /** @type {(event: PointerEvent) => void} */
  const move = (event) => {
    const span = state.to - state.from, time = timeAt(event) - (grip ?? 0);
    change({ from: time, to: time + span });
  };
  canvas.addEventListener('pointerdown', (event) => {
    const time = timeAt(event);
    grip = time >= state.from && time <= state.to ? time - state.from : (state.to - state.from) / 2;
    canvas.setPointerCapture(event.pointerId);
    move(event);
  });
  canvas.addEventListener('pointermove', (event) => { if (grip !== null) move(event); });
  for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, () => { grip = null; });
}

// MARK: Tooltip
/** @type {(item: LaneItem | null, at?: Point) => void} */
function hover(item, at = { x: 0, y: 0 }) {
  const isSame = view.hover && item && view.hover.lane === item.lane && view.hover.index === item.index;
  if (!isSame) { view.hover = item; drawSoon(); }
  if (item) showTooltip(item, at); else part('tooltip').hidden = true;
}
function hideTooltip() { if (view.hover) hover(null); else part('tooltip').hidden = true; }
/** @type {(item: LaneItem, at: Point) => void} */
function showTooltip(item, at) {
  const tip = part('tooltip'), { title, facts } = factsOf(itemSelection(item.lane, item.index));
  tip.replaceChildren(make('b', '', cut(title, 90)),
    ...facts.map(([label, text]) => make('div', '', [make('span', 'quiet', label + ' '), cut(text, 160)])));
  tip.hidden = false;
  const left = at.x + 16 + tip.offsetWidth > view.width ? at.x - tip.offsetWidth - 12 : at.x + 16;
  tip.style.transform = 'translate(' + Math.max(0, left) + 'px,' + Math.round(at.y + 14) + 'px)';
}

// MARK: Keys
/** @type {(step: number) => void} */
function focusItem(step) {
  if (state.selection?.type === 'problem') { stepProblem(step); return; }
  view.lane ??= view.lanes.find((lane) => lane.id === 'body' && lane.count) ?? view.lanes.find((lane) => lane.count) ?? null;
  const { lane } = view;
  if (!lane || !lane.count) { say(lane ? lane.title + ': none' : 'nothing recorded'); return; }
  const index = view.focus?.lane === lane ? view.focus.index + step
    : step > 0 ? lowerBound(lane.start, state.from) : lowerBound(lane.start, state.to) - 1;
  const next = nextFound(lane, Math.max(0, Math.min(lane.count - 1, index)), step);
  showFocus(lane, Math.max(0, Math.min(lane.count - 1, next)));
}
// Moves to an item, tells what it is, and zooms out if it does not fit.
/** @type {(lane: Lane, index: number) => void} */
function showFocus(lane, index) {
  view.focus = { lane, index };
  const start = lane.start[index], end = lane.end[index];
  if (start < state.from || end > state.to) {
    const span = Math.max(state.to - state.from, (end - start) * 1.5);
    change({ from: (start + end) / 2 - span / 2, to: (start + end) / 2 + span / 2 });
  }
  showTooltip({ lane, index }, { x: toX(start), y: lane.top + lane.height });
  const { title, facts } = factsOf(itemSelection(lane, index));
  say(title + ', ' + facts.slice(0, 3).map(([label, text]) => label + ' ' + text).join(', '));
  drawSoon();
}
// The items of the selected problem in every lane, by time.
/** @type {(step: number) => void} */
function stepProblem(step) {
  const items = problemItems(state.selection?.id ?? -1).flatMap(({ type, id }) => {
    const lane = view.lanes.find((lane) => lane.type === type && placeInLane(lane, id) >= 0);
    return lane ? [{ lane, index: placeInLane(lane, id) }] : [];
  });
  if (!items.length) { say('nothing of the problem is drawn'); return; }
  const { focus } = view, now = items.findIndex(({ lane, index }) => lane === focus?.lane && index === focus.index);
  const next = items[now < 0 ? (step > 0 ? 0 : items.length - 1) : Math.max(0, Math.min(items.length - 1, now + step))];
  view.lane = next.lane;
  showFocus(next.lane, next.index);
}
/** @type {(lane: Lane, id: number) => number} */
function placeInLane(lane, id) {
  if (lane.type !== 'update') return lane.rows.indexOf(id);
  lane.places ??= indexOf(Array.from(lane.rows, (row) => lane.table.id[row]));
  return lane.places.get(id) ?? -1;
}
// After a problem is chosen, the keys go through its rows, from the first on.
function focusProblem() {
  view.canvas.focus({ preventScroll: true });
  view.focus = null;
  stepProblem(1);
}
/** @type {(step: number) => void} */
function focusLane(step) {
  const now = view.lanes.findIndex((lane) => lane === view.lane);
  const next = view.lanes[Math.max(0, Math.min(view.lanes.length - 1, now < 0 ? 2 : now + step))];
  view.lane = next;
  view.focus = null;
  part('tooltip').hidden = true;
  say(next.title + ', ' + (next.count ? next.words : emptyWord(next)));
  drawSoon();
}

/** @type {{ [key: string]: () => void }} */
const timelineKeys = {
  '+': () => zoomMiddle(0.6), '=': () => zoomMiddle(0.6), '-': () => zoomMiddle(1 / 0.6),
  ArrowLeft: () => panBy(-0.2), ArrowRight: () => panBy(0.2),
  ArrowUp: () => focusLane(-1), ArrowDown: () => focusLane(1),
  n: () => focusItem(1), N: () => focusItem(1), p: () => focusItem(-1), P: () => focusItem(-1),
  Home: () => change({ from: limits()[0], to: limits()[1] }),
  Enter: () => { if (view.focus) select(itemSelection(view.focus.lane, view.focus.index)); },
};

function listenTimeline() {
  const { canvas } = view;
  canvas.addEventListener('wheel', onWheel, { passive: false });
  canvas.addEventListener('pointerdown', onDown);
  canvas.addEventListener('pointermove', onMove);
  canvas.addEventListener('pointerup', onUp);
  canvas.addEventListener('pointercancel', onUp);
  canvas.addEventListener('pointerleave', () => { if (!view.drag) hideTooltip(); });
  canvas.addEventListener('blur', () => { view.focus = null; hideTooltip(); drawSoon(); });
  canvas.addEventListener('dblclick', (event) => {
    const at = place(event), item = itemAt(at.x, at.y);
    if (item) change(reveal(itemSelection(item.lane, item.index)), true);
  });
  canvas.addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? null : timelineKeys[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  });
  listenHandle('handle-start', 0);
  listenHandle('handle-end', 1);
  listenOverview();
}
