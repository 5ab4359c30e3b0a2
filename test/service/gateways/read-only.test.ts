/** Sending a source back unchanged, over HTTP. */

import { expect } from 'vitest';
import { type Call, describeGateways } from './gateways.ts';
import { issues } from './table.ts';

const types = { PUT: 'application/json', PATCH: 'application/merge-patch+json', POST: 'application/json' };

function send(call: Call, method: keyof typeof types, target: string, content: object) {
  const headers = [['Content-Type', types[method]]] as const;
  return call({ method, target, headers, body: JSON.stringify(content) });
}

async function readNew(call: Call): Promise<{ readonly target: string; readonly source: object }> {
  const made = await send(call, 'POST', '/v1/source', {
    name: 'a/b~c',
    preprocessors: [{ type: 'trim', field: 'a' }],
  });
  const target = made.headers['location'] ?? '';
  return { target, source: (await call({ target })).body as object };
}

describeGateways('what the service sets', (test) => {
  for (const method of ['PUT', 'PATCH'] as const) {
    test(`${method} takes it back as it was read`, async (call) => {
      const { target, source } = await readNew(call);
      const answer = await send(call, method, target, { ...source, name: 'b' });
      expect(answer).toMatchObject({ status: 200, body: { name: 'b', revision: 2 } });
    });
    test(`${method} refuses what has changed`, async (call) => {
      const { target, source } = await readNew(call);
      expect(await send(call, method, target, { ...source, revision: 2, created: null })).toMatchObject({
        status: 400,
        body: issues({ pointer: '/created', code: 'read_only' }, { pointer: '/revision', code: 'read_only' }),
      });
      expect((await call({ target })).body).toEqual(source);
    });
  }
  test('POST does not take it', async (call) => {
    expect(await send(call, 'POST', '/v1/source', { _id: '0123456789abcdef01234567' })).toMatchObject({
      status: 400,
      body: issues({ pointer: '/_id', code: 'read_only' }),
    });
  });
});
