/** A request of 1 MB of wrong items: the time to report them does not grow with the square of their number. */

import { expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject } from '../../../support/project.ts';

const ref = { $ref: '#/components/schemas/Part' };
const list = { type: 'array', items: ref };
const document = {
  openapi: '3.1.0',
  info: { title: 'Parts', version: '1' },
  paths: {
    '/part': {
      post: {
        operationId: 'store',
        requestBody: { content: { 'application/json': { schema: list } } },
        responses: { 204: { description: 'Done' } },
      },
    },
  },
  components: { schemas: { Part: { type: 'object', properties: { parts: list } } } },
};

test('of half a million items, 20 are listed', { tags: ['hostile'] }, async () => {
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/part.json': document,
    'handlers/part/store.ts': 'export const handle = () => undefined;\n',
  });
  const { diagnostics } = await build(project);
  expect(diagnostics.map(describeDiagnostic)).toEqual([]);
  const call = await loadFunction(project, 'part-store');
  const wrong = Array.from({ length: 250_000 }, () => 1);
  const { status, body } = await call({
    method: 'POST',
    url: '/v1',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([...wrong, { parts: wrong }]),
  });
  expect(status).toBe(400);
  const { detail, errors } = body as { readonly detail: string; readonly errors: readonly object[] };
  expect(detail).toBe('500000 values are invalid; the first 20 are listed.');
  expect(errors).toHaveLength(20);
  expect(errors[0]).toEqual({ in: 'body', pointer: '/0', code: 'type', message: 'must be an object' });
});
