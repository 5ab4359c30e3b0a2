/** The descriptors, over HTTP. */

import { expect } from 'vitest';
import { readResourceNames, readServedResources } from '../../support/own-operations.ts';
import { describeGateways } from './gateways.ts';
import { problem, testTable } from './table.ts';

const served = await readServedResources();

testTable('responses of /api-docs.json', [
  ['the listing', { target: '/v1/api-docs.json' }, 200, { swaggerVersion: '1.2', apis: served }],
  ['an ignored query', { target: '/v1/api-docs.json?%ff' }, 200, { swaggerVersion: '1.2' }],
  ['a declaration', { target: '/v1/api-docs.json/source' }, 200, { resourcePath: '/source' }],
  [
    'an unknown resource',
    { target: '/v1/api-docs.json/nope' },
    404,
    { ...problem('not_found'), resources: await readResourceNames() },
  ],
  [
    'an unsupported Accept',
    { target: '/v1/api-docs.json', headers: [['Accept', 'application/xml']] },
    406,
    problem('not_acceptable'),
  ],
]);

describeGateways('descriptors', (test) => {
  test('have the base path of the request', async (call) => {
    for (const target of ['/v1/api-docs.json', '/v1/api-docs.json/source']) {
      const { body } = await call({ target, headers: [['Host', 'things.example.org']] });
      expect((body as { basePath: string }).basePath).toMatch(/^https?:\/\/things\.example\.org\/v1$/);
    }
  });
});
