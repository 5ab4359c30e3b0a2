/**
 * The caches of the engine keep names and agents, but not the large records that these were a part of.
 *
 * @module-tag hostile
 */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';

const engine = (file: string) =>
  JSON.stringify(pathToFileURL(join(repository, 'lib/ingest/engine', file)).href);

/** Each record has 1 MB, and a different agent and name. */
const script = `
import { compilePipeline } from ${engine('compile.ts')};
import { loadTypes } from ${engine('load-types.ts')};
import { runPipeline } from ${engine('run.ts')};
await loadTypes([{ type: 'user_agent' }]);
const { pipeline } = compilePipeline([
  { type: 'dissect', field: 'line', pattern: '%{agent}|%{pairs}|%{rest}' },
  { type: 'remove', field: ['line', 'rest'] },
  { type: 'user_agent', field: 'agent' },
  { type: 'kv', field: 'pairs', field_split: ' ', value_split: '=' },
]);
let succeeded = 0;
for (let index = 0; index < 100; index++) {
  const line = Buffer.alloc(1_000_000, \`Some-Agent-Of-Its-Own/\${index}|a_name_of_its_own_\${index}=1|\`).toString('latin1');
  const [result] = runPipeline(pipeline, [{ line }]);
  if (result.status === 'success') succeeded++;
}
console.log(succeeded);
`;

test('100 records of 1 MB in a heap of 32 MB', { timeout: 60_000 }, async () => {
  const options = ['--max-old-space-size=32', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  expect(stdout.trim()).toBe('100');
});
