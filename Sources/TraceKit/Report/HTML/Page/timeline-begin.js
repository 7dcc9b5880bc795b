// One timeline and its selectable items. A page makes one or two, which share nothing.
const RULER = 42, GAP = 5, NARROW = 620;

// `host` is defined by the page: `suffix` of the element ids, `state` (from and to in the trace's own nanoseconds,
// range, selection), the callbacks `change` and `select`, `snap` and `edgeAt`: where ranges may end, `limits` of the time
// range, `hidden`: ids of hidden lanes, `origin`: the zero of the ruler, and `isAligned`: whether another trace is compared,
// and the origin marked.
/** @type {(host: Host) => Timeline} */
function makeTimeline(host) {
const { state, change, select } = host;
/** @type {TraceData} */
let data;
/** @type {ByID} */
const part = (/** @type {string} */ name) => byID(name + host.suffix);
const limits = () => host.limits(data);
const whole = () => state.from <= limits()[0] && state.to >= limits()[1];
