/** Idempotency-Key of POST /source, over HTTP. */

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { RawRequest } from '../../headwater/run/gateways/client.ts';
import { largePreprocessors } from '../support/large-preprocessors.ts';
import { type Call, describeGateways } from './gateways.ts';
import { issues, problem } from './table.ts';

const json = ['Content-Type', 'application/json'] as const;

const post = (keys: readonly string[], body: unknown = {}): RawRequest => ({
  method: 'POST',
  target: '/v1/source',
  headers: [json, ...keys.map((key) => ['Idempotency-Key', key] as const)],
  body: JSON.stringify(body),
});

/** The response without headers of the connection, the time and the request. */
async function answerOf(call: Call, request: RawRequest) {
  const { status, headers, text } = await call(request);
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...others } = headers;
  // The last one is of the gateway.
  const { 'x-request-id': _id, traceparent: _trace, 'apigw-requestid': _gatewayId, ...rest } = others;
  return { status, headers: rest, text };
}

const idOf = ({ text }: { readonly text: string }): string => JSON.parse(text)._id;

async function totalOf(call: Call, tag: string): Promise<number> {
  const { body } = await call({ target: `/v1/source?size=0&query=${tag}` });
  return (body as { total: number }).total;
}

describeGateways('a key', (test) => {
  test('gives many requests one source and one response', async (call) => {
    const [key, tag] = [randomUUID(), randomUUID()];
    const request = post([key], { name: 'Łódź 😀', tags: [tag] });
    const first = await answerOf(call, request);
    expect(first).toMatchObject({
      status: 201,
      headers: { location: `/v1/source/${idOf(first)}`, etag: '"1"' },
    });
    expect(await answerOf(call, request)).toEqual(first);
    await call({ ...request, method: 'PUT', target: `/v1/source/${idOf(first)}` });
    expect(await answerOf(call, request)).toEqual(first);
    expect(await totalOf(call, tag)).toBe(1);
  });

  test('repeats its response after the source is deleted', async (call) => {
    const request = post([randomUUID()]);
    const first = await answerOf(call, request);
    await call({ method: 'DELETE', target: `/v1/source/${idOf(first)}` });
    expect(await answerOf(call, request)).toEqual(first);
    expect((await call({ target: `/v1/source/${idOf(first)}` })).status).toBe(404);
  });

  test('that is absent creates a source per request', async (call) => {
    const tag = randomUUID();
    await call(post([], { tags: [tag] }));
    await call(post([], { tags: [tag] }));
    expect(await totalOf(call, tag)).toBe(2);
  });

  test('belongs to one body', async (call) => {
    const [key, tag] = [randomUUID(), randomUUID()];
    await call(post([key]));
    const answer = await call(post([key], { tags: [tag] }));
    expect(answer).toMatchObject({ status: 422, body: problem('idempotency_key_reused') });
    expect(await totalOf(call, tag)).toBe(0);
  });

  test('of a refused request can be used again', async (call) => {
    const key = randomUUID();
    expect((await call(post([key], { name: 1 }))).status).toBe(400);
    expect((await call(post([key], { name: 'a' }))).status).toBe(201);
  });

  test('is distinguished by letter case and quotes', async (call) => {
    const key = `a${randomUUID()}`;
    const first = await answerOf(call, post([key]));
    expect(idOf(await answerOf(call, post([key.toUpperCase()])))).not.toBe(idOf(first));
    expect(idOf(await answerOf(call, post([`"${key}"`])))).not.toBe(idOf(first));
  });

  test('of 64 visible characters is valid, without the white space around it', async (call) => {
    const key = `${randomUUID()}!#$%&'()*+-./:;<=>?@[\\]^`;
    expect(key).toHaveLength(60);
    const first = await answerOf(call, post([`${key}~~~~`]));
    expect(first.status).toBe(201);
    expect(await answerOf(call, post([`  ${key}~~~~\t`]))).toEqual(first);
  });

  const refused = (code: string) => ({
    status: 400,
    body: issues(expect.objectContaining({ in: 'header', name: 'Idempotency-Key', code })),
  });
  test('of 65 characters is refused', async (call) => {
    expect(await call(post(['x'.repeat(65)]))).toMatchObject(refused('max_length'));
  });
  test('with a space is refused', async (call) => {
    expect(await call(post(['a b']))).toMatchObject(refused('pattern'));
  });
  test('with a character beyond ASCII is refused', async (call) => {
    expect(await call(post(['caf\u00e9']))).toMatchObject(refused('pattern'));
  });
  test('that is empty is refused', async (call) => {
    expect(await call(post(['']))).toMatchObject(refused('min_length'));
  });
  test('is refused together with all other issues', async (call) => {
    const answer = await call(post(['a b'], { name: 1 }));
    expect(answer.body).toMatchObject({ errors: [{ in: 'header' }, { in: 'body', pointer: '/name' }] });
  });

  test('keeps a response of any size', async (call) => {
    const tag = randomUUID();
    const request = post([randomUUID()], {
      tags: [tag],
      preprocessors: largePreprocessors(162_000, '"€'),
    });
    const first = await answerOf(call, request);
    expect(first.status).toBe(201);
    expect(await answerOf(call, request)).toEqual(first);
    expect(await totalOf(call, tag)).toBe(1);
  });

  test('gives concurrent requests one source', async (call) => {
    const tag = randomUUID();
    const request = post([randomUUID()], { tags: [tag] });
    const answers = await Promise.all(Array.from({ length: 20 }, () => answerOf(call, request)));
    const done = answers.filter(({ status }) => status === 201);
    const running = answers.filter(({ status }) => status === 409);
    expect(done.length + running.length).toBe(answers.length);
    expect(new Set(running.map(({ headers }) => headers['retry-after']))).toEqual(
      new Set(running.length > 0 ? ['1'] : []),
    );
    const last = await answerOf(call, request);
    expect(done).toEqual(done.map(() => last));
    expect(await totalOf(call, tag)).toBe(1);
  });
});
