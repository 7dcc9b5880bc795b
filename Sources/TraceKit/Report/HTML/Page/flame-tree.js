// Trees of the stacks of samples. Nothing here knows the page: `titleOf` gives the text of a name, `sizeOf` what a node
// counts for.
const FLAME_DEEPEST = 200, FLAME_LEAST = 1.5;

// The rows of a stack's frames, outermost first; of a very deep one the innermost.
/** @type {(frames: FrameTable) => (stack: number) => number[]} */
function stackReader(frames) {
  const rows = indexOf(frames.id), known = new Map();
  return (stack) => {
    let found = known.get(stack);
    if (found) return found;
    found = [];
    for (let row = rows.get(stack); row !== undefined && found.length < FLAME_DEEPEST; row = rows.get(frames.parent[row])) found.push(row);
    known.set(stack, found.reverse());
    return found;
  };
}

/** @type {(name: number, isApp: boolean) => CallNode} */
const callNode = (name, isApp) => ({ name, isApp, total: 0, self: 0, calls: new Map() });
// The part of a stack that is shown: all of it, or from the outermost call of one function on, or, towards the callers,
// up to it. Null if the function is not in it.
/** @type {(frames: number[], nameOf: (frame: number) => number, shown: { order: string, focus: number | null }) => number[] | null} */
function shownFrames(frames, nameOf, { order, focus }) {
  const at = focus === null ? -1 : frames.findIndex((frame) => nameOf(frame) === focus);
  if (focus !== null && at < 0) return null;
  if (order === 'callers') return (at < 0 ? [...frames] : frames.slice(0, at + 1)).reverse();
  return at < 0 ? frames : frames.slice(at);
}
// The tree of some stacks, each with its frames and how many samples have it. `order` is empty for one node a function and
// caller, `callers` for those who call below whom they call, `time` for one node as long as the calls stay the same.
/** @type {(stacks: { frames: number[], count: number }[], shown: TreeOptions) => CallNode & { cut: number }} */
function callTree(stacks, { order = '', focus = null, nameOf, isApp }) {
  const root = { ...callNode(-1, false), cut: 0 };
  /** @type {CallNode[]} */
  let before = [];
  for (const { frames, count } of stacks) {
    const shown = shownFrames(frames, nameOf, { order, focus });
    if (!shown) continue;
    root.total += count;
    if (!frames.length) root.cut += count;
    /** @type {CallNode[]} */
    const path = [root];
    shown.forEach((frame, depth) => {
      const name = nameOf(frame), { calls } = path[depth], last = before[depth + 1];
      const isSame = order !== 'time' || last?.name === name && before[depth] === path[depth];
      let next = order === 'time' ? isSame ? last : undefined : calls.get(name);
      if (!next) calls.set(order === 'time' ? calls.size : name, next = callNode(name, isApp(frame)));
      next.total += count;
      path.push(next);
    });
    // The innermost frame ran, wherever it is drawn.
    const ran = order === 'callers' ? shown[0] === frames.at(-1) ? path[1] : null : path.at(-1);
    if (ran && ran !== root) ran.self += count;
    before = path;
  }
  return root;
}

// One tree of two, with the totals of both: a node that one side lacks has none of it.
/** @type {(before: CallNode | undefined, after: CallNode | undefined) => MergedNode} */
function mergedTree(before, after) {
  /** @type {MergedNode} */
  const node = { name: (before ?? after)?.name ?? -1, isApp: Boolean(before?.isApp || after?.isApp), before: before?.total ?? 0,
    after: after?.total ?? 0, selfBefore: before?.self ?? 0, selfAfter: after?.self ?? 0, calls: new Map() };
  for (const key of new Set([...before?.calls.keys() ?? [], ...after?.calls.keys() ?? []])) {
    node.calls.set(key, mergedTree(before?.calls.get(key), after?.calls.get(key)));
  }
  return node;
}

// The calls of a node with their keys: the largest first, or in time.
/** @type {<N extends TreeNode<N>>(node: N, look: Look<N>) => [number, N][]} */
function callsOf(node, { sizeOf, titleOf, isInTime }) {
  const calls = [...node.calls];
  return isInTime ? calls : calls.sort(([, a], [, b]) => sizeOf(b) - sizeOf(a) || (titleOf(a) < titleOf(b) ? -1 : 1));
}
// The nodes from the root along a path of keys, as far as it exists.
/** @type {<N extends TreeNode<N>>(root: N, path: number[]) => N[]} */
function nodesAlong(root, path) {
  const nodes = [root];
  for (const key of path) {
    const next = nodes[nodes.length - 1].calls.get(key);
    if (!next) break;
    nodes.push(next);
  }
  return nodes;
}
// The boxes of a node and all it calls in a width: what is too narrow to see has none.
/** @type {<N extends TreeNode<N>>(top: N, path: number[], width: number, look: Look<N>) => Box<N>[]} */
function flameBoxes(top, path, width, look) {
  /** @type {Box<typeof top>[]} */
  const boxes = [];
  const all = look.sizeOf(top);
  /** @type {(node: typeof top, x: number, depth: number, path: number[]) => void} */
  const place = (node, x, depth, path) => {
    const wide = look.sizeOf(node) / all * width;
    if (!(wide >= FLAME_LEAST) || depth > FLAME_DEEPEST) return;
    boxes.push({ node, x, depth, wide, path });
    let left = x;
    for (const [key, call] of callsOf(node, look)) {
      place(call, left, depth + 1, [...path, key]);
      left += look.sizeOf(call) / all * width;
    }
  };
  if (all > 0) place(top, 0, 0, path);
  return boxes;
}
// How many frames are found, and the share of the samples that have one of them.
/** @type {<N extends TreeNode<N>>(root: N, isFound: (node: N) => boolean, sizeOf: (node: N) => number) => { frames: number, samples: number }} */
function foundInTree(root, isFound, sizeOf) {
  let frames = 0, samples = 0;
  const open = [{ node: root, isBelow: false }];
  for (let next; (next = open.pop());) {
    const { node, isBelow } = next, is = isFound(node);
    if (is) frames++;
    if (is && !isBelow) samples += sizeOf(node);
    for (const call of node.calls.values()) open.push({ node: call, isBelow: isBelow || is });
  }
  return { frames, samples };
}
/** @type {<N extends TreeNode<N>>(root: N) => boolean} */
function hasAppFrame(root) {
  const open = [root];
  for (let node; (node = open.pop());) {
    if (node.isApp) return true;
    open.push(...node.calls.values());
  }
  return false;
}
