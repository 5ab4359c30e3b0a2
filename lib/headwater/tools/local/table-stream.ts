/**
 * The changes of the local engine, as the stream of a table of DynamoDB has them. dynalite has no streams: its stores report
 * each write of an item.
 */

/// <reference path="./dynalite.d.ts" />

import type { DynamoDBRecord } from 'aws-lambda';
import type { Attributes, Store, SubDatabase } from 'dynalite/db/index.js';
import { equal } from '../../shared/json/equal.ts';

/** A write of an item: without `before` there was none, without `after` there is none. */
export interface TableChange {
  readonly table: string;
  readonly before?: Attributes | undefined;
  readonly after?: Attributes | undefined;
}

export type OnChange = (change: TableChange) => void;

/** A store that may have somebody who gets its changes. */
export interface WatchedStore extends Store {
  readonly onChange?: OnChange;
}

/** Reports the writes of a store to the listener. Its commands hold the lock of an item while they write it. */
export function watchStore(store: Store, onChange: OnChange): WatchedStore {
  const known = new Map<string, SubDatabase>();
  return {
    ...store,
    onChange,
    getItemDb: (table) => {
      const items = known.get(table) ?? watchItems(store.getItemDb(table), table, onChange);
      known.set(table, items);
      return items;
    },
  };
}

/** Reports changes that one batch of the database has made. */
export function reportChanges({ onChange }: WatchedStore, changes: readonly TableChange[]): void {
  for (const change of changes) if (!equal(change.before, change.after)) onChange?.(change);
}

function watchItems(items: SubDatabase, table: string, onChange: OnChange): SubDatabase {
  /** Runs a write, and then reports it. */
  const write = (
    key: string,
    after: Attributes | undefined,
    run: (done: (error?: unknown) => void) => void,
    done: (error?: unknown) => void,
  ) => {
    // The error of an item that does not exist.
    items.get(key, (_, before) =>
      run((error) => {
        // DynamoDB puts nothing into the stream for a write that changes nothing.
        if (!error && !equal(before, after)) onChange({ table, before, after });
        done(error);
      }),
    );
  };
  return {
    ...items,
    put: (key, value, done) =>
      write(key, value as Attributes, (written) => items.put(key, value, written), done),
    del: (key, done) => write(key, undefined, (written) => items.del(key, written), done),
  };
}

/** The parts of an item that a stream has: StreamViewType of the table. */
export const streamViews = ['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES'] as const;
export type StreamView = (typeof streamViews)[number];

interface RecordSettings {
  readonly view: StreamView;
  /** In ms since 1970. */
  readonly now: number;
  readonly sequenceNumber: string;
}

/** As Lambda gets it (https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html). */
export function streamRecord(
  { table, before, after }: TableChange,
  { view, now, sequenceNumber }: RecordSettings,
): DynamoDBRecord {
  const item = after ?? before ?? {};
  const keys = Object.fromEntries(['pk', 'sk'].map((name) => [name, item[name] ?? {}]));
  const images = {
    ...(after && view.startsWith('NEW') ? { NewImage: after } : {}),
    ...(before && view.includes('OLD') ? { OldImage: before } : {}),
  };
  const region = 'us-east-1';
  const record = {
    eventID: crypto.randomUUID().replaceAll('-', ''),
    eventName: !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(now / 1_000),
      Keys: keys,
      ...images,
      SequenceNumber: sequenceNumber,
      SizeBytes: Buffer.byteLength(JSON.stringify([keys, ...Object.values(images)])),
      StreamViewType: view,
    },
    eventSourceARN: `arn:aws:dynamodb:${region}:000000000000:table/${table}/stream/local`,
  } as const;
  // The engine has the attributes of DynamoDB.
  return record as DynamoDBRecord;
}
