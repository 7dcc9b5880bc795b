// The state of a comparison's page, and its form in the fragment of the URL.
/** @type {DiffReport} */
const report = JSON.parse(embedded('report-json'));
// The rows of one of its tables; none where the sides do not have it.
/** @type {(name: string) => DiffRow[]} */
const tableRows = (name) => report.tables[name]?.rows ?? [];
// `from`, `to` and `range` are relative to the alignment, so that they mean the same on both sides.
/** @type {DiffState} */
const state = { align: 0, from: 0, to: 1, range: null, selection: null, query: '', sorts: {}, theme: '',
  flame: '', order: '', root: '', focus: null, thread: null };

/** @type {(patch: Partial<DiffState>, push?: boolean) => void} */
function change(patch, push = false) {
  if (push) keepPlace();
  Object.assign(state, patch);
  if ('from' in patch || 'to' in patch || 'align' in patch) clampZoom(state, limits());
  render(Object.keys(patch));
  if (push) writeFragment(true); else laterFragment();
}

function fragment() {
  const words = new URLSearchParams(), [low] = limits(), fitting = fit(state.align);
  if (state.align > 0) words.set('a', String(state.align));
  const isFitting = Math.abs(state.from - fitting.from) < 1 && Math.abs(state.to - fitting.to) < 1;
  if (!isFitting) words.set('z', Math.round(state.from - low) + '-' + Math.round(state.to - low));
  if (state.range) words.set('r', state.range.map((ns) => Math.round(ns - low)).join('-'));
  if (state.selection) words.set('s', JSON.stringify(state.selection));
  if (state.flame) words.set('f', state.flame);
  if (state.order) words.set('i', state.order);
  if (state.root) words.set('y', state.root);
  if (state.focus !== null) words.set('u', String(state.focus));
  if (state.thread !== null) words.set('h', state.thread);
  writeTableWords(words);
  return words.toString();
}

function readFragment() {
  const words = readWords();
  if (!words) return false;
  const align = Number(words.get('a') ?? 0), ends = interval(words.get('z'));
  state.align = places[align] ? align : 0;
  const [low] = limits();
  Object.assign(state, ends ? { from: ends[0] + low, to: ends[1] + low } : fit(state.align));
  clampZoom(state, limits());
  state.range = rangeIn(limits(), shifted(interval(words.get('r')), low));
  state.selection = readSelection(words.get('s'));
  const flame = words.get('f') ?? '';
  state.flame = ['before', 'after'].includes(flame) ? flame : '';
  state.order = words.get('i') === 'callers' ? 'callers' : '';
  state.root = readFlameWay(words.get('y'));
  state.focus = readFocus(words.get('u'));
  state.thread = words.get('h')?.slice(0, 200) ?? null;
  readTableWords(words);
  return true;
}
// The part of a range in which there is a recording.
/** @type {(limits: TimeRange, range: TimeRange | null) => TimeRange | null} */
function rangeIn([low, high], range) {
  const [from, to] = range ? [Math.max(low, range[0]), Math.min(high, range[1])] : [0, 0];
  return from < to ? [from, to] : null;
}
// What a JSON text says, null if it is none.
/** @type {(text: string) => unknown} */
function parsed(text) {
  try { return JSON.parse(text); } catch { return null; }
}
// A list of texts that is valid on one of the sides, else null.
/** @type {(text: string | null) => string[] | null} */
function readSelection(text) {
  if (!text) return null;
  const words = parsed(text), selection = Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : null;
  return selection && sides.some((side) => resolve(selection, side)) ? selection : null;
}
