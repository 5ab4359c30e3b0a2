/**
 * The types of bodies: a member that the service sets need not be sent, whichever parts of a schema require and mark it.
 *
 * @module-tag descriptors
 */

import { expect, test } from 'vitest';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { loadFunction } from '../../../support/emitted-function.ts';
import { listing, makeProject } from '../../../support/project.ts';

const text = { type: 'string' };
const id = { ...text, readOnly: true };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const base = { $ref: '#/components/schemas/Base' };

const rows: [name: string, schema: object, sent: object][] = [
  ['model', object({ id, name: text }, { required: ['id', 'name'] }), { name: 'a' }],
  ['referred', { ...base, required: ['id', 'name'] }, { name: 'a' }],
  ['base', { allOf: [base, object({ size: text }, { required: ['id', 'size'] })] }, { size: 'a' }],
  [
    'closed',
    { allOf: [base], required: ['id'], properties: { size: text }, unevaluatedProperties: false },
    {},
  ],
  ['nested', object({ part: object({ id }, { required: ['id'] }) }, { required: ['part'] }), { part: {} }],
  ['listed', object({ parts: { type: 'array', items: base } }), { parts: [{ name: 'a' }] }],
  ['mapped', { type: 'object', additionalProperties: base }, { a: { name: 'a' } }],
  [
    'either',
    { anyOf: [base, { type: 'object', required: ['size'], properties: { size: text } }] },
    { name: 'a' },
  ],
  [
    'itself',
    object({ id, next: { $ref: '#/components/schemas/itself' } }, { required: ['id'] }),
    { next: {} },
  ],
];

const media = (schema: object) => ({ content: { 'application/json': { schema } } });

function project() {
  const named = (name: string) => media({ $ref: `#/components/schemas/${name}` });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Thing', version: '1' },
    paths: Object.fromEntries(
      rows.map(([name]) => [
        `/thing/${name}`,
        {
          post: {
            operationId: name,
            requestBody: { required: true, ...named(name) },
            responses: { 201: { description: 'Done', ...named(name) } },
          },
        },
      ]),
    ),
    components: {
      schemas: {
        Base: object({ id, name: text }, { required: ['id'] }),
        ...Object.fromEntries(rows.map(([name, schema]) => [name, schema])),
      },
    },
  };
  const handlers = rows.map(([name, , sent]) => [
    `handlers/thing/${name}.ts`,
    `import type { Client } from '#generated/client.ts';
import type { Body, Handle, Result } from '#generated/types/thing/${name}.ts';

export const received: Body = ${JSON.stringify(sent)};
export const sent: Parameters<Client['thing']['${name}']>[0] = { body: ${JSON.stringify(sent)} };
export const handle: Handle = (_input, body) => body as unknown as Result;
`,
  ]);
  return makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': JSON.stringify(document),
    ...Object.fromEntries(handlers),
  });
}

test('what a function accepts fits the types of its handler and of the client', async () => {
  const folder = await project();
  const { diagnostics } = await build(folder);
  expect(diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  const headers = { 'content-type': 'application/json' };
  for (const [name, , sent] of rows) {
    const call = await loadFunction(folder, `thing-${name}`, { isDescribed: false });
    const request = { method: 'POST', url: `/v1/thing/${name}`, headers, body: JSON.stringify(sent) };
    expect(await call(request), name).toMatchObject({ status: 201, body: sent });
  }
});
