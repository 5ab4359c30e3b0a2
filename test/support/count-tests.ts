/**
 * Prints what failed and `N passed, N failed` for JSON reports of vitest, each test counted once: `npm test` runs few
 * cases of a random test and `npm run test:all` many, and it fails where either does.
 *
 *     node test/support/count-tests.ts REPORT.json...
 */

import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import type { JsonTestResults } from 'vitest/node';

/** Reports that count apart from the others: the same tests on another engine are tests of their own. */
const apart = new Set(['test:clients', 'test:dynamodb-local', 'test:ministack']);

/** What a reader needs at the end of a long log: the message of a failure, without the stack of a long one. */
const mostLines = 12;

const statuses = new Map<string, 'passed' | 'failed'>();
const failures: string[] = [];

function report(suite: string, file: string, test: string, messages: readonly string[]): void {
  const lines = messages.join('\n').split('\n');
  const shown = lines.slice(0, mostLines).map((line) => `  ${line}`);
  const name = [suite, relative('.', file), test].filter(Boolean).join(' > ');
  failures.push([`failed: ${name}`, ...shown].join('\n'));
}

function add(test: string, status: string): void {
  if (status === 'failed') statuses.set(test, status);
  if (status === 'passed') statuses.set(test, statuses.get(test) ?? status);
}

for (const path of process.argv.slice(2)) {
  const script = basename(path, '.json');
  const suite = apart.has(script) ? script : '';
  const { testResults }: JsonTestResults = JSON.parse(readFileSync(path, 'utf8'));
  for (const { name: file, status, message, assertionResults } of testResults) {
    const seen = new Map<string, number>();
    for (const { fullName, status: outcome, failureMessages } of assertionResults) {
      const nth = (seen.get(fullName) ?? 0) + 1;
      seen.set(fullName, nth);
      add(JSON.stringify([suite, file, fullName, nth]), outcome);
      if (outcome === 'failed') report(script, file, fullName, failureMessages ?? []);
    }
    // A file that fails outside its tests counts as one that failed.
    const hasFailed = assertionResults.some((test) => test.status === 'failed');
    if (status !== 'failed' || hasFailed) continue;
    add(JSON.stringify([suite, file]), 'failed');
    report(script, file, '', [message]);
  }
}

for (const failure of failures) console.log(failure);
const count = (status: string) => [...statuses.values()].filter((each) => each === status).length;
console.log(`${count('passed')} passed, ${count('failed')} failed`);
