/** PATCH of a source with a JSON merge patch (RFC 7396). */

import { expect } from 'vitest';
import { type Call, describeGateways } from './gateways.ts';
import { issues } from './table.ts';

async function makeSource(call: Call): Promise<string> {
  const headers = [['Content-Type', 'application/json']] as const;
  const made = await call({ method: 'POST', target: '/v1/source', headers, body: '{"name":"one"}' });
  return made.headers['location'] ?? '';
}

function patch(call: Call, target: string, body: unknown, type = 'application/merge-patch+json') {
  const headers = [['Content-Type', type]] as const;
  return call({ method: 'PATCH', target, headers, body: JSON.stringify(body) });
}

const patches: readonly [patch: object, source: object][] = [
  [{ name: 'new' }, { name: 'new' }],
  [{ name: null }, { tags: [] }],
  [
    { tags: ['a', 'b'], format: 'csv' },
    { name: 'one', tags: ['a', 'b'], format: 'csv' },
  ],
  [
    { tags: null, format: null },
    { tags: [], format: 'json' },
  ],
  [
    { preprocessors: [{ type: 'set', field: 'a', value: { at: null } }] },
    { preprocessors: [{ type: 'set', field: 'a', value: { at: null } }] },
  ],
];
const refused: readonly [body: unknown, issue: object][] = [
  [{ name: '' }, { pointer: '/name', code: 'min_length' }],
  [{ nam: null }, { pointer: '/nam', code: 'unknown_member' }],
  [{ _id: null }, { pointer: '/_id', code: 'read_only' }],
  [{ preprocessors: [null] }, { pointer: '/preprocessors/0', code: 'type' }],
  [null, { pointer: '', code: 'type' }],
  [[], { pointer: '', code: 'type' }],
];

describeGateways('a merge patch', (test) => {
  for (const [body, source] of patches) {
    test(JSON.stringify(body), async (call) => {
      const target = await makeSource(call);
      const answer = await patch(call, target, body);
      expect(answer).toMatchObject({
        status: 200,
        headers: { etag: '"2"' },
        body: { ...source, revision: 2 },
      });
      expect(Object.hasOwn(answer.body as object, 'name')).toBe('name' in source || !('name' in body));
      expect((await call({ target })).body).toEqual(answer.body);
    });
  }
  test('{} changes nothing', async (call) => {
    const target = await makeSource(call);
    const before = await call({ target });
    const answer = await patch(call, target, {});
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"1"' }, body: { revision: 1 } });
    expect([answer.body, (await call({ target })).body]).toEqual([before.body, before.body]);
  });
  for (const [body, issue] of refused) {
    test(`${JSON.stringify(body)} is refused`, async (call) => {
      const answer = await patch(call, await makeSource(call), body);
      expect(answer).toMatchObject({ status: 400, body: issues(issue) });
    });
  }
  test('may have the type application/json, which clients send by default', async (call) => {
    const target = await makeSource(call);
    const answer = await patch(call, target, { name: null, format: 'csv' }, 'application/json');
    expect(answer).toMatchObject({ status: 200, body: { format: 'csv', revision: 2 } });
    expect(answer.body).not.toHaveProperty('name');
  });
  test('must be JSON', async (call) => {
    const { status, headers } = await patch(call, await makeSource(call), {}, 'text/plain');
    expect([status, headers['accept-patch']]).toEqual([
      415,
      'application/merge-patch+json, application/json',
    ]);
  });
});
