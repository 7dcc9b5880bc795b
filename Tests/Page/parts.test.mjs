// Sums, ranges, selections and the graph of the report's page.
import assert from 'node:assert/strict';
import test from 'node:test';
import { golden, report, table, trace } from './page.mjs';

const wanted = ['shown', 'rowsOf', 'isWhole', 'isDrawn', 'sumsOf', 'linksOfPart', 'samplesOf', 'spansOf', 'merged', 'startsIn', 'overlaps', 'bin', 'nearestRank', 'knowsWaste',
  'sumRows', 'edgeAt', 'snapped', 'canSlice', 'sumSlices', 'graphOf', 'costliestChain', 'pathOf', 'lowerBound', 'unpack', 'cut', 'plural', 'clock', 'moment', 'visible', 'lanesOf', 'lanesFor', 'seen', 'hasAllSamples', 'describe', 'rowsInRange', 'hasRows', 'selectable', 'problemIsIn'];
const flags = (phase, verdict = 0, reason = 0) => phase | verdict << 2 | reason << 4;
const NECESSARY = 1, UNNECESSARY = 2, LIKELY = golden.codes.confidences.indexOf('likely');

// Two views, two interactions, the chains tap → Row and tap → model → Row; 8 updates 100 ms apart, and one check.
const names = ['Tap', 'Model', 'Row.body', 'Row', 'List', 'body', 'main', 'worker', 'List.body', 'state', 'gesture'];
const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => ({ id: 50 + index, start_ns: index * 1e8, duration_ns: [1, 9, 20, 3, 12, 40, 2, 5][index] * 1e6,
  view: index % 2 ? 2 : 1, flags: index === 7 ? flags(2) : flags(0, index % 3 ? UNNECESSARY : NECESSARY, index % 3 ? LIKELY : 0), interaction: index < 4 ? 1 : 2, chain: index % 2 ? 31 : 30 }));
const listOf = (list, ...keys) => table(Object.fromEntries(keys.map((key) => [key, list.map((row) => row[key])])));
const updateKeys = ['id', 'start_ns', 'duration_ns', 'view', 'flags', 'interaction', 'chain'];
const common = {
  views: table({ id: [1, 2], view: [3, 4], module: [-1, -1], kind: [5, 5] }),
  interactions: table({ id: [1, 2], start_ns: [0, 4e8], end_ns: [4e8, 8e8], kind: [10, 10], name: [0, 0], missed: [0, 1], longest_ns: [0, 0] }),
  chains: table({ id: [30, 31], step: [7, 9] }), steps: table({ id: [5, 6, 7, 8, 9], parent: [-1, 5, 5, 6, 8], name: [0, 1, 2, 9, 8] }),
  causes: table({ name: [0, 1], kind: [10, 9], origin: [-1, -1] }),
  samples: table({ start_ns: [1e7, 2.1e8, 2.15e8, 5.2e8, 9e8], stack: [1, 1, 1, 1, 1], thread: [6, 6, 7, 6, 6] }),
  sample_threads: table({ thread: [6, 7], samples: [4, 1] }), frames: table({ id: [1], parent: [-1], name: [3], app: [1] }) };
const page = (updates = rows, more = {}, facts = {}) => report(trace(names, { ...common, updates: listOf(updates, ...updateKeys), ...more }, facts), wanted);
const all = page();

test('an update belongs to a range in which it starts', () => {
  assert.deepEqual([[1e8, 3e8], [0, 1], [8e8, 9e8]].map((range) => all.rowsOf(all.shown(null, range)).map((row) => all.data.updates.id[row])), [[51, 52], [50], []]);
  assert.deepEqual([all.startsIn(5, [5, 6]), all.startsIn(6, [5, 6]), all.startsIn(1, null)], [true, false, true]);
});
test('anything with a length belongs to a range that it overlaps', () => {
  assert.deepEqual([all.overlaps(0, 10, [10, 20]), all.overlaps(0, 11, [10, 20]), all.overlaps(20, 30, [10, 20]), all.overlaps(10, 10, [10, 20])], [false, true, false, true]);
});
test('a selection and a range show what both have', () => {
  const ids = (selection, range) => all.rowsOf(all.shown(selection, range)).map((row) => all.data.updates.id[row]);
  assert.deepEqual(ids({ type: 'view', id: 1 }, null), [50, 52, 54, 56]);
  assert.deepEqual(ids({ type: 'view', id: 1 }, [1e8, 5e8]), [52, 54]);
  assert.deepEqual(ids({ type: 'interaction', id: 2 }, [0, 5e8]), [54]);
  assert.deepEqual(ids({ type: 'update', id: 53 }, null), [53]);
  assert.deepEqual(ids({ type: 'update', id: 53 }, [0, 1e8]), []);
});
test('what is shown is worked out once', () => {
  const selection = { type: 'view', id: 1 };
  assert.equal(all.shown(selection, null), all.shown(selection, null));
});
test('sums count updates, and checks apart', () => {
  const { all: sums } = all.sumsOf(all.shown(null, null));
  assert.deepEqual([sums.updates, sums.checks, sums.red, sums.orange, sums.gray, sums.max], [7, 1, 2, 2, 3, 40e6]);
  assert.deepEqual([sums.necessary, sums.unnecessary, sums.likely, sums.wasted], [3, 4, 4, (9 + 20 + 12 + 40) * 1e6]);
});
test('the sums of views, of interactions and of chains add up to all', () => {
  for (const range of [null, [1e8, 6e8], [0, 1], [3.5e8, 4.5e8]]) {
    const sums = all.sumsOf(all.shown(null, range));
    for (const map of [sums.views, sums.interactions, sums.chains]) {
      for (const key of ['updates', 'total', 'red', 'orange', 'gray', 'unnecessary', 'wasted']) assert.equal([...map.values()].reduce((sum, one) => sum + one[key], 0), sums.all[key], key);
    }
  }
});
test('two ranges that touch sum up to both', () => {
  const of = (range) => all.sumsOf(all.shown(null, range)).all;
  for (const key of ['updates', 'total', 'checks', 'unnecessary']) assert.equal(of([0, 3e8])[key] + of([3e8, 8e8])[key], of([0, 8e8])[key]);
});
test('a link of checks alone is no link', () => {
  assert.equal([...all.sumsOf(all.shown(null, [7e8, 8e8])).links.values()].length, 0);
});
test('unknown is not zero', () => {
  assert.deepEqual([all.knowsWaste({ unknown: 3, necessary: 0, unnecessary: 0 }), all.knowsWaste({ unknown: 3, necessary: 1, unnecessary: 0 }), all.knowsWaste({ unknown: 0, necessary: 0, unnecessary: 0 })], [false, true, true]);
});
test('an update without an end has no severity', () => {
  const open = page(rows.map((row) => row.id === 50 ? { ...row, duration_ns: -1 } : row)), { all: sums } = open.sumsOf(open.shown(null, null));
  assert.deepEqual([sums.unterminated, sums.gray, sums.updates], [1, 2, 7]);
});
test('deadlines belong to the bin below them', () => {
  assert.deepEqual([8.3e6, 8_300_001, 16.67e6, 16_670_001, 1].map((ns) => all.bin(all.data, ns)), [4, 5, 6, 7, 0]);
});
test('a percentile is a value that occurs', () => {
  assert.deepEqual([all.nearestRank([3, 1, 2], 0.5), all.nearestRank([1, 2, 3, 4], 0.5), all.nearestRank([5], 0.95), all.nearestRank([], 0.5), all.nearestRank(null, 0.5)], [2, 2, 5, null, null]);
});
test('spans that touch are one', () => {
  assert.deepEqual(all.merged([[5, 9], [0, 2], [2, 3], [7, 12]]), [[0, 3], [5, 12]]);
});
test('samples count where the selection runs, in the range', () => {
  const starts = (selection, range, thread = '') => all.samplesOf(all.shown(selection, range), thread).map((row) => all.data.samples.start_ns[row] / 1e6);
  assert.deepEqual(starts(null, null), [10, 210, 215, 520, 900]);
  assert.deepEqual(starts(null, null, 'main'), [10, 210, 520, 900]);
  assert.deepEqual(starts({ type: 'update', id: 52 }, null), [210, 215]);
  assert.deepEqual(starts({ type: 'update', id: 52 }, [2.12e8, 9e8]), [215]);
  assert.deepEqual(starts({ type: 'interaction', id: 2 }, null), [520]);
  assert.deepEqual(starts({ type: 'interaction', id: 2 }, [0, 1e8]), []);
});

test('a problem of a body in samples has these samples, in their slices of the lane, and no others', () => {
  const sections = [{ id: 'problems', columns: ['id', 'title'].map((name) => ({ name })), rows: [[7, 'Row.body'], [8, 'List.body'], [9, 'nothing']], total: 3 }];
  const one = page(rows, { problem_samples: table({ first: [0, 2, 4], last: [1, 2, 4], problem: [7, 8, 7] }) }, { sections });
  const starts = (id, range = null) => one.samplesOf(one.shown({ type: 'problem', id }, range), '').map((row) => one.data.samples.start_ns[row] / 1e6);
  assert.deepEqual([starts(7), starts(8), starts(7, [2e8, 1e9])], [[10, 210, 900], [215], [210, 900]]);
  assert.deepEqual([7, 8, 9].map(one.hasRows), [true, true, false]);
  assert.equal(one.selectable.problem.facts(7).facts[0][1], '3 samples of the main thread');
  assert.deepEqual(one.selectable.problem.extent(7), [1e7, 9e8 + 1]);
  assert.deepEqual([[0, 1e7], [0, 1e7 + 1], [2e8, 3e8], [3e8, 9e8]].map((range) => one.problemIsIn(7, range)), [false, true, true, false]);
});

// The same trace with four of its updates drawn, or those that are said, and sums of slices of 200 ms.
function sliced(of = rows, isThere = (_, index) => index % 2 === 0, more = {}) {
  const all = page(of);
  const kinds = ['checks', 'updates', 'unterminated', 'red', 'orange', 'gray', 'total_ns', 'max_ns', 'necessary', 'unnecessary', 'unknown', 'wasted_ns', 'proven', 'likely', 'possible'];
  const cells = new Map();
  for (const [index, row] of of.entries()) {
    const slice = Math.floor(row.start_ns / 2e8), key = [slice, row.chain, row.view, row.interaction].join(), part = all.sumsOf(all.shown({ type: 'update', id: row.id }, null)).all;
    const known = cells.get(key) ?? { slice, chain: row.chain, view: row.view, interaction: row.interaction, ...Object.fromEntries(kinds.map((kind) => [kind, kind === 'max_ns' ? -1 : 0])) };
    for (const kind of kinds) {
      const value = part[{ total_ns: 'total', max_ns: 'max', wasted_ns: 'wasted' }[kind] ?? kind];
      known[kind] = kind === 'max_ns' ? Math.max(known[kind], value) : known[kind] + value;
    }
    cells.set(key, known);
    assert.ok(index < 8);
  }
  const updates = { ...listOf(of.filter(isThere), ...updateKeys), total: 8 };
  return page(of, { updates, slices: listOf([...cells.values()], 'slice', 'chain', 'view', 'interaction', ...kinds), slice_edges: table({ start_ns: [0, 2e8, 4e8, 6e8] }), ...more });
}
const thin = sliced();
test('a range of a thinned trace ends at edges, outward', () => {
  assert.deepEqual([thin.snapped([1, 2e8 + 1]), thin.snapped([2e8, 4e8]), thin.snapped([3e8, 3e8 + 1])], [[0, 4e8], [2e8, 4e8], [2e8, 4e8]]);
  assert.deepEqual(thin.snapped([7e8, 7.5e8]), [6e8, Math.ceil(thin.data.end) + 1]);
  assert.equal(thin.snapped(null), null);
  assert.deepEqual(all.snapped([1, 2]), [1, 2], 'all is drawn');
});
test('keys lead from edge to edge', () => {
  assert.deepEqual([thin.edgeAt(2e8 - 1, -1), thin.edgeAt(2e8, -1), thin.edgeAt(2e8 + 1, 1), thin.edgeAt(-5, -1)], [0, 2e8, 4e8, 0]);
});
test('a thinned trace has the sums of all updates between edges', () => {
  for (const range of [null, [0, 2e8], [2e8, 6e8], [6e8, 1e9 + 1]]) {
    const [mine, real] = [thin, all].map((one) => one.sumsOf(one.shown(null, range && thin.snapped(range))));
    for (const key of Object.keys(real.all)) if (key !== 'durations') assert.equal(mine.all[key], real.all[key], key);
    for (const name of ['views', 'interactions', 'chains', 'links']) {
      assert.deepEqual([...mine[name].keys()].sort(), [...real[name].keys()].sort(), name);
      for (const [id, sums] of real[name]) for (const key of ['updates', 'total', 'red', 'orange', 'gray', 'max', 'unnecessary', 'wasted']) assert.equal(mine[name].get(id)[key], sums[key]);
    }
  }
});
test('a selected view of a thinned trace has all of its sums in a range', () => {
  const part = [{ type: 'view', id: 2 }, [0, 4e8]];
  assert.ok(thin.isWhole(thin.shown(...part)) && !thin.isDrawn(thin.shown(...part)));
  assert.equal(thin.sumsOf(thin.shown(...part)).all.updates, all.sumsOf(all.shown(...part)).all.updates);
});
test('what slices cannot tell is not counted', () => {
  assert.ok(!thin.canSlice({ selection: null, range: [1, 2e8] }) && !thin.canSlice({ selection: { type: 'hang', id: 0 }, range: null }));
  assert.equal(thin.linksOfPart(thin.shown({ type: 'group', id: 0 }, [0, 2e8])), null);
});

// The sums of the database: by chain and view, and by interaction too.
const linkKeys = ['chain', 'view', 'interaction', 'updates', 'total_ns', 'red', 'orange', 'gray', 'unnecessary', 'wasted_ns'];
const linksOf = (one, total) => ({ ...listOf([...one.sumsOf(one.shown(null, null)).links.values()].map((link) => ({ ...link, total_ns: link.total, wasted_ns: link.wasted })), ...linkKeys), ...total && { total } });
test('updates without a cause may be left out though all others are drawn', () => {
  // The updates of view 2 have no cause; one of them is drawn.
  const some = rows.map((row) => row.view === 2 ? { ...row, view: 1, chain: -1 } : row);
  const one = sliced(some, (row, index) => row.chain >= 0 || index === 1, { links: linksOf(page(some)) }), part = one.shown({ type: 'view', id: 1 }, [0, 4e8]);
  assert.ok(!one.isDrawn(part) && one.isWhole(part));
  assert.ok(!one.hasAllSamples(part, ''), 'their samples are not known');
  assert.ok(one.hasAllSamples(one.shown({ type: 'chain', id: 30 }, null), ''));
  assert.equal(one.linksOfPart(part).links.reduce((sum, link) => sum + link.updates, 0), 2);
});
test('without slices the graph of a range counts what is drawn, if that is all with a cause', () => {
  const some = rows.map((row) => row.view === 2 ? { ...row, view: 1, chain: -1 } : row);
  const one = sliced(some, (row) => row.chain >= 0, { links: linksOf(page(some)), slices: table({}) });
  const counted = (selection, range) => one.linksOfPart(one.shown(selection, range))?.links.reduce((sum, link) => sum + link.updates, 0);
  assert.deepEqual([counted({ type: 'chain', id: 30 }, [0, 4e8]), counted({ type: 'view', id: 1 }, [1e8, 8e8]), counted(null, [0, 4e8])], [2, 3, undefined]);
  assert.ok(!one.isWhole(one.shown({ type: 'view', id: 1 }, [0, 4e8])));
});
test('an interaction has exact sums though those of the database are cut', () => {
  const cut = linksOf(all, 99), one = sliced(rows, undefined, { interaction_links: { ...cut, columns: Object.fromEntries(Object.entries(cut.columns).map(([name, [, values]]) => [name, ['plain', values.slice(0, 1)]])) } });
  const part = one.shown({ type: 'interaction', id: 1 }, null), counted = one.linksOfPart(part);
  assert.deepEqual([counted.isWhole, counted.links.reduce((sum, link) => sum + link.updates, 0)], [true, 4]);
});
test('a problem counts the signposts that are here as the least, if others are left out', () => {
  const problems = { id: 'problems', title: 'Problems', total: 1, rows: [[3, 'Slow']], columns: ['id', 'title'].map((name) => ({ name, title: name, style: 'text', drop: 0 })) };
  const signposts = (total) => ({ signposts: { ...table({ start_ns: [1e8, 3e8], duration_ns: [1e7, 1e7], name: [0, 0], text: [-1, -1], problem: [3, 3] }), total } });
  const words = (total) => report(trace(names, { ...common, ...signposts(total), updates: listOf(rows, ...updateKeys) }, { sections: [problems] }), wanted).describe({ type: 'problem', id: 3 }).facts[0][1];
  assert.deepEqual([words(2), words(9)], ['2 signposts', 'at least 2 signposts']);
});
test('problems of a range that are not all listed are not counted as all', () => {
  const section = { id: 'problems', title: 'Problems', total: 9, rows: [[3, 'Slow']], columns: ['id', 'title'].map((name) => ({ name, title: name, style: 'text', drop: 0 })) };
  all.state.range = [0, 1e8];
  const ranged = all.rowsInRange({ section, all: section.rows.map((cells, index) => ({ cells, index })) });
  all.state.range = null;
  assert.deepEqual([ranged.isPartly, ranged.rows.length], [true, 0]);
});

// Without a range the page has them from the database, here none.
const linksIn = (range) => [...all.sumsOf(all.shown(null, range)).links.values()];
test('the graph has a layer for each step and ends at the views', () => {
  const graph = all.graphOf(linksIn(null));
  assert.deepEqual(graph.nodes.map((node) => [node.depth, node.title]), [[0, 'Tap'], [1, 'Model'], [1, 'Row.body'], [2, 'state'], [3, 'List.body']]);
  assert.deepEqual(graph.edges.map((edge) => [edge.from.title, edge.to.title]).sort(), [['Model', 'state'], ['Tap', 'Model'], ['Tap', 'Row.body'], ['state', 'List.body']]);
});
test('nodes tell their own updates from those below', () => {
  const { nodes } = all.graphOf(linksIn(null)), [tap, model, row] = nodes;
  assert.deepEqual([tap.own.updates, tap.updates, model.own.updates, model.updates, row.own.updates, row.updates], [0, 7, 0, 3, 4, 4]);
});
test('what is own adds up to all updates', () => {
  for (const range of [null, [0, 3e8], [4e8, 8e8]]) {
    const links = linksIn(range), { nodes } = all.graphOf(links);
    assert.equal(nodes.reduce((sum, node) => sum + node.own.updates, 0), links.reduce((sum, link) => sum + link.updates, 0));
  }
});
test('the costliest chain wastes most', () => {
  const links = linksIn(null), first = all.costliestChain(links);
  for (const chain of [30, 31]) assert.ok(links.filter((link) => link.chain === chain).reduce((sum, link) => sum + link.wasted, 0) <= first.wasted);
  assert.equal(all.costliestChain([]), null);
});
test('nodes of a layer do not overlap', () => {
  const { nodes } = all.graphOf(linksIn(null));
  for (const one of nodes) for (const other of nodes) if (one !== other && one.x === other.x) assert.ok(Math.abs(one.y - other.y) >= 74);
});
test('a path leads from the root to the view', () => {
  assert.deepEqual(all.pathOf(all.data, 31).map((step) => names[all.data.steps.name[step]]), ['Tap', 'Model', 'state', 'List.body']);
  assert.deepEqual(all.pathOf(all.data, 99), []);
});

test('long updates are in lanes by the kind of their view', () => {
  const lanes = Object.fromEntries(all.lanesOf(all.data).map((lane) => [lane.id, lane]));
  assert.deepEqual([lanes.body.count, lanes.representable.count, lanes.gray.count], [4, 0, 4]);
});
test('samples have a lane whose slices count all of them', () => {
  const cpu = all.lanesOf(all.data).find((lane) => lane.id === 'cpu');
  assert.equal(cpu.table.samples.reduce((sum, count) => sum + count, 0), 5);
  assert.equal(cpu.table.main.reduce((sum, count) => sum + count, 0), 4);
  for (let row = 0; row < cpu.count; row++) {
    const part = all.samplesOf(all.shown({ type: 'slice', id: row }, null), '');
    assert.equal(part.length, cpu.table.samples[row], 'a slice selects the samples that it counts');
  }
});
test('a trace of samples alone has a timeline', () => {
  const only = report(trace(names, { samples: common.samples, sample_threads: common.sample_threads, frames: common.frames }), wanted);
  assert.deepEqual(only.lanesFor(only.data, true).map((lane) => lane.id), ['cpu']);
  assert.ok(only.data.end > 9e8);
});
test('what may be seen begins with what has not ended', () => {
  const lane = all.lanesOf(all.data).find((one) => one.id === 'interactions');
  assert.deepEqual([all.seen(lane, 0, 1), all.seen(lane, 4.5e8, 9e8), all.seen(lane, 3.9e8, 4.1e8)], [[0, 1], [1, 2], [0, 2]]);
});

test('packed columns are the numbers that Swift wrote', () => {
  const digits = golden.codes.digits, base = digits.length / 2;
  // The first digit of a number is the last one that is written: those before continue it.
  const pack = (value) => {
    let text = digits[(value + 1) % base];
    for (let rest = Math.floor((value + 1) / base); rest > 0; rest = Math.floor(rest / base)) text = digits[rest % base + base] + text;
    return text;
  };
  const values = [-1, 0, 41, 42, 43, 1848, 1849, 123_456_789, 2 ** 50];
  const written = values.map(pack).join('');
  assert.deepEqual([...all.unpack(written)], values);
});
test('the first index is found that is not below', () => {
  assert.deepEqual([0, 1, 2, 5, 9].map((value) => all.lowerBound([1, 2, 2, 5], value)), [0, 0, 1, 3, 4]);
});
test('dangerous characters are shown, emoji are kept', () => {
  assert.deepEqual(['a\u202eb', 'nul\0', '\u{1f468}\u200d\u{1f469}'].map(all.visible), ['a\\u{202e}b', 'nul\\u{0}', '\u{1f468}\u200d\u{1f469}']);
});
test('long names keep both ends', () => {
  assert.deepEqual([all.cut('abcdefghij', 5), all.cut('abc', 5), all.plural(1, 'update'), all.plural(1200, 'update')], ['ab…ij', 'abc', '1 update', '1,200 updates']);
});
test('times have the digits that a step needs', () => {
  assert.deepEqual([all.clock(1.5e9, 5e8), all.clock(2e6, 1e5), all.moment(5e6), all.moment(2.5e9)], ['1.5 s', '2.0 ms', '5.00 ms', '2.500 s']);
});
