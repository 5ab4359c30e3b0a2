/** Every bench runs at its smallest size, and prints its figures. */

import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { amount } from '../support/amount.ts';
import { repository } from '../support/repository.ts';

/** Modules in bench/ that are not benches. */
const parts = ['descriptor-set.ts', 'engine.ts', 'smallest.ts'];

/** What it prints, one line of each kind at least; the figures differ from run to run. */
const benches: readonly [name: string, args: readonly string[], lines: readonly RegExp[]][] = [
  [
    'client.ts',
    ['--smallest'],
    [
      /^bundle, KB +\d+\.\d +\d+\.\d \(x\d\.\d\d\)/m,
      /^import \+ 3 requests, ms +\d+\.\d /m,
      /^put \+ get \+ query, CPU us +\d+\.\d /m,
    ],
  ],
  [
    'cold-start.ts',
    ['--smallest'],
    // The client exists only after `npm run verify:runtime`.
    [/^skipped: |^preprocessor-list .*\n {2}before .* x1\.00\n {2}after( +\d+\.\d ms +x\d+\.\d\d){3}$/m],
  ],
  [
    'corpus.ts',
    ['test/golden/bare/descriptors'],
    [/^1 sets: 1 accepted/m, /^1 operations run: [1-9]\d* calls right, 0 wrong$/m],
  ],
  [
    'descriptors.ts',
    ['--smallest'],
    [
      /^check, plan, emit +\d+ ms/m,
      /^whole build +\d+ ms/m,
      /^memory, .* [1-9]\d* MB/m,
      /^after a change of a handler +\d+ ms/m,
      /^new process, handler changed +\d+ ms/m,
    ],
  ],
  [
    'hostile/main.ts',
    ['--smallest'],
    [/^4 inputs, seed 1; the slowest/m, /^ +\d+ ms {2}[a-z]+-\w+ +\w/m, /^\d of 4 are too slow/m],
  ],
  ['hostile/descriptors.ts', ['--smallest'], [/^baseline: \d+ ms, \d+ MB/m, /^a YAML bomb.* -?\d+ +-?\d+/m]],
  ['hot.ts', ['20'], [/^20 creates, 1 shard: \d+\.\d units each$/m, /^ {2}s!? +\d\.\d\d +\d+$/m]],
  ['inspect-json.ts', ['--smallest'], [/^a source +365( +\d+\.\d us){2} +x\d+\.\d\d +\d+\.\d us$/m]],
  [
    'list.ts',
    ['100'],
    [
      /^a page of ten, 100 sources /m,
      /^ {2}the newest +\d+\.\d +\d+ +\d+\.\d +100$/m,
      /^ {2}create with 5 tags +\d+\.\d +\d+ /m,
      /^a page of ten, 100 sources, 16 shards /m,
    ],
  ],
  [
    'preprocess.ts',
    ['--smallest'],
    [
      /^nginx, grok +\d+k +\d+k +x\d+\.\d\d +\d+k +x\d+\.\d\d +x\d+\.\d\d +\d+\.\d ms$/m,
      /^CSV /m,
      /^bundle of the engine +[1-9]\d* KB, imported in \d+\.\d ms$/m,
    ],
  ],
  [
    'random-requests.ts',
    ['100'],
    [
      /^100 requests, seed 20260101$/m,
      /^ +100 +\d+ +\d+\.\d$/m,
      /^heap growth .*: -?\d+\.\d MB$/m,
      /^200: \d+ /m,
    ],
  ],
  [
    'streams.ts',
    ['1000'],
    [
      /^1000 records of 500 bytes, 500 a push, in \d+\.\d s, \d+\.\d ms a push$/m,
      /^ {2}preprocess +\d+\.\d\d ms +\d+ %$/m,
      /^ {2}write +-?\d+\.\d\d ms +-?\d+ %$/m,
      /^write units per 1,000 records: \d+\.\d$/m,
      /^page of 50 at the end +\d+\.\d units, \d+ requests$/m,
      /^heap growth over the last nine tenths: -?\d+\.\d MB$/m,
    ],
  ],
  ['start-up.ts', ['--smallest'], [/^source-create\n( {2}.* \d+ KB +\d+\.\d ms +x\d+\.\d\d\n){4}/m]],
];

test('every bench is here', async () => {
  const inFolder = (await readdir(`${repository}/bench/hostile`)).map((name) => `hostile/${name}`);
  const files = [...(await readdir(`${repository}/bench`)), ...inFolder].filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.toSorted()).toEqual([...benches.map(([name]) => name), ...parts].toSorted());
});

/** Ten seconds each, and more: `npm run test:most` runs them. */
const slow = new Set(['descriptors.ts', 'list.ts', 'random-requests.ts', 'start-up.ts']);
const isRun = amount({ few: 0, many: 0, most: 1 }) ? () => true : (name: string) => !slow.has(name);
const run = benches.filter(([name]) => isRun(name));

test.each(run)('%s %j', { tags: ['long', 'random'] }, async (name, args, lines) => {
  const { stdout } = await promisify(execFile)(process.execPath, [`bench/${name}`, ...args], {
    cwd: repository,
  });
  for (const line of lines) expect(stdout).toMatch(line);
});
