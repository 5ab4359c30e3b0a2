/** What of conditional requests no gateway shows: HEAD at the function of a GET, and an operation that requires a condition. */

import { expect, test } from 'vitest';
import { build } from '../../lib/build/pipeline.ts';
import { startEngine } from '../support/dynalite.ts';
import { loadFunction } from '../support/emitted-function.ts';
import { describedItem } from '../support/links.ts';
import { listing, makeProject, thing } from '../support/project.ts';
import { repository } from '../support/repository.ts';

test('HEAD is conditional as GET is', async () => {
  const engine = await startEngine();
  Object.assign(process.env, engine.environment, { TABLE_NAME: await engine.makeTable() });
  const create = await loadFunction(repository, 'source-create');
  const headers = { 'content-type': 'application/json' };
  const made = await create({ method: 'POST', url: '/v1/source', headers, body: '{"name":"one"}' });
  const { _id: id } = made.body as { _id: string };
  const read = await loadFunction(repository, 'source-getById');
  const head = (conditions: Record<string, string>) =>
    read({ method: 'HEAD', url: `/v1/source/${id}`, pathParameters: { id }, headers: conditions });
  expect(await head({ 'if-none-match': '"1"' })).toEqual({
    status: 304,
    headers: {
      ...{ etag: '"1"', vary: 'Accept', 'cache-control': 'private, no-cache' },
      link: describedItem('source'),
    },
    body: undefined,
  });
  expect((await head({ 'if-none-match': '"2"' })).status).toBe(200);
  expect((await head({ 'if-match': '"2"' })).status).toBe(412);
});

test('x-require-precondition answers 428 to a change that says nothing of what it changes', async () => {
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing({
      httpMethod: 'PUT',
      responseClass: 'void',
      'x-require-precondition': true,
    }),
    'handlers/thing/read.ts': `import type { Handle } from '#generated/types/thing/read.ts';
export const handle: Handle = (_input, _body, { preconditions }) => preconditions.check('"1"');`,
  });
  expect((await build(project)).problems).toEqual([]);
  const put = await loadFunction(project, 'thing-read');
  const answer = (headers: Record<string, string>) => put({ method: 'PUT', url: '/v1/thing', headers });
  expect(await answer({})).toMatchObject({
    status: 428,
    body: { type: 'urn:problem-type:headwater:precondition_required', status: 428 },
  });
  expect((await answer({ 'if-match': '"1"' })).status).toBe(204);
  expect((await answer({ 'if-match': '"2"' })).status).toBe(412);
});
