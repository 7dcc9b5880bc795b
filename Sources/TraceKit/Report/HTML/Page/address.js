// The state that every page keeps in the fragment of its URL: the page defines `state`, `fragment` and `readFragment`.
const SHORTEST = 20000; // ns over the whole width: nothing recorded is finer
/** @type {(place: Zoom, limits: TimeRange) => void} */
function clampZoom(place, [low, high]) {
  let span = Math.min(Math.max(place.to - place.from, SHORTEST), high - low);
  if (!(span > 0)) span = high - low;
  place.from = Math.min(Math.max(low, Number.isFinite(place.from) ? place.from : low), high - span);
  place.to = place.from + span;
}

/** @type {string | null} */
let written = null;
let timer = 0;
/** @type {(push?: boolean) => void} */
function writeFragment(push = false) {
  clearTimeout(timer);
  const text = fragment();
  if (text === written) return;
  written = text;
  const address = '#' + text;
  if (!push) { history.replaceState(history.state, '', address); return; }
  history.pushState(null, '', address);
}
// After a redraw the page has other heights while the browser restores the scroll position: restore it again
// afterwards.
const keepPlace = () => history.replaceState({ top: scrollY }, '');
function restorePlace() {
  const top = history.state?.top;
  if (Number.isFinite(top)) scrollTo({ top, behavior: /** @type {ScrollBehavior} */ ('instant') });
}
// Browsers refuse a URL that changes with every frame.
function laterFragment() {
  clearTimeout(timer);
  timer = setTimeout(() => writeFragment(false), 200);
}

// Two ascending whole numbers; null for anything else: a fragment is as untrusted as a name.
/** @type {(text: string | null) => TimeRange | null} */
function interval(text) {
  const match = /^(\d{1,19})-(\d{1,19})$/.exec(text ?? '');
  const [from, to] = match ? [Number(match[1]), Number(match[2])] : [0, 0];
  return from < to ? [from, to] : null;
}

// The words of the fragment; null if the page itself wrote it.
/** @type {() => URLSearchParams | null} */
function readWords() {
  clearTimeout(timer);
  const text = location.hash.slice(1);
  if (text === written) return null;
  written = text;
  return new URLSearchParams(text);
}

// Sorting, search and theme.
/** @type {(words: URLSearchParams) => void} */
function writeTableWords(words) {
  const sorts = Object.entries(state.sorts).map(([table, [name, isDown]]) =>
    table + '.' + (isDown ? '-' : '') + name);
  if (sorts.length) words.set('o', sorts.join(' '));
  if (state.query) words.set('q', state.query);
  if (state.theme) words.set('c', state.theme);
}
/** @type {(words: URLSearchParams) => void} */
function readTableWords(words) {
  state.sorts = {};
  for (const word of (words.get('o') ?? '').split(' ')) {
    const sort = /^([a-z-]+)\.(-?)([a-z0-9_]+)$/.exec(word);
    if (sort) state.sorts[sort[1]] = [sort[3], sort[2] === '-'];
  }
  state.query = (words.get('q') ?? '').slice(0, 200);
  const theme = words.get('c') ?? '';
  state.theme = ['light', 'dark'].includes(theme) ? theme : '';
}
