/**
 * Functions under `npm start` that fail, hang, or are called many times at once.
 *
 * @module-tag long
 */

import { beforeAll, expect, test } from 'vitest';
import { copyProject, type LocalService, startLocal } from '../support/local-service.ts';
import { writeFiles } from '../support/project.ts';

const handlers = {
  thread: `import { threadId } from 'node:worker_threads';
export const handle = async () => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return threadId;
};`,
  hang: 'export const handle = () => { for (;;); };',
  forget: `export const handle = () => {
  void Promise.reject(new Error('nobody waits for it'));
  return 'done';
};`,
  exit: 'export const handle = () => { throw new Error("the secret of the handler"); };',
};

const declaration = {
  resourcePath: '/odd',
  apis: Object.keys(handlers).map((nickname) => ({
    path: `/odd/${nickname}`,
    operations: [
      {
        httpMethod: 'GET',
        nickname,
        responseClass: 'any',
        ...(nickname === 'hang' ? { 'x-timeout': 1 } : {}),
      },
    ],
  })),
};

let service: LocalService;

beforeAll(async () => {
  const project = await copyProject();
  const own = Object.entries(handlers).map(([name, text]) => [`handlers/odd/${name}.ts`, text]);
  await writeFiles(project, { 'descriptors/odd.json': declaration, ...Object.fromEntries(own) });
  service = await startLocal(project);
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

test('a rejection that nobody handles does not end the service', async () => {
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await (await service.fetch('/v1/odd/forget')).json()).toBe('done');
});

test('a handler that throws is a problem without its text', async () => {
  const response = await service.fetch('/v1/odd/exit');
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain('secret');
});
