/**
 * A test of a project that Node.js itself runs: it needs no test runner, no port and no network, and leaves nothing behind.
 *
 * @module-tag local
 */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { cleanUp } from '../../support/clean-up.ts';
import { writeFiles } from '../../support/project.ts';
import { repository } from '../../support/repository.ts';
import { makeBookmarkProject } from './bookmark-project.ts';
import { runTests } from './run-tests.ts';

/** The second test closes neither of its services: one is never called, and a function of the other one has left a timer. */
const program = `
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '#generated/client.ts';
import { dataOf } from 'headwater/client';
import { testService } from 'headwater/testing';

test('a page that is kept is found', async () => {
  const service = await testService<Client>({ now: '2026-03-01T12:00:00Z' });
  const { client } = service.asUser({ scopes: ['bookmark:read', 'bookmark:write'] });
  const { _id: id, created } = await dataOf(client.bookmark.create({ body: { url: 'https://example.com' } }));
  assert.equal(created, '2026-03-01T12:00:00.000Z');
  assert.deepEqual(await dataOf(client.bookmark.getById({ id })), (await dataOf(client.bookmark.list({}))).hits[0]);
  const refused = await client.bookmark.create({ body: { url: 'example.com' } });
  assert.equal(refused.ok || refused.problem.errors?.[0]?.pointer, '/url');
  await service.close();
});

test('a process ends without it', async () => {
  await testService();
  const service = await testService();
  assert.equal((await service.fetch('/v1/probe/ticking')).status, 200);
  assert.equal((await service.table.items()).length, 0);
});
`;

/** Also in threads. */
const noSockets = `--import=${pathToFileURL(join(repository, 'test/support/no-sockets.ts')).href}`;

test('node --test builds the project, and runs its tests side by side', async () => {
  const folder = await makeBookmarkProject();
  await writeFiles(folder, { 'test/one.test.ts': program, 'test/other.test.ts': program });
  const temporary = await mkdtemp(join(tmpdir(), 'headwater-runs-'));
  cleanUp(() => rm(temporary, { recursive: true, force: true }));
  const before = await readdir(folder);
  const { exitCode, output } = await runTests(folder, ['test/*.test.ts'], {
    TMPDIR: temporary,
    NODE_OPTIONS: noSockets,
  });
  expect(output).toMatch(/^# pass 4$/m);
  expect([exitCode, output]).toEqual([0, expect.not.stringContaining('SOCKET')]);
  expect(await readdir(temporary)).toEqual([]);
  expect(await readdir(folder)).toEqual(['.generated', ...before].toSorted());
});
