/** Parameters of a query that no descriptor declares. */

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { describeGateways } from './gateways.ts';
import { issues, testTable } from './table.ts';

const json = ['Content-Type', 'application/json'] as const;
const unknown = (name: string, message: string) => ({
  in: 'query',
  name,
  code: 'unknown_parameter',
  message: expect.stringContaining(message),
});
const none = 'unknown parameter; the query takes none';
const absent = '/v1/source/0123456789abcdef01234567';

testTable('unknown parameters of a query', [
  [
    'limit',
    { target: '/v1/source?limit=5' },
    400,
    issues(unknown('limit', 'expected from, size, query, sort, after, track_total (did you mean size?)')),
  ],
  ['a misspelt name', { target: '/v1/source?sise=5' }, 400, issues(unknown('sise', 'mean size?'))],
  ['another letter case', { target: '/v1/source?Query=a' }, 400, issues(unknown('Query', 'mean query?'))],
  ['a repeated name', { target: '/v1/source?x=1&x=2' }, 400, issues(unknown('x', 'unknown parameter'))],
  [
    'beside other mistakes',
    { target: '/v1/source?limit=5&size=x' },
    400,
    issues({ in: 'query', name: 'size', code: 'not_an_integer' }, unknown('limit', 'mean size?')),
  ],
  [
    'and a condition that would hold',
    { target: '/v1/source?limit=5', headers: [['If-None-Match', '*']] },
    400,
    issues(unknown('limit', 'mean size?')),
  ],
  ['of an item', { target: `${absent}?size=5` }, 400, issues(unknown('size', none))],
  [
    'of a deletion',
    { method: 'DELETE', target: `${absent}?force=true` },
    400,
    issues(unknown('force', none)),
  ],
  [
    'of an operation without parameters',
    {
      method: 'POST',
      target: '/v1/source/suggestion?size=5',
      headers: [['Content-Type', 'text/plain']],
      body: 'a',
    },
    400,
    issues(unknown('size', none)),
  ],
  ['HEAD', { method: 'HEAD', target: '/v1/source?limit=5' }, 400],
  ['of an unknown path', { target: '/v1/nothing?limit=5' }, 404],
  ['of the descriptors, which declare none', { target: '/v1/api-docs.json?v=2' }, 200],
]);

describeGateways('an unknown parameter of a POST', (test) => {
  test('leaves its Idempotency-Key unused', async (call) => {
    const headers = [json, ['Idempotency-Key', randomUUID()] as const];
    const post = { method: 'POST', headers, body: '{"name":"a"}' };
    expect(await call({ ...post, target: '/v1/source?dry_run=true' })).toMatchObject({
      status: 400,
      body: issues(unknown('dry_run', none)),
    });
    expect((await call({ ...post, target: '/v1/source' })).status).toBe(201);
  });
});
