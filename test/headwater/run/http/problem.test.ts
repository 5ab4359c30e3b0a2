import fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemResponse } from '../../../../lib/headwater/run/http/response/problem.ts';
import { ServiceError } from '../../../../lib/headwater/shared/errors.ts';

const internal = { type: 'urn:problem-type:headwater:internal_error', title: 'Internal error', status: 500 };
const fixed = {
  ...internal,
  detail: 'The service failed. The failure was logged.',
};
const cyclic: Record<string, unknown> = { status: 418, name: 'ring' };
cyclic.self = cyclic;

const rows: readonly [name: string, thrown: unknown, want: object][] = [
  ['a string', 'out of cheese', { ...internal, detail: 'out of cheese' }],
  [
    'an object with a status',
    { status: 409, allowed: [] },
    { type: 'about:blank', title: 'Conflict', status: 409, allowed: [] },
  ],
  ['an object without a status', { reason: 'x' }, { ...internal, reason: 'x' }],
  ['an object with a success status', { status: 200 }, internal],
  ['an object with a text as status', { status: '404' }, internal],
  [
    'an object with problem members',
    { status: 404, type: 'urn:x', title: 'Gone', detail: 'd' },
    { type: 'urn:x', title: 'Gone', status: 404, detail: 'd' },
  ],
  [
    'an object with an instance',
    { status: 404, instance: '/orders/7' },
    { type: 'about:blank', title: 'Not Found', status: 404, instance: '/orders/7' },
  ],
  [
    'an object whose instance is not a string',
    { status: 404, instance: 7 },
    { type: 'about:blank', title: 'Not Found', status: 404 },
  ],
  [
    'an object whose type is not a string',
    { status: 404, type: 1, title: null },
    { type: 'about:blank', title: 'Not Found', status: 404 },
  ],
  ['an Error', new Error('password is hunter2'), fixed],
  [
    'an Error with a status',
    Object.assign(new Error('no such bed'), { status: 404, secret: 1 }),
    { type: 'about:blank', title: 'Not Found', status: 404, detail: 'no such bed' },
  ],
  [
    'an Error with a status of 500 or more',
    Object.assign(new Error('inner'), { status: 503 }),
    { ...fixed, type: 'about:blank', title: 'Service Unavailable', status: 503 },
  ],
  [
    'a ServiceError',
    new ServiceError('not_found', 'There is no source x.'),
    {
      type: 'urn:problem-type:headwater:not_found',
      title: 'Not found',
      status: 404,
      detail: 'There is no source x.',
    },
  ],
  ['null', null, fixed],
  ['undefined', undefined, fixed],
  ['a number', 404, fixed],
  ['a BigInt', 10n, fixed],
  ['a symbol', Symbol('s'), fixed],
  ['a function', () => 1, fixed],
  [
    'a cyclic object',
    cyclic,
    { type: 'about:blank', title: "I'm a Teapot", status: 418, name: 'ring', self: '[circular]' },
  ],
  [
    'an object with a BigInt',
    { status: 400, count: 10n, when: new Date(0), not: undefined },
    { type: 'about:blank', title: 'Bad Request', status: 400, count: '10', when: '1970-01-01T00:00:00.000Z' },
  ],
  [
    'an object that throws',
    {
      get status(): never {
        throw new Error('gotcha');
      },
    },
    fixed,
  ],
  ['an array', ['a'], { ...internal, 0: 'a' }],
];

test.each(rows)('%s', (_name, thrown, want) => {
  const { statusCode, headers, body } = problemResponse(thrown, 'id');
  expect(JSON.parse(body ?? '')).toEqual({ instance: 'urn:request:headwater:id', ...want });
  expect(statusCode).toBe((want as { status: number }).status);
  expect(headers['content-type']).toBe('application/problem+json');
});

test('any thrown value becomes a valid problem', () => {
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withSparseArray: true,
      }),
      (thrown) => {
        const { statusCode, body } = problemResponse(thrown, 'id');
        const problem = JSON.parse(body ?? '');
        expect(problem.status).toBe(statusCode);
        expect(statusCode).toBeGreaterThanOrEqual(400);
        for (const member of ['type', 'title', 'instance']) expect(typeof problem[member]).toBe('string');
      },
    ),
    { seed: 20260101 },
  );
});
