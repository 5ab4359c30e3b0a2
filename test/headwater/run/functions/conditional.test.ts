/** Required preconditions, which no operation of the service uses; test/service/gateways/conditional.test.ts covers the others. */

import { expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject, thing } from '../../../support/project.ts';

test('x-require-precondition returns 428 for an unconditional change', async () => {
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
  expect((await build(project)).diagnostics).toEqual([]);
  const put = await loadFunction(project, 'thing-read');
  const answer = (headers: Record<string, string>) => put({ method: 'PUT', url: '/v1/thing', headers });
  expect(await answer({})).toMatchObject({
    status: 428,
    body: { type: 'urn:problem-type:headwater:precondition_required', status: 428 },
  });
  // If-None-Match excludes a revision, but does not name the one to change.
  expect((await answer({ 'if-none-match': '"9"' })).status).toBe(428);
  expect((await answer({ 'if-none-match': '*' })).status).toBe(412);
  expect((await answer({ 'if-match': '"1"' })).status).toBe(204);
  expect((await answer({ 'if-match': '"2"' })).status).toBe(412);
});
