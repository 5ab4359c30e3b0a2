/**
 * Functions under `npm start` that fail, hang, or are called many times at once, over both gateways.
 *
 * @module-tag local
 */

import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../support/local-process.ts';
import { copyProjectWith, type LocalService, startLocal } from '../../../support/local-service.ts';

const handlers = {
  thread: `import { threadId } from 'node:worker_threads';
export const handle = async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return threadId;
};`,
  hang: 'export const handle = () => { for (;;); };',
  // In their limits, others are answered, even if the machine is busy: these block their threads without work for the cores.
  block: 'export const handle = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  end: 'export const handle = () => process.exit(1);',
  load: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\nexport const handle = () => 1;',
  forget: `export const handle = () => {
  void Promise.reject(new Error('nobody waits for it'));
  return 'done';
};`,
  exit: 'export const handle = () => { throw new Error("the secret of the handler"); };',
};

const timeouts: Readonly<Record<string, number>> = { hang: 1, block: 15, load: 1 };

const declaration = {
  resourcePath: '/odd',
  apis: Object.keys(handlers).map((nickname) => ({
    path: `/odd/${nickname}`,
    operations: [
      {
        httpMethod: 'GET',
        nickname,
        responseClass: 'any',
        ...(timeouts[nickname] ? { 'x-timeout': timeouts[nickname] } : {}),
      },
    ],
  })),
};

describe.each(['offline', 'strict'])('over the gateway %s', (gateway) => {
  let service: LocalService;

  beforeAll(async () => {
    const own = Object.entries(handlers).map(([name, text]) => [`handlers/odd/${name}.ts`, text]);
    const project = await copyProjectWith({
      'descriptors/odd.json': declaration,
      ...Object.fromEntries(own),
    });
    service = await startLocal(project, ['--gateway', gateway]);
  });

  test('60 requests at once share four threads', async () => {
    const responses = await Promise.all(Array.from({ length: 60 }, () => service.fetch('/v1/odd/thread')));
    expect(responses.map(({ status }) => status)).toEqual(Array(60).fill(200));
    const threads = new Set(await Promise.all(responses.map((response) => response.json())));
    expect(threads.size).toBeLessThanOrEqual(4);
  });

  test('a function whose time runs out gets the response of AWS, and serves again', async () => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const response = await service.fetch('/v1/odd/hang');
      expect(response.status).toBe(500);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await response.text()).toBe('{"message":"Internal Server Error"}');
    }
  });

  test('requests are answered while as many others hang as a function has threads', async () => {
    const ended: string[] = [];
    const call = async (nickname: string) => {
      const { status } = await service.fetch(`/v1/odd/${nickname}`);
      ended.push(`${nickname} ${status}`);
    };
    const hanging = Array.from({ length: 4 }, () => call('block'));
    await Promise.all([call('thread'), call('forget')]);
    expect(ended.toSorted()).toEqual(['forget 200', 'thread 200']);
    await Promise.all(hanging);
    expect(ended.slice(2)).toEqual(Array(4).fill('block 500'));
    expect(service.output()).toContain('odd-block timed out');
  });

  test('a function that ends its process is called anew', async () => {
    expect((await service.fetch('/v1/odd/end')).status).toBe(500);
    expect((await service.fetch('/v1/odd/thread')).status).toBe(200);
  });

  test('a function that hangs while it is loaded holds up no other', async () => {
    const loading = service.fetch('/v1/odd/load');
    expect((await service.fetch('/v1/odd/thread')).status).toBe(200);
    expect((await loading).status).toBe(500);
  });

  test('a rejection that nobody handles does not end the service', async () => {
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await (await service.fetch('/v1/odd/forget')).json()).toBe('done');
  });

  test('a handler that throws is a problem without its text', async () => {
    const response = await service.fetch('/v1/odd/exit');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    const stack = /^Error: the secret of the handler\n {4}at handle \(handlers\/odd\/exit\.ts:1:37\)$/m;
    await until(() => stack.test(service.output()), service.output);
  });
});
