/**
 * Paths declared with a trailing slash, which are not routes of the gateway.
 *
 * @module-tag local
 */

import { expect } from 'vitest';
import { describeGateways } from './gateways.ts';
import { problem } from './table.ts';

const json = [['Content-Type', 'application/json']] as const;

describeGateways(
  'a declared trailing slash',
  (test) => {
    for (const target of ['/v1/slash/', '/v1/slash']) {
      test(`POST ${target}`, async (call) => {
        const { status, body, headers } = await call({
          method: 'POST',
          target,
          headers: json,
          body: '{"a":1}',
        });
        expect({ status, body }).toEqual({ status: 201, body: { created: { a: 1 } } });
        expect(headers['link']).toBe('</v1/api-docs.json/slash>; rel="describedby"; type="application/json"');
      });
      test(`POST ${target} without its body`, async (call) => {
        const { status, body } = await call({ method: 'POST', target });
        expect({ status, body }).toMatchObject({ status: 400, body: problem('invalid_request') });
      });
      test(`OPTIONS ${target}`, async (call) => {
        const { status, headers } = await call({ method: 'OPTIONS', target });
        expect([status, headers['allow']]).toEqual([204, 'POST, OPTIONS']);
      });
      test(`DELETE ${target}`, async (call) => {
        const { status, headers } = await call({ method: 'DELETE', target });
        expect([status, headers['allow']]).toEqual([405, 'POST, OPTIONS']);
      });
    }
    for (const target of ['/v1/slash/Ada/', '/v1/slash/Ada', '/v1/slash/Ada/?x=/']) {
      test(`GET ${target}`, async (call) => {
        const { status, body } = await call({ target });
        expect({ status, body }).toEqual({ status: 200, body: { name: 'Ada', rawPath: '/v1/slash/Ada' } });
      });
      test(`HEAD ${target}`, async (call) => {
        const { status, text } = await call({ method: 'HEAD', target });
        expect({ status, text }).toEqual({ status: 200, text: '' });
      });
    }
    test('a variable is decoded once', async (call) => {
      const { status, body } = await call({ target: '/v1/slash/%C3%A4%20%2541/' });
      expect({ status, body }).toMatchObject({ status: 200, body: { name: 'ä %41' } });
    });
    for (const target of ['/v1/slash//', '/v1/slash/Ada//', '/v1/source/', '/v1/slash/Ada/b/']) {
      test(`GET ${target}, which is not declared`, async (call) => {
        expect((await call({ target })).status).toBe(404);
      });
    }
  },
  'cors',
);
