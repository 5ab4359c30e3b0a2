/**
 * Real formats: each folder of test/service/log-formats has a source, records as programs write them, made for this
 * project, and the documents that a push stores of them.
 *
 * @module-tag streams
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { repository } from '../../support/repository.ts';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

const folder = join(repository, 'test/service/log-formats');
const formats = readdirSync(folder);
const types = { log: 'text/plain', ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;

let service: StreamFunctions;

// A time without a year is in the newest year in which it is at most a day ahead of the push.
beforeAll(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 24), toFake: ['Date'] });
  service = await streamFunctions(['stream-push', 'stream-listRecords', 'stream-listFailures']);
});

afterAll(() => {
  vi.useRealTimers();
});

test('there are 30 formats or more', () => {
  expect(formats.length).toBeGreaterThanOrEqual(30);
});

test.each(formats)('%s', async (name) => {
  const path = (file: string) => join(folder, name, file);
  const file = readdirSync(join(folder, name)).find((one) => one.startsWith('records.')) ?? '';
  const type = types[file.split('.').at(-1) as keyof typeof types];
  const source = await service.makeSource(JSON.parse(readFileSync(path('source.json'), 'utf8')));
  const id = await service.makeStream({ source });
  const body = readFileSync(path(file), 'utf8');
  const pushed = await service.call('stream-push', { id, body, headers: { 'content-type': type } });
  expect(pushed).toMatchObject({ status: 201 });
  const { body: failures } = await service.call('stream-listFailures', { id });
  expect(Object(failures).hits).toEqual([]);
  const { body: page } = await service.call('stream-listRecords', { id });
  const documents = Object(page).hits.map(({ document }: { document: unknown }) => document);
  expect(documents).toEqual(JSON.parse(readFileSync(path('documents.json'), 'utf8')));
});
