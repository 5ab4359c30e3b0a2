/** Which request ids of a client are accepted, and which ids replace the others. */

import { describe, expect, test } from 'vitest';
import { requestIdsOf } from '../../../../lib/headwater/run/http/request/request-ids.ts';
import { lambdaContext } from '../../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { httpApiEvent } from '../../../support/event.ts';

const made = {
  requestId: '6bc28136-7d5a-4f2e-9f4b-1f3c4a5b6c7d',
  traceparent: '00-6bc281367d5a4f2e9f4b1f3c4a5b6c7d-6bc281367d5a4f2e-00',
};

const idsOf = (headers: Readonly<Record<string, string>>) =>
  requestIdsOf(httpApiEvent({ url: '/', headers }), lambdaContext());

test('without headers both are made of the id of the invocation', () => {
  expect(idsOf({})).toEqual(made);
});

describe('X-Request-Id', () => {
  const rows: readonly [id: string, isTaken: boolean][] = [
    ['a', true],
    ['0', true],
    ['6BC28136-7d5a-4f2e-9f4b-1f3c4a5b6c7d', true],
    ['urn:uuid:1/2+3=~.@_', true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['x'.repeat(8_000), false],
    ['', false],
    [' ', false],
    ['a b', false],
    ['a,b', false],
    ['a;b', false],
    ['a"b', false],
    ['a#b', false],
    ['a?b', false],
    ['a%20b', false],
    ['a\\b', false],
    ['<script>', false],
    ['a\nb', false],
    ['a\n', false],
    ['\u0000', false],
    ['café', false],
    ['${jndi:x}', false],
  ];
  test.each(rows)('%j', (id, isTaken) => {
    expect(idsOf({ 'x-request-id': id })).toEqual({ ...made, requestId: isTaken ? id : made.requestId });
  });
});

describe('traceparent', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const parent = '00f067aa0ba902b7';
  const rows: readonly [traceparent: string, isTaken: boolean][] = [
    [`00-${trace}-${parent}-01`, true],
    [`00-${trace}-${parent}-00`, true],
    [`00-${trace}-${parent}-ff`, true],
    [`00-${'0'.repeat(31)}1-${parent}-01`, true],
    [`00-${trace}-${'0'.repeat(15)}1-01`, true],
    [`00-${'0'.repeat(32)}-${parent}-01`, false],
    [`00-${trace}-${'0'.repeat(16)}-01`, false],
    [`00-${trace}-${parent}-01-`, false],
    [`00-${trace}-${parent}-01-x`, false],
    [`01-${trace}-${parent}-01`, true],
    [`01-${trace}-${parent}-01-what-may-come`, true],
    [`fe-${trace}-${parent}-01`, true],
    [`01-${trace}-${parent}-01x`, false],
    [`01-${trace}-${parent}-01-${'x'.repeat(65)}`, false],
    [`ff-${trace}-${parent}-01`, false],
    [`00-${trace.toUpperCase()}-${parent}-01`, false],
    [`00-${trace}-${parent}-0G`, false],
    [`00-${trace}-${parent}`, false],
    [`00-${trace.slice(1)}-${parent}-01`, false],
    [`00-${trace}0-${parent}-01`, false],
    [`0-${trace}-${parent}-01`, false],
    [` 00-${trace}-${parent}-01`, false],
    [`00-${trace}-${parent}-01,00-${trace}-${parent}-01`, false],
    [`01-${trace}-${parent}-01-a,01-${trace}-${parent}-01`, false],
    ['', false],
  ];
  test.each(rows)('%s', (traceparent, isTaken) => {
    expect(idsOf({ traceparent })).toEqual({
      ...made,
      traceparent: isTaken ? traceparent : made.traceparent,
    });
  });
});

test.each([
  {},
  { headers: null },
  { headers: 'x-request-id' },
  { headers: { 'x-request-id': ['a'], traceparent: 1 } },
])('the malformed event %j has ids', (event) => {
  expect(requestIdsOf(event as never, lambdaContext())).toEqual(made);
});

test('without a context both are random', () => {
  const { requestId, traceparent } = requestIdsOf({}, {});
  expect(requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  expect(idsOf({ traceparent }).traceparent).toBe(traceparent);
});
