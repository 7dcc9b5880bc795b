// The scripts of the pages outside of a browser: the parts that compute, as one function as on a page (embedded.c has the
// order), with the little of a document that they touch when they are read.
import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const text = (path) => readFileSync(new URL(path, root), 'utf8');
const folder = 'Sources/TraceKit/Report/HTML/Page/';

/** The data of the report on the small trace. */
export const golden = JSON.parse(text('Tests/Golden/report-page.json'));

/** A table as Swift writes it: a column is a list of numbers. */
export function table(columns, total) {
  const all = Object.entries(columns).map(([name, values]) => [name, ['plain', values]]);
  return { total: total ?? all[0]?.[1][1].length ?? 0, gray_left_out: 0, long_left_out: 0, columns: Object.fromEntries(all) };
}

/** A trace with tables; the names are those of `names`. */
export function trace(names, tables, more = {}) {
  return { title: 't', mark: '', orange_ms: 8.3, red_ms: 16.67, duration_ns: 1e9, orange_ns: 8_300_000, red_ns: 16_670_000, lanes: ['updates'],
    names, tables, sections: [], ...more };
}

/**
 * Reads the scripts with the data of a page.
 * @param {object} page the data
 * @param {string[]} wanted the names to return
 * @param {string[]} files read after text.js and model.js
 */
export function load(page, wanted, files) {
  const canvas = { getContext: () => ({ measureText: (words) => ({ width: 6 * words.length }) }) };
  const document = { getElementById: () => ({ textContent: JSON.stringify(page), clientWidth: 1200 }), createElement: () => canvas,
    querySelector: () => ({ namespaceURI: '' }) };
  // What main.js would define.
  const around = 'const models = [], timeline = { use() {} }, host = {};';
  const source = around + ['text', 'model', ...files].map((name) => text(folder + name + '.js')).join('')
    + '\nreturn { ' + wanted.join(', ') + ' };';
  return new Function('document', 'Node', '"use strict";' + source)(document, class {});
}

/** Every script of the report's page that computes, with one trace chosen. */
export function report(one, wanted) {
  const files = ['flame-tree', 'cpu', 'lanes', 'places', 'sampled', 'sums', 'state', 'shown', 'slices', 'graph', 'flame', 'ranges'];
  const parts = load({ codes: golden.codes, traces: [one] }, ['chooseTrace', 'state', 'given: () => data', ...wanted], files);
  parts.chooseTrace(0);
  return { ...parts, data: parts.given() };
}
