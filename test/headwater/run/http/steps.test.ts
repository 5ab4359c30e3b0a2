/** Steps in isolation: their use of middy's middlewares, and malformed events. */

import httpJsonBodyParser from '@middy/http-json-body-parser';
import validator from '@middy/validator';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, test, vi } from 'vitest';
import { int32Caster } from '../../../../lib/headwater/run/http/request/casters.ts';
import { castInput } from '../../../../lib/headwater/run/http/steps/cast-input.ts';
import { middyChain } from '../../../../lib/headwater/run/http/steps/chain.ts';
import {
  checkRequest,
  type EventSchema,
  keepErrors,
  type RequestValidator,
} from '../../../../lib/headwater/run/http/steps/check-request.ts';
import { finalizeResponse } from '../../../../lib/headwater/run/http/steps/finalize-response.ts';
import { formatErrors } from '../../../../lib/headwater/run/http/steps/format-errors.ts';
import { negotiate } from '../../../../lib/headwater/run/http/steps/negotiate.ts';
import { type JsonBodyParser, parseJsonBody } from '../../../../lib/headwater/run/http/steps/parse-body.ts';
import { receiveEvent } from '../../../../lib/headwater/run/http/steps/receive-event.ts';
import { respond } from '../../../../lib/headwater/run/http/steps/respond.ts';
import type { RuntimeOperation } from '../../../../lib/headwater/shared/plan/operation-plan.ts';
import { lambdaContext } from '../../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { httpApiEvent } from '../../../support/event.ts';

const operation = {
  id: 'thing-write',
  successStatus: 200,
  produces: ['application/json'],
  links: { describedBy: '/v1/api-docs.json/thing' },
  parameters: [{ name: 'size', place: 'query', cast: 'int32', required: false, isList: false }],
  body: { required: false, maxBytes: 100, mediaTypes: ['application/json'] },
} as const satisfies RuntimeOperation;

const parser = (): JsonBodyParser => httpJsonBodyParser({ disableContentTypeCheck: true });

/** A schema as ajv compiles it, for a body that must be an object. */
const schema: EventSchema & { errors?: EventSchema['errors'] } = (state) => {
  const isObject = typeof Object(state).body === 'object';
  schema.errors = isObject ? null : [{ keyword: 'type', instancePath: '/body', params: { type: 'object' } }];
  return isObject;
};
const check = (): RequestValidator => validator({ eventSchema: keepErrors(schema) });

/** The same middleware, whose hook is asynchronous. */
function inTime<M extends JsonBodyParser | RequestValidator>({ before }: M) {
  return {
    before: async (request: Parameters<NonNullable<M['before']>>[0]) => {
      await new Promise((resolve) => setImmediate(resolve));
      await (before as ((request: unknown) => unknown) | undefined)?.(request);
    },
  };
}

interface Inner {
  readonly jsonBodyParser?: JsonBodyParser;
  readonly requestValidator?: RequestValidator;
}

function functionWith({ jsonBodyParser = parser(), requestValidator = check() }: Inner = {}) {
  const handle = vi.fn((input: unknown, body: unknown, { event }: { event: APIGatewayProxyEventV2 }) => ({
    input,
    body,
    sent: event.body,
  }));
  const handler = middyChain()
    .use(finalizeResponse(operation))
    .use(formatErrors(operation))
    .use(receiveEvent(operation))
    .use(negotiate(operation))
    .use(parseJsonBody(operation, jsonBodyParser))
    .use(castInput(operation, { int32: int32Caster }))
    .use(checkRequest(operation, requestValidator))
    .use(respond(operation))
    .handler(handle);
  return { handle, call: (event: unknown) => handler(event, lambdaContext()) };
}

const post = (body: string, url = '/v1/thing') =>
  httpApiEvent({ method: 'POST', url, headers: { 'content-type': 'application/json' }, body });

const problem = (statusCode: number, members: object) => ({
  statusCode,
  headers: expect.objectContaining({ 'content-type': 'application/problem+json' }),
  body: expect.toSatisfy((text: string) => {
    expect(JSON.parse(text)).toMatchObject({ status: statusCode, ...members });
    return true;
  }),
});

const inners: readonly [name: string, inner: () => Inner][] = [
  ['synchronous hooks', () => ({})],
  ['asynchronous hooks', () => ({ jsonBodyParser: inTime(parser()), requestValidator: inTime(check()) })],
];
describe.each(inners)('middlewares of middy with %s', (_, inner) => {
  test('read and check the request; the event is unchanged', async () => {
    const event = post('{"a":1}', '/v1/thing?size=3');
    const before = structuredClone(event);
    const { body } = await functionWith(inner()).call(event);
    expect(JSON.parse(body)).toEqual({ input: { size: 3 }, body: { a: 1 }, sent: '{"a":1}' });
    expect(event).toEqual(before);
  });

  test('refuse a name that could replace a prototype', async () => {
    const { handle, call } = functionWith(inner());
    const message =
      'must have another name than "__proto__", or "constructor" with a "prototype" (line 1, column 2)';
    const errors = [{ in: 'body', pointer: '/__proto__', code: 'unknown_member', message }];
    expect(await call(post('{"__proto__":{}}'))).toEqual(problem(400, { errors }));
    expect(handle).not.toHaveBeenCalled();
  });

  test('report schema errors together with cast errors', async () => {
    const { handle, call } = functionWith(inner());
    const errors = [
      { in: 'query', name: 'size', code: 'not_an_integer' },
      { in: 'body', pointer: '', code: 'type', message: 'must be an object' },
    ];
    expect(await call(post('5', '/v1/thing?size=x'))).toEqual(problem(400, { errors }));
    expect(handle).not.toHaveBeenCalled();
  });
});

describe('an unexpected error of a middleware', () => {
  const broken = {
    before: async () => {
      throw Object.assign(new Error('no disk'), {
        cause: { package: 'another', data: [{ keyword: 'type' }] },
      });
    },
  };
  test.each([
    ['the parser', { jsonBodyParser: broken }],
    ['the validator', { requestValidator: broken }],
  ])('of %s is a failure of the service', async (_, inner) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    expect(await functionWith(inner).call(post('{}'))).toEqual(problem(500, { title: 'Internal error' }));
    expect(log).toHaveBeenCalledTimes(1);
    log.mockRestore();
  });
});

describe('a malformed event', () => {
  const throwing = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('unreadable');
      },
    },
  );
  const events: readonly unknown[] = [
    null,
    undefined,
    {},
    'text',
    7,
    [],
    { headers: null },
    { body: {}, requestContext: null },
    { gatewayEvent: 5, claim: { release: 1 }, headers: {} },
    { routeKey: 'GET /a/{b}', pathParameters: null, rawPath: 5 },
    throwing,
  ];
  test.each(events.map((event, index) => [index, event] as const))('(%d) returns 500', async (_, event) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const { statusCode, headers } = await functionWith().call(event);
    log.mockRestore();
    expect(statusCode).toBe(500);
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
    });
  });
});
