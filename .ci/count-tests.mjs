/**
 * Prints `N passed, N failed` for JSON reports of vitest, each test counted once: `npm test` runs few cases of a random
 * test and `npm run test:all` many, and it fails where either does.
 */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Reports that count apart from the others: the same tests on another engine are tests of their own. */
const apart = new Set(['test:clients', 'test:dynamodb-local', 'test:ministack']);

const statuses = new Map();

function add(test, status) {
  if (status !== 'passed' && status !== 'failed') return;
  statuses.set(test, status === 'failed' ? status : (statuses.get(test) ?? status));
}

for (const path of process.argv.slice(2)) {
  const report = basename(path, '.json');
  const suite = apart.has(report) ? report : '';
  for (const { name: file, status, assertionResults } of JSON.parse(readFileSync(path, 'utf8')).testResults) {
    const seen = new Map();
    for (const { fullName, status: outcome } of assertionResults) {
      const nth = (seen.get(fullName) ?? 0) + 1;
      seen.set(fullName, nth);
      add(JSON.stringify([suite, file, fullName, nth]), outcome);
    }
    // A file that fails outside its tests counts as one that failed.
    const hasFailed = assertionResults.some((test) => test.status === 'failed');
    if (status === 'failed' && !hasFailed) add(JSON.stringify([suite, file]), 'failed');
  }
}

const count = (status) => [...statuses.values()].filter((each) => each === status).length;
console.log(`${count('passed')} passed, ${count('failed')} failed`);
