// Joins the scripts of each page as the program does (embedded.c has the order), so that `tsc` checks what a page runs, and
// reports what it finds by file and line. `node Tests/Page/check-types.mjs` checks both pages.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url), built = new URL('.build/page-types/', root);
const text = (path) => readFileSync(new URL(path, root), 'utf8');
const embedded = text('Sources/CEmbedded/embedded.c');
/** The paths of the files in one array of embedded.c. */
const filesOf = (array) => [...embedded.split(array + '[] = {')[1].split('};')[0].matchAll(/#embed "\.\.\/(.+?)"/g)].map(([, path]) => 'Sources/' + path);

/** A page's script with, for each of its lines, where it comes from. */
function joined(page) {
  const lines = ['(() => {', "'use strict';"], from = ['', ''];
  for (const path of [...filesOf('shared_script'), ...filesOf(page + '_script')]) {
    text(path).trimEnd().split('\n').forEach((line, index) => { lines.push(line); from.push(path + ':' + (index + 1)); });
  }
  return { script: lines.concat('})();', '').join('\n'), from };
}

mkdirSync(built, { recursive: true });
let faults = 0;
for (const page of ['report', 'comparison']) {
  const { script, from } = joined(page);
  writeFileSync(new URL(page + '.js', built), script);
  const config = { extends: '../../Tests/Page/tsconfig.json', files: [...['types', page].map((name) => '../../Tests/Page/' + name + '.d.ts'), page + '.js'] };
  writeFileSync(new URL(page + '.json', built), JSON.stringify(config));
  const { stdout, error } = spawnSync('tsc', ['--pretty', 'false', '-p', fileURLToPath(new URL(page + '.json', built))], { encoding: 'utf8' });
  if (error) throw error;
  for (const line of stdout.split('\n').filter(Boolean)) {
    const [, number, rest] = /^[^(]*\.js\((\d+),\d+\): (.*)/.exec(line) ?? [];
    console.error(number ? from[number - 1] + ': ' + rest + ' (' + page + ')' : line);
    faults += line.startsWith(' ') ? 0 : 1;
  }
}
if (faults) console.error('types: ' + faults + ' faults');
process.exit(faults ? 1 : 0);
