// Every problem of a trace selects its own rows on the page and nothing else: what the scripts select of a real page, against
// the database. `TRACE_ANALYZE` names the program; the traces are the samples, and the public reports in `TRACEKIT_CORPORA`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { after } from 'node:test';
import { load } from './page.mjs';

const tool = process.env.TRACE_ANALYZE, root = fileURLToPath(new URL('../../', import.meta.url));
const cases = join(process.env.TRACEKIT_CORPORA ?? join(root, '../shared'), 'cases'), folder = mkdtempSync(join(tmpdir(), 'problems-'));
after(() => rmSync(folder, { recursive: true }));
const run = (...words) => execFileSync(tool, words, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
const wanted = ['chooseTrace', 'shown', 'rowsOf', 'isDrawn', 'problemEvents', 'problemRows', 'samplesOf', 'hasRows', 'given: () => data'];
const files = ['flame-tree', 'cpu', 'lanes', 'places', 'sampled', 'sums', 'state', 'shown', 'slices', 'graph'];

function check(input) {
  const database = join(folder, 'trace.sqlite'), html = join(folder, 'page.html');
  for (const path of [database, html]) rmSync(path, { force: true });
  run('import', input, '--db', database);
  run('report', database, '--format', 'html', '--output', html);
  const sql = (query) => JSON.parse(run('query', database, query, '--format', 'json'));
  const json = readFileSync(html, 'utf8').match(/<script[^>]*id="page-json"[^>]*>([\s\S]*?)<\/script>/)[1];
  const page = JSON.parse(json), parts = load(page, wanted, files), problemOf = new Map();
  let checked = 0;
  page.traces.forEach((_, index) => {
    parts.chooseTrace(index);
    const data = parts.given(), section = data.trace.sections.find(({ id }) => id === 'problems');
    const at = (name) => section.columns.findIndex((column) => column.name === name);
    for (const row of section?.rows ?? []) {
      const id = row[at('id')], title = row[at('title')], part = parts.shown({ type: 'problem', id }, null);
      const found = parts.rowsOf(part).map((row) => data.updates.id[row]);
      const all = new Set(sql(`SELECT update_id FROM problem_updates WHERE problem_id = ${id}`).map((row) => row.update_id));
      assert.equal(parts.problemRows().all(id), all.size, title);
      assert.deepEqual(found.filter((update) => !all.has(update)), [], title);
      if (parts.isDrawn(part)) assert.equal(found.length, all.size, title);
      for (const update of found) {
        assert.ok(!problemOf.has(update), title + ' and ' + problemOf.get(update));
        problemOf.set(update, title);
      }
      assert.equal(parts.problemEvents(id).length, sql(`SELECT count(*) AS n FROM problem_events WHERE problem_id = ${id}`)[0].n, title);
      if (row[at('kind')] === 'sampled-body') {
        const samples = sql(`SELECT samples FROM sampled_bodies WHERE view = '${row[at('view')].replaceAll("'", "''")}'`)[0].samples;
        assert.ok(parts.hasRows(id), title);
        assert.ok(data.samples.count < data.samples.total || parts.samplesOf(part, '').length === samples, title);
      }
      checked++;
    }
  });
  return checked;
}

// A recording without the rows of SwiftUI's tables, of which samples remain; null if it has none.
function emptied(zip) {
  const copy = join(folder, 'emptied');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, copy]);
  let isChanged = false;
  for (const name of readdirSync(copy, { recursive: true })) {
    const path = join(copy, name);
    if (!statSync(path).isFile() || !/<schema name="swiftui/.test(readFileSync(path, 'latin1').slice(0, 4000))) continue;
    writeFileSync(path, readFileSync(path, 'latin1').replace(/<row[ >][\s\S]*?<\/row>\s*/g, ''), 'latin1');
    isChanged = true;
  }
  return isChanged ? copy : null;
}

const samples = ['landmarks-before.json', 'xctrace/landmarks-before', 'bundle/landmarks-before.trace', 'print-changes', 'signposts', 'unified-log', 'call-trees', 'ndjson'];
test('every problem of the samples selects its rows', { skip: !tool && 'TRACE_ANALYZE is not set' }, () => {
  let checked = 0;
  for (const sample of samples) {
    const path = join(root, 'SampleTraces', sample);
    const inputs = statSync(path).isDirectory() && !/\/landmarks/.test(path) ? readdirSync(path).map((name) => join(path, name)) : [path];
    for (const input of inputs) checked += check(input);
  }
  assert.ok(checked > 20, checked);
});
const reports = existsSync(cases) ? readdirSync(cases).filter((name) => existsSync(join(cases, name, 'case.json'))) : [];
for (const name of tool ? reports : []) {
  test('every problem of ' + name + ' selects its rows', () => {
    for (const file of readdirSync(join(cases, name)).filter((file) => /^(before|after)\./.test(file))) {
      const input = join(cases, name, file);
      check(input);
      const copy = file.endsWith('.zip') ? emptied(input) : null;
      if (copy) check(copy);
    }
  });
}
