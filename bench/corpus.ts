/**
 * Checks folders of descriptors, builds a mock service from the accepted
 * descriptors, and calls operations with valid and with invalid values.
 *
 *   npx node bench/corpus.ts [--fix] [--skip-unsupported] [--most N] DIR...
 *
 * --fix applies autofixes first. --skip-unsupported leaves operations that cannot
 * be served out of OpenAPI documents. If a folder is refused, the bench runs only
 * its declarations without errors. --most N calls at most N operations of a folder.
 */

import { fork } from 'node:child_process';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SetResult } from './corpus/run-set.ts';

const nothing: SetResult = {
  files: 0,
  declarations: 0,
  operations: 0,
  skipped: 0,
  warnings: 0,
  refused: [],
  right: 0,
  wrong: [],
};

const { values, positionals } = parseArgs({
  options: {
    fix: { type: 'boolean' },
    'skip-unsupported': { type: 'boolean' },
    most: { type: 'string', default: '1000000' },
  },
  allowPositionals: true,
});
const results: SetResult[] = [];
console.log(row(['set', 'files', 'operations', 'outcome', 'right', 'wrong']));
for (const folder of positionals) {
  const result = await runApart(folder);
  results.push(result);
  const { files, operations, right, wrong } = result;
  console.log(row([basename(folder), files, operations, describe(result), right, wrong.length]));
  for (const line of wrong.slice(0, 5)) console.log(`    ${line}`);
}
summarize();
process.exitCode = results.some(({ wrong, failure }) => wrong.length > 0 || failure) ? 1 : 0;

/** Runs in its own process: imported modules stay in memory, and a crash becomes a result. */
async function runApart(folder: string): Promise<SetResult> {
  const child = fork(join(import.meta.dirname, 'corpus/run-set.ts'), [folder, JSON.stringify(values)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-2_000);
  });
  return new Promise((done) => {
    child.once('message', (message) => done(message as SetResult));
    child.once('exit', () => done({ ...nothing, failure: `crashed: ${stderr}` }));
  });
}

function describe(result: SetResult): string {
  if (result.failure !== undefined) return `failed: ${result.failure}`;
  const codes = [...new Set(result.refused.flatMap((each) => each.codes))];
  return codes.length > 0 ? `refused: ${codes.join(' ')}` : outcomeOf(result);
}

function outcomeOf({ failure, refused, warnings }: SetResult): string {
  if (failure !== undefined) return 'failed';
  if (refused.length > 0) return 'refused';
  return warnings > 0 ? 'accepted with warnings' : 'accepted';
}

function row(cells: readonly (string | number)[]): string {
  const [set, ...rest] = cells;
  const widths = [6, 10, 40, 6, 6];
  return [
    String(set).slice(0, 44).padEnd(44),
    ...rest.map((cell, at) => String(cell).padEnd(widths[at] ?? 0)),
  ].join(' ');
}

function summarize(): void {
  const sum = (pick: (result: SetResult) => number) =>
    results.reduce((total, result) => total + pick(result), 0);
  const outcomes = Map.groupBy(results, outcomeOf);
  const declarations = sum((result) => result.declarations);
  const refused = results.flatMap((result) => result.refused);
  const codes = Map.groupBy(
    refused.flatMap((each) => each.codes),
    (code) => code,
  );
  console.log(
    `\n${results.length} sets: ${[...outcomes].map(([name, list]) => `${list.length} ${name}`).join(', ')}`,
  );
  const share = ((100 * (declarations - refused.length)) / Math.max(declarations, 1)).toFixed(1);
  console.log(`${declarations} declarations: ${refused.length} refused, ${share} % accepted`);
  const byCount = [...codes].toSorted(([, a], [, b]) => b.length - a.length);
  if (refused.length > 0)
    console.log(`  refused for: ${byCount.map(([code, list]) => `${code} ${list.length}`).join(', ')}`);
  console.log(
    `${sum(({ skipped }) => skipped)} operations skipped, ${sum(({ operations }) => operations)} run: ${sum(({ right }) => right)} calls right, ${sum(({ wrong }) => wrong.length)} wrong`,
  );
}
