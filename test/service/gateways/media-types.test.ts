/** The Content-Type of responses. */

import { expect } from 'vitest';
import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { describeGateways } from './gateways.ts';
import { accept, v1, v2 } from './negotiated.ts';

const json = [['Content-Type', 'application/json']] as const;

const rows: readonly [name: string, request: RawRequest, type: string | undefined][] = [
  ['a list', { target: '/v1/source?size=0' }, 'application/json'],
  ['a source', { method: 'POST', target: '/v1/source', headers: json, body: '{}' }, 'application/json'],
  ['a list of version 2', { target: '/v1/source?size=0', headers: accept(v2) }, v2],
  ['a list of version 1', { target: '/v1/source?size=0', headers: accept(v1) }, v1],
  ['a descriptor', { target: '/v1/api-docs.json' }, 'application/json'],
  ['a problem', { target: '/v1/source/a' }, 'application/problem+json'],
];
describeGateways('media types of responses', (test) => {
  for (const [name, request, type] of rows) {
    test(name, async (call) => {
      expect((await call(request)).headers['content-type']).toBe(type);
    });
  }
});
