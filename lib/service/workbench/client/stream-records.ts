/** The records of a stream that a search finds: pages of them, counts over time, and their fields. */

import { omitUndefined } from 'headwater/json';
import type { Stream as StreamSpace } from '#generated/client.ts';
import { api, unwrap } from './api.ts';
import { pushedBetween, showRecords } from './open-stored.ts';
import { usePushStream } from './push.ts';
import { type RecordSearch, timesOf } from './record-search.ts';
import { hrefOf } from './route.ts';
import { loadSource } from './source.ts';

type Models = StreamSpace.Models;
export type StoredRecord = Models['StoredRecord'];
export type RecordPage = Models['RecordResults'];
export type Histogram = Models['Histogram'];
export type StreamFields = Models['StreamFields'];
export type StreamField = StreamFields['hits'][number];

const pageSize = 50;
/** As many values as a person chooses from. */
const maxValues = 50;

export interface RecordsAsked {
  readonly id: string;
  readonly search: RecordSearch;
  /** When the search began, in milliseconds since 1970: further pages are of the same time. */
  readonly now: number;
}

function requestOf({ id, search, now }: RecordsAsked) {
  return { id, ...omitUndefined({ query: search.query.trim() || undefined }), ...timesOf(search, now) };
}

/** The newest first. @param from The `after` of the page before. */
export function fetchRecords(asked: RecordsAsked, from?: number): Promise<RecordPage> {
  const request = { ...requestOf(asked), order: 'desc', size: pageSize, view: 'document' } as const;
  return unwrap(api.stream.listRecords({ ...request, ...omitUndefined({ from }) }));
}

/** Those after a position, the oldest first. */
export async function fetchNewer(asked: RecordsAsked, position: number): Promise<readonly StoredRecord[]> {
  const request = { ...requestOf(asked), from: position + 1, size: pageSize, view: 'document' } as const;
  return (await unwrap(api.stream.listRecords(request))).hits;
}

export function fetchHistogram(asked: RecordsAsked): Promise<Histogram> {
  const by = asked.search.by.trim() || undefined;
  const { time } = asked.search;
  return unwrap(
    api.stream.getHistogram({ ...requestOf(asked), time, buckets: 80, ...omitUndefined({ by }) }),
  );
}

export function fetchFields(asked: RecordsAsked): Promise<StreamFields> {
  return unwrap(api.stream.listFields(requestOf(asked)));
}

/** The frequent values of one field, of all records in the time of the search. */
export async function fetchValues(
  { id, search, now }: RecordsAsked,
  field: string,
): Promise<StreamField | undefined> {
  const request = { id, field, values: maxValues, ...timesOf(search, now) };
  return (await unwrap(api.stream.listFields(request))).hits[0];
}

export function fetchRecord(id: string, { position, part }: StoredRecord): Promise<StoredRecord> {
  return unwrap(api.stream.getRecord({ id, position, view: 'both', ...omitUndefined({ part }) }));
}

/** Positions before and after a record that open with it. */
const neighbours = 10;

/** Opens a record as it was pushed, with those around it and the steps of the source. @throws ProblemError */
export async function openAround(stream: string, source: string, position: number): Promise<void> {
  const from = Math.max(0, position - neighbours);
  const records = await pushedBetween(stream, { from, size: 2 * neighbours + 1 });
  await loadSource(source);
  showRecords(records);
  usePushStream(stream);
  location.hash = hrefOf('');
}
