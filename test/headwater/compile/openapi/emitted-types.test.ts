/**
 * Types of handlers of OpenAPI documents pass the type check, whatever their schemas name.
 *
 * @module-tag descriptors
 */

import { expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { listing, makeProject } from '../../../support/project.ts';

const reference = { $ref: '#/components/schemas/Base' };
const base = {
  type: 'object',
  properties: { id: { type: 'string', description: "A word of Models['Base']" } },
};

test.each<[types: string, schema: object]>([
  ['names a model', reference],
  [
    'has the members of a model',
    { allOf: [reference, { type: 'object', properties: { size: { type: 'integer' } } }] },
  ],
  ['is anything, or a model', { anyOf: [{}, reference] }],
  ['refuses a model', { type: 'string', not: reference }],
  [
    'has words like those of the types',
    { type: 'string', enum: ["Models['Base']", 'Models[', '/** Models["a"] */'] },
  ],
])('a body and a result whose schema %s', async (_, schema) => {
  const content = { 'application/json': { schema } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    components: { schemas: { Base: base } },
    paths: {
      '/thing': {
        post: {
          operationId: 'echo',
          tags: ['thing'],
          requestBody: { required: true, content },
          responses: { 200: { description: "Models['Base']", content } },
        },
      },
    },
  };
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': JSON.stringify(document),
    'handlers/thing/echo.ts': `import type { Handle } from '#generated/types/thing/echo.ts';
export const handle: Handle = (_input, body) => body;
`,
  });
  expect((await build(project)).diagnostics.filter(isError)).toEqual([]);
});
