/**
 * Calls that never end: each ends at the limit of its time as on Lambda, when the test aborts it, or when the service is closed.
 *
 * @module-tag local
 */

import { type TestService, type TestServiceOptions, testService } from 'headwater/testing';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeBookmarkProject } from './bookmark-project.ts';

let projectFolder: string;
const started: TestService<unknown>[] = [];

beforeAll(async () => {
  projectFolder = await makeBookmarkProject();
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.close()));
  vi.restoreAllMocks();
});

async function start(options: TestServiceOptions = {}): Promise<TestService<unknown>> {
  const service = await testService({ projectFolder, ...options });
  started.push(service);
  return service;
}

const closed = 'The service of this test is closed.';

const never = () => new Promise<never>(() => undefined);

test('a handler that never settles gets the 504 of its service, and so does one that waits for the network', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const service = await start({ timeout: '1s', fetch: never });
  const answers = await Promise.all(
    ['hanging', 'remote'].map(async (name) => {
      const response = await service.fetch(`/v1/probe/${name}`);
      return [response.status, Object(await response.json()).type];
    }),
  );
  expect(answers).toEqual(Array(2).fill([504, 'urn:problem-type:headwater:timeout']));
  // More calls than instances.
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async () => (await service.fetch('/v1/probe/hanging')).status),
  );
  expect(statuses).toEqual(Array(6).fill(504));
  expect((await service.fetch('/v1/probe/times')).status).toBe(200);
});

test('a schedule that never settles ends with an error', async () => {
  const service = await start({ timeout: '1s' });
  await expect(service.invoke('probe-stuck')).rejects.toThrow('probe-stuck has failed');
  expect(JSON.stringify(service.logs)).toContain('longer than the function may run');
  expect(await service.invoke('probe-sweep')).toBeNull();
});

test('a handler that blocks its thread ends, too, and the next call has another one', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const service = await start({ timeout: '1s' });
  expect((await service.fetch('/v1/probe/blocking')).status).toBe(500);
  const message = 'probe-blocking: Task timed out after 1.00 seconds, and blocked its thread.';
  expect(JSON.stringify(service.logs)).toContain(message);
  expect((await service.fetch('/v1/probe/times')).status).toBe(200);
  await expect(service.invoke('probe-busy')).rejects.toThrow('probe-busy: Task timed out after 1.00 seconds');
});

test('close ends calls in progress, which say so', async () => {
  const service = await start();
  const other = await start();
  expect((await service.fetch('/v1/probe/times')).status).toBe(200);
  const calls = [
    service.fetch('/v1/probe/hanging'),
    service.invoke('probe-stuck'),
    service.invoke('probe-busy'),
  ];
  const ends = Promise.allSettled(calls);
  await service.close();
  await service.close();
  expect((await ends).map((end) => 'reason' in end && end.reason.message)).toEqual(Array(3).fill(closed));
  expect((await other.fetch('/v1/probe/times')).status).toBe(200);
});

test('a closed service says so, however it is called', async () => {
  const service = await start();
  const user = service.asUser();
  await service.close();
  await expect(service.fetch('/v1/probe/times')).rejects.toThrow(closed);
  await expect(service.fetch('/v1/nothing')).rejects.toThrow(closed);
  await expect(user.fetch('/v1/bookmark')).rejects.toThrow(closed);
  await expect(service.withKey()).rejects.toThrow(closed);
  await expect(service.table.client()).rejects.toThrow(closed);
});

test('a test may abort a call in progress', async () => {
  const service = await start();
  const reason = new Error('no longer needed');
  const aborting = new AbortController();
  const call = service.fetch('/v1/probe/hanging', { signal: aborting.signal });
  setTimeout(() => aborting.abort(reason), 10);
  await expect(call).rejects.toThrow(reason);
  await expect(service.fetch('/v1/probe/hanging', { signal: AbortSignal.timeout(10) })).rejects.toThrow(
    /timeout/,
  );
});

test.each([[0], ['999ms'], ['16m'], [-1]])('a function cannot have the timeout %j', async (timeout) => {
  await expect(testService({ projectFolder, timeout })).rejects.toThrow(TypeError);
});
