/** Takes what the service has stored into the workbench: a source with its sample, or the records and failures of a stream. */

import { membersOf, omitUndefined, writeJson } from 'headwater/json';
import { api, unwrap } from './api.ts';
import { bench, change, type Pin } from './bench.ts';
import { usePushStream } from './push.ts';
import { readPins } from './read-content.ts';
import { hrefOf } from './route.ts';
import { outputTab } from './selection.ts';
import { keepSample, loadSource } from './source.ts';

/** As many records of a stream as are taken. */
const maxRecords = 100;

/** @throws ProblemError no_sample: then the steps alone are in the workbench. */
export async function openSource(id: string): Promise<void> {
  await loadSource(id);
  change(({ isRecords: _, ...before }) => ({ ...before, text: '', pins: [] }));
  showRecords(...(await sampleOf(id)));
  keepSample();
  location.hash = hrefOf('');
}

/**
 * The failures of a stream, with the steps of its source, where they are mended.
 *
 * @param query For some of them. @throws ProblemError
 */
export async function openFailures(stream: string, source: string, query?: string): Promise<void> {
  const records = await pushedRecords(stream, 'failure', query);
  await loadSource(source);
  showRecords(records);
  usePushStream(stream);
  outputTab.set('Failures');
  location.hash = hrefOf('');
}

/** With the documents that are expected. @throws ProblemError no_sample */
export async function sampleOf(
  source: string,
): Promise<readonly [records: readonly unknown[], pins: readonly Pin[]]> {
  const { records, expected = [] } = await unwrap(api.source.getSample({ id: source }));
  return [records, readPins(records.map((record, index) => ({ record, expected: expected[index] })))];
}

/** The first ones, as they were pushed. */
export async function pushedRecords(
  stream: string,
  kind: 'record' | 'failure',
  query?: string,
): Promise<readonly unknown[]> {
  const request = { id: stream, size: maxRecords, ...omitUndefined({ query }) };
  const { hits } = await unwrap<{ readonly hits: readonly { readonly raw?: unknown }[] }>(
    kind === 'record'
      ? api.stream.listRecords({ ...request, view: 'raw' })
      : api.stream.listFailures(request),
  );
  // Only the first part of a record that has become several has it.
  return hits.flatMap(({ raw }) => (raw === undefined ? [] : [raw]));
}

/** Those of a range, as they were pushed. */
export async function pushedBetween(
  stream: string,
  range: { readonly from: number; readonly size: number },
): Promise<readonly unknown[]> {
  const { hits } = await unwrap(api.stream.listRecords({ id: stream, ...range, view: 'raw' }));
  return hits.flatMap(({ raw }) => (raw === undefined ? [] : [raw]));
}

/** Records that have been read are objects; a line that could not be read is a text. */
export function showRecords(records: readonly unknown[], pins?: readonly Pin[]): void {
  const lines = records.map(lineOf);
  const isLines = lines.every((line) => line !== undefined) && bench.value.input.format === 'text';
  const texts = isLines ? lines : records.map((one) => (typeof one === 'string' ? one : writeJson(one)));
  change(({ isRecords: _, ...before }) => ({
    ...before,
    text: texts.join('\n'),
    ...(isLines ? {} : { isRecords: true as const }),
    ...(pins && pins.length > 0 ? { pins } : {}),
  }));
}

/** The line of a record of the format text. */
function lineOf(record: unknown): string | undefined {
  if (typeof record === 'string') return record;
  const { message, ...others } = membersOf(record) as Readonly<Record<string, unknown>>;
  return typeof message === 'string' && Object.keys(others).length === 0 ? message : undefined;
}
