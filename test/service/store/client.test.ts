/** The client that functions use, with databases that stall, close connections or throttle. */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InvocationTime } from '../../../lib/headwater/data/store/invocation-time.ts';

type Answer = (socket: Socket) => void;

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: 1000\r\n\r\n';
const throttling = '{"__type":"com.amazon.coral.availability#ThrottlingException","message":"slow down"}';

function trickle(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.once('close', () => clearInterval(timer));
}

/** Sends a byte now and then, so only a limit on the whole request ends it. */
const trickleHeaders: Answer = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\n');
  trickle(socket, 'x-more: to come\r\n');
};
/** Sends complete headers, and then its body byte by byte. */
const trickleBody: Answer = (socket) => {
  socket.write(`${head}{`);
  trickle(socket, ' ');
};
const stopInBody: Answer = (socket) => socket.write(`${head}{"It`);
const endInBody: Answer = (socket) => socket.end(`${head}{"It`);
const sayNothing: Answer = () => undefined;
const endAtOnce: Answer = (socket) => socket.end();
const throttle: Answer = (socket) =>
  socket.write(`HTTP/1.1 400 Bad Request\r\ncontent-length: ${throttling.length}\r\n\r\n${throttling}`);

let end: (() => void)[];

beforeEach(() => {
  end = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const step of end) step();
});

/** A database with one of these responses per request, and the client of a new container. */
async function serve(answers: readonly Answer[]) {
  const sockets = new Set<Socket>();
  const requests: Socket[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    // An aborted request may reset the connection.
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.on('data', () => {
      const answer = answers[requests.push(socket) - 1];
      server.emit('asked');
      answer?.(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.resetModules();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: 'test',
  });
  const { containerDatabase } = await import('../../../lib/headwater/data/store/container-database.ts');
  const { getDocument } = await import('../../../lib/headwater/data/documents.ts');
  const { sources } = await import('../../../lib/service/sources/sources.ts');
  const { client } = containerDatabase();
  expect(containerDatabase().client).toBe(client);
  end.push(() => {
    client.destroy();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const get = (time: InvocationTime) =>
    getDocument(sources({ ...time, owner: 'public' }), 'a').catch((reason: unknown) => reason);
  return { get, requests, sockets, asked: () => once(server, 'asked') };
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

function timeOf(remainingMs: number): InvocationTime & { abort(): void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    lambda: { getRemainingTimeInMillis: () => remainingMs },
    abort: () => controller.abort(),
  };
}

/** The next attempt starts only after the previous one was aborted. */
test.each([
  ['trickles, stops or never starts', [trickleHeaders, stopInBody, sayNothing]],
  ['trickles or is truncated', [trickleBody, endInBody, trickleBody]],
  ['is lost to closed connections', [endAtOnce, endAtOnce, endAtOnce]],
])(
  'a response that %s is aborted; after three attempts the database is unavailable',
  async (_name, answers) => {
    const { get, requests, sockets } = await serve(answers);
    expect(await get(timeOf(1_000))).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '1' } });
    expect(requests).toHaveLength(3);
    await Promise.all([...sockets].map(closed));
  },
);

test('a throttled request is sent three times', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.01);
  const { get, requests } = await serve([throttle, throttle, throttle]);
  expect(await get(timeOf(10_000))).toMatchObject({ code: 'unavailable' });
  expect(requests).toHaveLength(3);
});

/** Whether each attempt was refused, so that the request never will be carried out. */
test.each([
  ['each attempt is throttled', [throttle, throttle, throttle], true],
  ['an attempt gets no response', [endAtOnce, throttle, throttle], false],
  ['the last attempt gets no response', [throttle, throttle, endAtOnce], false],
])('when %s, it is known whether the request was refused', async (_name, answers, isKnown) => {
  vi.spyOn(Math, 'random').mockReturnValue(0.01);
  const { get } = await serve(answers);
  const { isRefused } = await import('../../../lib/headwater/data/store/aws-errors.ts');
  expect(isRefused(await get(timeOf(10_000)))).toBe(isKnown);
});

test.each([
  ['no response comes', sayNothing],
  ['headers never end', trickleHeaders],
  ['a body never ends', trickleBody],
])('a deadline ends the wait at once while %s, and the connection with it', async (_name, answer) => {
  const { get, requests, sockets, asked } = await serve([answer]);
  const time = timeOf(10_000);
  const result = get(time);
  await asked();
  await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.write('', resolve))));
  const allClosed = Promise.all([...sockets].map(closed));
  time.abort();
  expect(await result).toMatchObject({ code: 'timeout', status: 504, headers: { 'retry-after': '5' } });
  await allClosed;
  expect(requests).toHaveLength(1);
});

test('a deadline during the pause between attempts ends the pause at once', async () => {
  const { promise: paused, resolve: pauses } = Promise.withResolvers<void>();
  // The pause is random, and drawn here in milliseconds.
  vi.spyOn(Math, 'random').mockImplementation(() => {
    pauses();
    return 0.999;
  });
  const { get, requests } = await serve([throttle]);
  const time = timeOf(10_000);
  let settled: unknown;
  const result = get(time).then((error) => {
    settled = error;
  });
  await paused;
  await turn();
  expect(settled).toBeUndefined();
  time.abort();
  await turn();
  expect(settled).toMatchObject({ code: 'timeout' });
  await result;
  expect(requests).toHaveLength(1);
});

test('an invocation past its deadline sends nothing and does not affect the next one', async () => {
  const { get, requests } = await serve([endAtOnce, throttle]);
  const late = timeOf(100);
  late.abort();
  expect(await get(late)).toMatchObject({ code: 'timeout' });
  expect(requests).toHaveLength(0);
  vi.spyOn(Math, 'random').mockReturnValue(0.01);
  // Long enough for all attempts on a busy machine.
  expect(await get(timeOf(10_000))).toMatchObject({ code: 'unavailable' });
  expect(requests).toHaveLength(3);
});
