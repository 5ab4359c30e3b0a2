/** Compressed pushes, as gateways pass them on. */

import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { HttpAnswer } from '../../headwater/run/gateways/client.ts';
import { type Call, describeGateways } from './gateways.ts';
import { problem } from './table.ts';

const records = Array.from({ length: 50 }, (_, n) => ({ n, text: `Zürich 😀 ${randomUUID()}` }));
const lines = records.map((record) => JSON.stringify(record)).join('\n');

async function create(call: Call, resource: string, body: object): Promise<string> {
  const headers = [['Content-Type', 'application/json']] as const;
  const target = `/v1/${resource}`;
  const answer = await call({ method: 'POST', target, headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(201);
  return (answer.body as { _id: string })._id;
}

const openStream = async (call: Call) => create(call, 'stream', { source: await create(call, 'source', {}) });

const push = (call: Call, stream: string, type: string, body: Uint8Array) =>
  call({
    method: 'POST',
    target: `/v1/stream/${stream}/record`,
    headers: [
      ['Content-Type', type],
      ['Content-Encoding', 'gzip'],
    ],
    body,
  });

async function documents(call: Call, stream: string): Promise<unknown[]> {
  const { body } = await call({ target: `/v1/stream/${stream}/record?size=500` });
  return (body as { hits: { document: unknown }[] }).hits.map(({ document }) => document);
}

const detailOf = ({ body }: HttpAnswer) => Object(body).detail;

describeGateways('compressed bodies', (test) => {
  test('of NDJSON are stored as they were', async (call) => {
    const stream = await openStream(call);
    const answer = await push(call, stream, 'application/x-ndjson', gzipSync(lines));
    expect(answer).toMatchObject({ status: 201, body: { stored: 50 } });
    expect(await documents(call, stream)).toEqual(records);
  });

  test('that unpack to more than 4 MiB are refused', async (call) => {
    const stream = await openStream(call);
    const answer = await push(call, stream, 'application/x-ndjson', gzipSync('x'.repeat(5_000_000)));
    expect(answer).toMatchObject({ status: 413, body: problem('content_too_large') });
    expect(await documents(call, stream)).toEqual([]);
  });

  test('that are cut off are refused', async (call) => {
    const stream = await openStream(call);
    const answer = await push(call, stream, 'application/x-ndjson', gzipSync(lines).subarray(0, 500));
    expect(answer.status).toBe(400);
    expect(await documents(call, stream)).toEqual([]);
  });

  test('of JSON, which the gateway has made text, are refused', async (call) => {
    const stream = await openStream(call);
    const answer = await push(call, stream, 'application/json', gzipSync(JSON.stringify(records)));
    expect(answer).toMatchObject({ status: 415, body: problem('unsupported_media_type') });
    expect(detailOf(answer)).toBe(
      'The gateway has made text of the compressed body, as it does with application/json; send NDJSON as application/x-ndjson, or the body as it is.',
    );
    expect(await documents(call, stream)).toEqual([]);
  });
});
