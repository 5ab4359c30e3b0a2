/**
 * The streams with a sink, over all owners, in one partition. The item of a stream notes how far its documents are
 * delivered, under a lease. It is changed together with the stream.
 */

import { ServiceError } from 'headwater/errors';
import { omitUndefined } from 'headwater/json';
import {
  expiring,
  getItems,
  type Item,
  type ItemChange,
  inPartition,
  isNew,
  layoutVersion,
  numbersOf,
  type PutRequest,
  queryAll,
  type TableAccess,
} from 'headwater/table';
import type { Models } from '#generated/models/stream.ts';
import { noSearchEngine } from '#generated/problems.ts';
import { invalidBody } from '../../sources/invalid-body.ts';
import type { LogName } from '../log/log-types.ts';
import type { ForwardMark } from './forwarded-streams.ts';
import { freeLease } from './lease.ts';
import { refusedReason } from './own-index.ts';

/** Never an owner's partition: owners contain no `~`. */
export const sinkPartition = '~sinks';

export type Sink = NonNullable<Models['Stream']['sink']>;

/** Why the last request has failed. */
export interface SinkFailure {
  readonly code: 'unavailable' | 'refused';
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What has become of the index template of the sink. */
export interface SinkTemplate {
  /** `kept`: the engine has another one of this name. `none`: there is nothing to make one of. */
  readonly state: 'put' | 'kept' | 'none' | 'refused';
  /** Why it is not put: a sentence. */
  readonly message?: string;
}

export interface StoredSink extends LogName, Sink, ForwardMark {
  /** The id of the stream's source. */
  readonly source: string | undefined;
  readonly template?: SinkTemplate;
  /** When the template and the mapping were last looked at, in milliseconds since 1970. */
  readonly fittedAt: number;
  /** The number of documents that the index has refused. */
  readonly refused: number;
  /** How often the next request has failed. */
  readonly tries: number;
  /** When it failed first, in milliseconds since 1970. */
  readonly failingSince: number;
  /** The attempts since the last checkpoint (lease.ts). */
  readonly attempts: number;
  readonly error?: SinkFailure;
}

export function sinkKey({ owner, stream }: LogName): Item {
  return { pk: sinkPartition, sk: `${owner}/${stream}` };
}

/** A stream, and its source. */
interface SinkName extends LogName {
  readonly source?: string | undefined;
}

/** Begins with the oldest record. @param until When the delivery may begin, in milliseconds since 1970; at once by default. */
export function putSink(name: SinkName, sink: Sink, until = 0): ItemChange {
  return { Put: newSink(name, sink, until) };
}

function newSink({ source, ...name }: SinkName, { kind, index }: Sink, until: number): PutRequest {
  const counts = { position: 0, forwarded: 0, missed: 0, refused: 0, tries: 0, failingSince: 0 };
  const own = omitUndefined({ kind, index, source });
  return { Item: { ...sinkKey(name), layout: layoutVersion, ...own, ...counts, ...freeLease, until } };
}

/**
 * How long a delivery waits that begins at an old record: a replay that has read the stream before notes no redelivery.
 * It is longer than any part of a replay.
 */
const earlierReplayMs = 75_000;

interface SinkChange {
  readonly before: Sink | undefined;
  readonly after: Sink | undefined;
}

function isSame({ before, after }: SinkChange): boolean {
  return before?.kind === after?.kind && before?.index === after?.index;
}

/** Why nobody delivers the documents of a sink, if the stage has no engine: a sentence. */
export function missingEngine(): string | undefined {
  if (process.env['SINKS']) return undefined;
  return 'This stage has no search engine: whoever deploys it names one by searchEndpoint, or on their machine by npm start -- --search URL.';
}

/**
 * A sink that stays is not checked: earlier code has stored others.
 *
 * @throws ServiceError invalid_request for a new sink whose index its owner may not name; no_search_engine for one of a
 * stage where nobody would deliver.
 */
export function checkSink(owner: string, { before, after }: SinkChange): void {
  if (!after || isSame({ before, after })) return;
  const refused = refusedReason(owner, after);
  if (refused !== undefined) throw invalidBody('/sink/index', 'pattern', refused);
  const missing = missingEngine();
  if (missing !== undefined) throw new ServiceError(noSearchEngine, missing);
}

/** The change of the item beside a change of its stream; none if the sink stays. @param now Milliseconds since 1970. */
export function changeSink(
  name: SinkName,
  { now, ...change }: SinkChange & { readonly now: number },
): readonly ItemChange[] {
  if (isSame(change)) return [];
  const { before, after } = change;
  return after
    ? [putSink(name, after, now + (before ? 0 : earlierReplayMs))]
    : [{ Delete: { Key: sinkKey(name) } }];
}

/**
 * Puts the lost item of a sink, unless it exists. The delivery begins with the oldest record, as for a new sink, and an index that
 * has the documents takes none of them twice.
 *
 * @param now Milliseconds since 1970.
 */
export function restoreSink(name: SinkName, sink: Sink, now: number): ItemChange {
  return { Put: { ...newSink(name, sink, now + earlierReplayMs), ...isNew } };
}

/** Marks the sink of a deleted stream. @param expiresAt Seconds since 1970: until then its documents are delivered. */
export function expireSink(name: LogName, expiresAt: number): ItemChange {
  return { Update: { Key: sinkKey(name), ...expiring(expiresAt) } };
}

export async function listSinks(table: TableAccess): Promise<StoredSink[]> {
  const items = await queryAll(table, inPartition(sinkPartition));
  return items.flatMap((item) => parseSink(item) ?? []);
}

/** The sinks of some streams, by the ids of the streams. */
export async function readSinks(
  table: TableAccess,
  names: readonly LogName[],
): Promise<ReadonlyMap<string, StoredSink>> {
  const items = await getItems(table, names.map(sinkKey), { isConsistent: false });
  const sinks = items.flatMap((item) => parseSink(item) ?? []);
  return new Map(sinks.map((sink) => [sink.stream, sink]));
}

/** Undefined if the item is not a sink but something that other software has written. */
export function parseSink(item: Item): StoredSink | undefined {
  const { pk, sk, layout, kind, index, source, template, error } = item;
  const [owner, stream] = String(sk).split('/');
  if (pk !== sinkPartition || layout !== layoutVersion || owner === undefined || stream === undefined)
    return undefined;
  if (typeof index !== 'string' || (kind !== 'opensearch' && kind !== 'elasticsearch')) return undefined;
  return {
    owner,
    stream,
    kind,
    index,
    source: typeof source === 'string' ? source : undefined,
    ...numbersOf(item, ['position', 'forwarded', 'missed', 'refused', 'tries', 'failingSince', 'attempts']),
    ...numbersOf(item, ['fittedAt']),
    // Only this code writes the attributes.
    ...(template ? { template: template as SinkTemplate } : {}),
    ...(error ? { error: error as SinkFailure } : {}),
  };
}
