/** The media types of operations, from `produces`, `x-media-vendor` and `x-media-versions`, and their functions. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { servedDeclaration } from '../../../lib/headwater/compile/emit/wiring/served-descriptors.ts';
import { build } from '../../../lib/headwater/compile/pipeline.ts';
import { operationsOf } from '../../../lib/headwater/compile/plan/operations.ts';
import { planService } from '../../../lib/headwater/compile/plan/plan-service.ts';
import { readDescriptors } from '../../../lib/headwater/compile/source/read-descriptors.ts';
import { loadFunction } from '../../support/emitted-function.ts';
import { describedBy } from '../../support/links.ts';
import { listing, makeProject, thing } from '../../support/project.ts';

const json = 'application/json';
const type = (version: number) => `application/vnd.shop-v${version}+json`;
const shop = { 'x-media-vendor': 'shop' };

/** `given` holds members of the listing, the operation and the resource. */
type Row = readonly [
  name: string,
  members: readonly Readonly<Record<string, unknown>>[],
  produces: readonly string[],
  versions?: number[],
];

const rows: readonly Row[] = [
  ['no vendor', [{}, {}], [json]],
  ['no vendor, and own types', [{}, { produces: [type(3)] }], [type(3)]],
  ['a vendor', [shop, {}], [json, type(1)]],
  ['another vendor', [{ 'x-media-vendor': 'a.b_c-2' }, {}], [json, 'application/vnd.a.b_c-2-v1+json']],
  ['the first version', [shop, { 'x-media-versions': { 1: 'any' } }], [json, type(1)]],
  ['no versions', [shop, { 'x-media-versions': {} }], [json, type(1)]],
  ['a second version', [shop, { 'x-media-versions': { 2: 'int' } }], [json, type(1), type(2)], [1, 2]],
  [
    'versions with gaps, in order',
    [shop, { 'x-media-versions': { 999: 'int', 10: 'int', 1: 'any', 9: 'List[int]' } }],
    [json, type(1), type(9), type(10), type(999)],
    [1, 9, 10, 999],
  ],
  [
    'own types, which are the first version',
    [shop, { produces: ['application/hal+json', json], 'x-media-versions': { 2: 'int' } }],
    ['application/hal+json', json, type(1), type(2)],
    [1, 2],
  ],
  [
    'types of the resource',
    [shop, { 'x-media-versions': { 2: 'int' } }, { produces: ['application/hal+json'] }],
    ['application/hal+json', type(1), type(2)],
    [1, 2],
  ],
  [
    'own types, one of them that of the first version',
    [shop, { produces: [type(1), json] }],
    [type(1), json],
  ],
  [
    'types of another vendor',
    [shop, { produces: ['application/vnd.shops-v2+json'] }],
    ['application/vnd.shops-v2+json', type(1)],
  ],
  ['no content', [shop, { responseClass: 'void' }], []],
  ['no content, and own types', [{}, { responseClass: 'void', produces: [type(1)] }], []],
];
const schema = 'application/schema+json';
test('other forms of a result, and texts as bodies', { tags: ['descriptors'] }, async () => {
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing({
      httpMethod: 'POST',
      responseClass: 'string',
      parameters: [{ paramType: 'body', dataType: 'List[int]', required: true }],
      'x-media-types': { [schema]: 'object' },
      'x-text-types': ['text/csv'],
    }),
    'handlers/thing/read.ts': `import type { Handle } from '#generated/types/thing/read.ts';
import { TextBody } from 'headwater/http';
export const handle: Handle = (_input, body, { mediaType }) => ({
  1: () => (body instanceof TextBody ? body.mediaType + ' ' + body.text : 'items: ' + body.length),
  'application/schema+json': () => ({ mediaType }),
});
`,
  });
  expect((await build(project)).diagnostics).toEqual([]);
  const call = await loadFunction(project, 'thing-read');
  const send = (type: string, body: string | undefined, accept = json) =>
    call({ method: 'POST', url: '/thing', headers: { 'content-type': type, accept }, ...(body && { body }) });
  expect(await send('Text/CSV;charset=utf-8', 'a,b\nä')).toMatchObject({
    status: 201,
    body: 'text/csv a,b\nä',
  });
  expect(await send(json, '[1]')).toMatchObject({ status: 201, body: 'items: 1' });
  expect(await send('text/csv', 'a', schema)).toMatchObject({
    headers: { 'content-type': schema },
    body: { mediaType: schema },
  });
  expect(await send('text/csv', undefined)).toMatchObject({
    status: 400,
    body: { errors: [{ in: 'body' }] },
  });
  expect(await send(json, '["a"]')).toMatchObject({ status: 400, body: { errors: [{ pointer: '/0' }] } });
  expect(await send('text/csv;charset=ebcdic', 'a')).toMatchObject({ status: 415 });
  expect(await send('text/csv', 'a'.repeat(1_048_577))).toMatchObject({ status: 413 });
  expect(await send('text/plain', 'a')).toMatchObject({
    status: 415,
    headers: { accept: `${json}, text/csv` },
  });
  const notUtf8 = { method: 'POST', url: '/thing', headers: { 'content-type': 'text/csv' } };
  expect(await call({ ...notUtf8, body: Buffer.from([0xff]) })).toMatchObject({
    status: 400,
    body: { type: 'urn:problem-type:headwater:malformed_text' },
  });
});

test('JSON may be a text, too, which nothing parses or checks', { tags: ['descriptors'] }, async () => {
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing({
      httpMethod: 'POST',
      responseClass: 'string',
      parameters: [{ paramType: 'body', dataType: 'List[int]', required: true }],
      'x-text-types': [json, 'text/csv'],
    }),
    'handlers/thing/read.ts': `import type { Handle } from '#generated/types/thing/read.ts';
export const handle: Handle = (_input, body) => [body.mediaType, body.damage, body.content, body.text].join(' ');
`,
  });
  expect((await build(project)).diagnostics).toEqual([]);
  const call = await loadFunction(project, 'thing-read');
  const send = (type: string, body: string | Uint8Array) =>
    call({ method: 'POST', url: '/thing', headers: { 'content-type': type }, body });
  for (const type of [json, 'application/problem+json', 'Application/JSON; charset=utf-8'])
    expect(await send(type, '{"a":')).toMatchObject({ status: 201, body: `${json}  {"a": {"a":` });
  expect(await send('application/merge-patch+json', '{}')).toMatchObject({ status: 415 });
  expect(await send(json, '')).toMatchObject({ status: 400, body: { errors: [{ in: 'body' }] } });
  const malformed = { type: 'urn:problem-type:headwater:malformed_json', detail: 'The body is not UTF-8.' };
  expect(await send('application/a+json', Buffer.from([0xff]))).toMatchObject({
    status: 400,
    body: malformed,
  });
  const document = JSON.parse(await readFile(join(project, '.generated/openapi.json'), 'utf8'));
  const [path] = Object.values<{ post?: { requestBody: { content: unknown } } }>(document.paths);
  expect(path?.post?.requestBody.content).toMatchObject({
    [json]: { schema: { type: 'array', items: { type: 'integer', format: 'int32' } } },
    'text/csv': { schema: { type: 'string', minLength: 1 } },
  });
});

for (const [name, [general, operation, rest = {}], produces, versions] of rows) {
  test(`${name}: the offered media types`, async () => {
    const files = {
      'descriptors/api-docs.json': { ...listing, ...general },
      'descriptors/thing.json': thing(operation, rest),
    };
    const descriptors = await readDescriptors(await makeProject(files), 'descriptors');
    const { service, diagnostics } = planService(descriptors);
    expect(diagnostics).toEqual([]);
    const [plan] = service ? operationsOf(service) : [];
    expect(plan?.runtime.produces).toEqual(produces);
    expect(plan?.versions?.map(({ runtime }) => [runtime.version, runtime.mediaType])).toEqual(
      versions?.map((version) => [version, type(version)]),
    );
    const [resource] = service?.resources ?? [];
    const served = resource && servedDeclaration(resource)['apis'];
    // The resource already declares JSON for its operations.
    const isOwn = produces.length > 0 && produces.join() !== json;
    expect(served).toMatchObject([{ operations: [isOwn ? { produces } : {}] }]);
    if (!isOwn) expect(JSON.stringify(served)).not.toContain('produces');
  });
}

test('only the requested version is created', async () => {
  const project = await makeProject({
    'descriptors/api-docs.json': { ...listing, ...shop },
    'descriptors/thing.json': thing({
      responseClass: 'string',
      'x-media-versions': { 2: 'List[string]', 7: 'int' },
      errorResponses: [{ code: 410, reason: 'Gone' }],
    }),
    'handlers/thing/read.ts': `import type { Handle } from '#generated/types/thing/read.ts';
const fail = (): never => {
  throw Object.assign(new Error('The seventh is gone.'), { status: 410 });
};
export const handle: Handle = async () => ({ 1: () => 'a', 2: () => ['b'], 7: fail });
`,
  });
  expect((await build(project)).diagnostics).toEqual([]);
  const read = await loadFunction(project, 'thing-read');
  const get = (accept?: string) =>
    read({ url: '/v1/thing', headers: accept === undefined ? {} : { accept } });
  const answer = (contentType: string, body: unknown) => ({
    status: 200,
    headers: { 'content-type': contentType, vary: 'Accept', link: describedBy('thing') },
    body,
  });
  expect(await get()).toEqual(answer(json, 'a'));
  expect(await get(type(1))).toEqual(answer(type(1), 'a'));
  expect(await get(type(2))).toEqual(answer(type(2), ['b']));
  expect(await get(type(7))).toMatchObject({ status: 410, body: { detail: 'The seventh is gone.' } });
  expect(await get(type(3))).toMatchObject({ status: 406, headers: { vary: 'Accept' } });
});
