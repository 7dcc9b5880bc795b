// One timeline with what can be selected on it. A page makes one or two; nothing of it is shared between them.
const RULER = 42, GAP = 5, NARROW = 620;

// `host` is what a page decides: `suffix` of the ids of its elements, `state` (from and to in the trace's own
// nanoseconds, range, selection), `change` and `select` by which it is told, `canRange`, `limits` of the time that
// can be shown, `hidden`: ids of lanes that are not drawn, `origin` where the ruler has its zero, and `isAligned`: whether that is
// marked.
function makeTimeline(host) {
const { state, change, select } = host;
let data = null;
const part = (name) => byID(name + host.suffix);
const limits = () => host.limits(data);
const whole = () => state.from <= limits()[0] && state.to >= limits()[1];
