// The trees and boxes of the flame graph.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load, golden, table } from './page.mjs';

const { stackReader, shownFrames, callTree, mergedTree, callsOf, nodesAlong, flameBoxes, foundInTree, hasAppFrame, columns } = load(
  { codes: golden.codes, traces: [] },
  ['stackReader', 'shownFrames', 'callTree', 'mergedTree', 'callsOf', 'nodesAlong', 'flameBoxes', 'foundInTree', 'hasAppFrame', 'columns'], ['flame-tree']);

// Frames are their own names: main 0, load 1, parse 2, draw 3.
const [MAIN, LOAD, PARSE, DRAW] = [0, 1, 2, 3], titles = ['main', 'load', 'parse', 'draw'];
const stack = (frames, count = 1) => ({ frames, count });
const tree = (stacks, options = {}) => callTree(stacks, { nameOf: (frame) => frame, isApp: (frame) => frame === PARSE, ...options });
const look = { sizeOf: (node) => node.total, titleOf: (node) => titles[node.name] ?? '', isInTime: false };
const samples = [stack([MAIN, LOAD, PARSE]), stack([MAIN, LOAD, PARSE]), stack([MAIN, DRAW]), stack([MAIN, LOAD]), stack([MAIN, LOAD, PARSE])];
// name: total/self, indented by depth
const lines = (node, by = look, depth = 0) => [...callsOf(node, by)].flatMap(([, call]) =>
  ['  '.repeat(depth) + titles[call.name] + ' ' + call.total + '/' + call.self, ...lines(call, by, depth + 1)]);

test('a stack is read from the outermost frame to the innermost', () => {
  const read = stackReader(columns(table({ id: [10, 11, 12], parent: [-1, 10, 11], name: [5, 6, 7], app: [0, 0, 1] })));
  assert.deepEqual(read(12), [0, 1, 2]);
  assert.deepEqual(read(10), [0]);
  assert.equal(read(12), read(12), 'read once');
});
test('an unknown stack has no frames', () => {
  assert.deepEqual(stackReader(columns(table({ id: [1], parent: [-1], name: [0], app: [0] })))(99), []);
});
test('of a very deep stack the innermost frames are kept', () => {
  const ids = Array.from({ length: 500 }, (_, index) => index + 1);
  const read = stackReader(columns(table({ id: ids, parent: ids.map((id) => id - 1 || -1), name: ids.map(() => 0), app: ids.map(() => 0) })));
  assert.deepEqual([read(500).length, read(500).at(-1), read(500)[0]], [200, 499, 300]);
});
test('equal calls are one node with totals and what ran itself', () => {
  assert.deepEqual(lines(tree(samples)), ['main 5/0', '  load 4/1', '    parse 3/3', '  draw 1/1']);
});
test('the totals of the calls of a node and what ran itself make up its total', () => {
  const check = (node) => {
    const calls = [...node.calls.values()];
    if (node.name >= 0) assert.equal(calls.reduce((sum, call) => sum + call.total, node.self), node.total);
    calls.forEach(check);
  };
  check(tree(samples));
});
test('callers are below what they call', () => {
  assert.deepEqual(lines(tree(samples, { order: 'callers' })), ['parse 3/3', '  load 3/0', '    main 3/0', 'draw 1/1', '  main 1/0', 'load 1/1', '  main 1/0']);
});
test('in time a node lasts as long as the calls stay the same', () => {
  const inTime = { ...look, isInTime: true };
  assert.deepEqual(lines(tree(samples, { order: 'time' }), inTime),
    ['main 5/0', '  load 2/0', '    parse 2/2', '  draw 1/1', '  load 2/1', '    parse 1/1']);
});
test('in time an equal frame below another caller is another node', () => {
  const root = tree([stack([MAIN, PARSE]), stack([LOAD, PARSE])], { order: 'time' });
  assert.deepEqual([...root.calls.values()].map((node) => [node.name, node.total]), [[MAIN, 1], [LOAD, 1]]);
});
test('the order of samples changes no total', () => {
  for (const order of ['', 'callers', 'time']) assert.equal(tree([...samples].reverse(), { order }).total, 5);
});
test('stacks count as often as samples have them', () => {
  assert.deepEqual(lines(tree([stack([MAIN, LOAD], 40), stack([MAIN], 2)])), ['main 42/2', '  load 40/40']);
});
test('samples without frames are counted apart', () => {
  const root = tree([stack([]), stack([MAIN]), stack([], 3)]);
  assert.deepEqual([root.total, root.cut, root.calls.get(MAIN).total], [5, 4, 1]);
});
test('of one function all calls are shown as one, from everywhere', () => {
  const root = tree([stack([MAIN, LOAD, PARSE]), stack([DRAW, LOAD]), stack([MAIN, DRAW])], { focus: LOAD });
  assert.deepEqual([root.total, lines(root)], [2, ['load 2/1', '  parse 1/1']]);
});
test('of one function all callers are shown', () => {
  const root = tree([stack([MAIN, LOAD, PARSE]), stack([DRAW, LOAD]), stack([MAIN, DRAW])], { focus: LOAD, order: 'callers' });
  assert.deepEqual(lines(root), ['load 2/1', '  draw 1/0', '  main 1/0']);
});
test('a function that calls itself counts each sample once', () => {
  const root = tree([stack([MAIN, LOAD, LOAD, PARSE])], { focus: LOAD });
  assert.deepEqual(lines(root), ['load 1/0', '  load 1/0', '    parse 1/1']);
  assert.equal(tree([stack([MAIN, LOAD, LOAD, PARSE])], { focus: LOAD, order: 'callers' }).total, 1);
});
test('a function in no stack gives an empty tree', () => {
  assert.equal(shownFrames([MAIN, LOAD], (frame) => frame, { order: '', focus: DRAW }), null);
  assert.equal(tree(samples, { focus: 99 }).total, 0);
});
test('what is shown leaves the stack itself as it is', () => {
  const frames = [MAIN, LOAD];
  assert.deepEqual(shownFrames(frames, (frame) => frame, { order: 'callers', focus: null }), [LOAD, MAIN]);
  assert.deepEqual(frames, [MAIN, LOAD]);
});
test('two trees merge with the totals of both', () => {
  const root = mergedTree(tree(samples), tree([stack([MAIN, LOAD], 3), stack([MAIN, PARSE])]));
  const main = root.calls.get(MAIN), [load, parse, draw] = [LOAD, PARSE, DRAW].map((name) => main.calls.get(name));
  assert.deepEqual([root.before, root.after, load.before, load.after, load.selfBefore, load.selfAfter], [5, 4, 4, 3, 1, 3]);
  assert.deepEqual([parse.before, parse.after, draw.before, draw.after], [0, 1, 1, 0]);
  assert.equal(load.calls.get(PARSE).after, 0);
});
test('a merged tree knows the app by either side', () => {
  assert.equal(mergedTree(tree([stack([PARSE])]), tree([stack([MAIN])])).calls.get(PARSE).isApp, true);
  assert.equal(hasAppFrame(mergedTree(tree([stack([MAIN])]), tree([stack([DRAW])]))), false);
});
test('the largest call is first, equal ones by name', () => {
  const root = tree([stack([PARSE]), stack([DRAW]), stack([LOAD], 2)]);
  assert.deepEqual(callsOf(root, look).map(([, call]) => titles[call.name]), ['load', 'draw', 'parse']);
});
test('a way leads as far as it exists', () => {
  const root = tree(samples);
  assert.deepEqual(nodesAlong(root, [MAIN, LOAD, PARSE]).map((node) => node.name), [-1, MAIN, LOAD, PARSE]);
  assert.deepEqual(nodesAlong(root, [MAIN, 77, PARSE]).map((node) => node.name), [-1, MAIN]);
  assert.deepEqual(nodesAlong(root, []), [root]);
});
test('boxes are as wide as their share, and below their caller', () => {
  const boxes = flameBoxes(tree(samples), [], 1000, look);
  assert.deepEqual(boxes.map(({ node, x, depth, wide }) => [titles[node.name] ?? 'all', x, depth, wide]),
    [['all', 0, 0, 1000], ['main', 0, 1, 1000], ['load', 0, 2, 800], ['parse', 0, 3, 600], ['draw', 800, 2, 200]].map(([name, x, depth, wide]) => [name, x, depth, wide]));
  assert.deepEqual(boxes[3].path, [MAIN, LOAD, PARSE]);
});
test('boxes of one caller never overlap and never leave it', () => {
  const numbers = Array.from({ length: 400 }, (_, index) => stack([MAIN, index % 7, index % 3, index % 11].slice(0, 1 + index % 4), 1 + index % 5));
  const boxes = flameBoxes(tree(numbers), [], 900, look);
  for (const one of boxes) {
    for (const other of boxes) {
      if (one === other || one.depth !== other.depth) continue;
      assert.ok(one.x + one.wide <= other.x + 1e-6 || other.x + other.wide <= one.x + 1e-6);
    }
  }
  assert.ok(boxes.every(({ x, wide }) => x >= 0 && x + wide <= 900 + 1e-6));
});
test('what is too narrow to see has no box', () => {
  const root = tree([stack([MAIN], 9999), stack([DRAW])]);
  assert.deepEqual(flameBoxes(root, [], 1000, look).map(({ node }) => node.name), [-1, MAIN]);
  assert.deepEqual(flameBoxes(tree([]), [], 1000, look), []);
});
test('a zoomed graph keeps the way to its top', () => {
  const root = tree(samples), [, main, load] = nodesAlong(root, [MAIN, LOAD]);
  const boxes = flameBoxes(load, [MAIN, LOAD], 100, look);
  assert.deepEqual(boxes.map(({ path, wide }) => [path.join('.'), wide]), [['0.1', 100], ['0.1.2', 75]]);
  assert.equal(main.total, 5);
});
test('a search counts the samples that have a found frame once', () => {
  const root = tree([stack([MAIN, LOAD, LOAD], 3), stack([MAIN, DRAW]), stack([LOAD])]);
  assert.deepEqual(foundInTree(root, (node) => node.name === LOAD, look.sizeOf), { frames: 3, samples: 4 });
  assert.deepEqual(foundInTree(root, () => false, look.sizeOf), { frames: 0, samples: 0 });
});

const compared = load({ codes: golden.codes, traces: [] }, ['stackCounts', 'secondsOf', 'columns'], ['flame-tree', 'diff-flame']);
const sampled = { stacks: compared.columns(table({ thread: [0, 0], stack: [1, 2], samples: [3, 2] })),
  stack_samples: compared.columns(table({ start_ns: [10, 20, 20, 30, 40], row: [0, 1, 0, 0, 1] })) };
test('a range of a comparison counts the samples whose time is in it', () => {
  const counts = (range) => [...compared.stackCounts(sampled, range)];
  assert.deepEqual([counts(null), counts([20, 40]), counts([-50, 11]), counts([41, 99])], [[3, 2], [2, 1], [1, 0], [0, 0]]);
});
test('ranges that touch count each sample once', () => {
  for (const edge of [10, 15, 20, 40, 41]) {
    const [one, two] = [[-9, edge], [edge, 99]].map((range) => compared.stackCounts(sampled, range));
    assert.deepEqual([...one].map((count, row) => count + two[row]), [3, 2]);
  }
});
test('without the times of all samples a range counts none', () => {
  const cut = { ...sampled, stack_samples: compared.columns(table({ start_ns: [], row: [] }, 5)) };
  assert.equal(compared.stackCounts(cut, [0, 99]), null);
  assert.deepEqual([...compared.stackCounts(cut, null)], [3, 2]);
});
test('a rate counts only the seconds that were recorded', () => {
  const seconds = (range, duration_ns = 2e9) => compared.secondsOf({ data: { trace: { duration_ns } }, state: { range } });
  assert.deepEqual([seconds(null), seconds([-1e9, 5e8]), seconds([1e9, 9e9]), seconds([3e9, 4e9]), seconds([0, 4e9], 0)], [2, 0.5, 1, 0, 4]);
});

const aligned = load({ codes: golden.codes, traces: [] }, ['moved', 'shifted', 'rangeIn'], ['address', 'diff-state', 'diff-sides']);
test('a range of one side is that of the other from where both are aligned', () => {
  assert.deepEqual(aligned.moved({ range: [120, 150] }, -100), { range: [20, 50] });
  assert.deepEqual(aligned.shifted(aligned.moved({ range: [120, 150] }, -100).range, 700), [720, 750]);
  assert.deepEqual([aligned.moved({ range: null }, 5), aligned.moved({ from: 1, to: 2 }, 5)], [{ range: null }, { from: 6, to: 7 }]);
});
test('a range of an address is cut to what was recorded', () => {
  assert.deepEqual([[-9, 4], [2, 90], [50, 60], null].map((range) => aligned.rangeIn([-5, 20], range)), [[-5, 4], [2, 20], null, null]);
});
