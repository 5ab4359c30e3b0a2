/** `POST /source/suggestion`, as it ships: of a body, a text, a sample, and the records and failures of a stream. */

import { beforeAll, expect, test, vi } from 'vitest';
import { type StreamFunctions, streamFunctions } from '../support/stream-functions.ts';

const lines = Array.from(
  { length: 12 },
  (_, index) => `2026-01-02 10:00:${10 + index} 10.0.0.${index} INFO ready ${index}`,
);
const records = lines.map((message) => ({ message }));
const types = ['grok', 'date', 'remove'];
let functions: StreamFunctions;

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  functions = await streamFunctions(['stream-push', 'source-putSample', 'source-suggest']);
});

const suggestFor = (body: unknown, headers?: Record<string, string>) =>
  functions.call('source-suggest', { body, ...(headers ? { headers } : {}) });
const idOf = ({ body }: { body: unknown }) => String(Object(body)._id);
const make = async (source: object) => idOf(await functions.call('source-create', { body: source }));
const typesOf = ({ body }: { body: unknown }) =>
  Object(body).suggestion.preprocessors.map(({ type }: { type: string }) => type);

test('the lines of a body, with fields, reasons and alternatives', async () => {
  const answer = await suggestFor({ text: lines.join('\n') });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      suggestion: {
        format: 'text',
        records: 12,
        parsed: 1,
        reasons: ['Most lines have the same columns.'],
        guesses: ['source.ip', 'log.level'],
      },
      alternatives: [{ preprocessors: [] }],
    },
  });
  expect(Object(answer.body).suggestion.fields).toContainEqual({
    path: 'log.level',
    type: 'text',
    count: 12,
    examples: ['INFO'],
  });
  const text = { body: lines.join('\n'), headers: { 'content-type': 'text/plain' } };
  expect((await functions.call('source-suggest', text)).body).toEqual(answer.body);
});

test('the service takes what is suggested, and runs it as shown', async () => {
  const { body } = await suggestFor({ text: lines.join('\n') });
  const { format, preprocessors, fields } = Object(body).suggestion;
  const source = await make({ format, preprocessors });
  const stream = idOf(await functions.call('stream-create', { body: { source } }));
  const pushed = await functions.call('stream-push', {
    id: stream,
    body: lines.join('\n'),
    headers: { 'content-type': 'text/plain' },
  });
  expect(pushed.body).toMatchObject({ errors: false, stored: 12 });
  expect(fields.map(({ path }: { path: string }) => path)).toEqual([
    'message',
    'source.ip',
    'log.level',
    '@timestamp',
  ]);
});

test('records, a sample, and the records and failures of a stream', async () => {
  expect(typesOf(await suggestFor({ records }))).toEqual(types);
  const source = await make({
    format: 'text',
    preprocessors: [{ type: 'fail', message: 'No.', if: 'message:odd' }],
  });
  await functions.call('source-putSample', { id: source, body: { records } });
  const ofSample = await suggestFor({ source });
  expect(typesOf(ofSample)).toEqual(types);
  expect(ofSample.body).toMatchObject({ suggestion: { format: 'text' } });
  const stream = idOf(await functions.call('stream-create', { body: { source } }));
  await functions.call('stream-push', { id: stream, body: [...records, { message: 'odd 7' }] });
  expect((await suggestFor({ source, stream })).body).toMatchObject({ suggestion: { records: 12 } });
  expect((await suggestFor({ source, stream, failures: true })).body).toMatchObject({
    suggestion: { records: 1 },
  });
});

test.each([
  [{}, '', 'required'],
  [{ text: ' ' }, '', 'min_items'],
  [{ text: 'a', records: [{}] }, '/text', 'not_allowed'],
  [{ stream: '0'.repeat(24) }, '/source', 'required'],
  [{ text: 'a', failures: true }, '/failures', 'not_allowed'],
  [{ records: [] }, '/records', 'min_items'],
])('%j is refused', async (body, pointer, code) => {
  expect(await suggestFor(body)).toMatchObject({
    status: 400,
    body: { errors: [{ in: 'body', pointer, code }] },
  });
});

test('a source without a sample, and one that is not there', async () => {
  expect(await suggestFor({ source: await make({}) })).toMatchObject({ status: 409 });
  expect(await suggestFor({ source: 'f'.repeat(24) })).toMatchObject({ status: 404 });
});
