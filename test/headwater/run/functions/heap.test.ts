/** Functions keep nothing of a request: what they remember for later ones is bounded. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildService, emittedBundle } from '../../../../bench/functions/project.ts';
import type { ClientRequest } from '../../../support/event.ts';
import type { HeapOrder, HeapReport } from '../../../support/heap-process.ts';
import { repository } from '../../../support/repository.ts';

const requests = 100_000;
/** Fills caches, and lets V8 compile. */
const first = 20_000;

let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'headwater-heap-'));
  await buildService(project);
});
afterAll(() => rm(project, { recursive: true }));

/** Each `#` is another number in each request. */
const headers = {
  'content-type': 'application/json',
  accept: 'application/json;q=0.9, text/x-#',
  'x-request-id': 'request-#',
  traceparent: '00-000000000000000000000000000#-0000000000000001-00',
  'user-agent': 'agent/#',
};
const list = (query: string): ClientRequest => ({ url: `/v1/book?${query}`, headers });
const create = (book: object): ClientRequest => ({
  method: 'POST',
  url: '/v1/book',
  headers,
  body: JSON.stringify(book),
});

test.each<[name: string, operation: 'list' | 'create', status: number, request: ClientRequest]>([
  ['valid lists', 'list', 200, list('from=10&query=word-#')],
  ['invalid lists', 'list', 400, list('from=word-#&unknown-#=1')],
  ['valid bodies', 'create', 201, create({ title: 'Volume #', tags: ['tag-#'] })],
  ['invalid bodies', 'create', 400, create({ title: 'Volume #', 'member-#': '#', pages: 0 })],
])('%s leave the heap as it is', { tags: ['hostile'] }, async (_name, operation, status, request) => {
  const child = fork(join(repository, 'test/support/heap-process.ts'), {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ACCESS: 'open' },
  });
  const bundle = emittedBundle(project, operation);
  child.send({ bundle, first, then: requests, request } satisfies HeapOrder);
  const [report] = (await once(child, 'message')) as [HeapReport];
  expect(report.statuses).toEqual({ [status]: first + requests });
  const [before, after] = report.bytes;
  expect(after / before).toBeLessThan(1.05);
});
