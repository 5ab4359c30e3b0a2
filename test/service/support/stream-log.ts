/** The log of one stream, for tests of its protocol. */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createIdGenerator } from '../../../lib/headwater/data/store/ids.ts';
import type { Item } from '../../../lib/headwater/data/store/table-access.ts';
import { accessTable } from '../../../lib/headwater/data/store/table-access.ts';
import { getItem } from '../../../lib/headwater/data/store/table-reads.ts';
import { transact } from '../../../lib/headwater/data/store/transactions.ts';
import type { DataRecord } from '../../../lib/ingest/base/record.ts';
import { getHead, type LogHead, parseHead } from '../../../lib/service/streams/log/log-head.ts';
import type { LogBatch, LogContext, LogOutcome } from '../../../lib/service/streams/log/log-types.ts';
import { readFailures, readLog } from '../../../lib/service/streams/log/read/read-log.ts';
import { appendBatch } from '../../../lib/service/streams/log/write/append-batch.ts';
import { beginLog } from '../../../lib/service/streams/log/write/begin-log.ts';
import { findAppended } from '../../../lib/service/streams/log/write/request-bindings.ts';

export interface LogOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly stream: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const expiresAt = Math.ceil(Date.now() / 1_000) + 86_400;

/** A batch of records `{ n }` and failures, of which no two tests use the same numbers. */
export function batchOf(
  records: readonly number[],
  failures: readonly number[] = [],
  key?: string,
): LogBatch & { readonly key: string | undefined } {
  const error = { code: 'failed', message: 'It fails.' };
  const outcomes: LogOutcome[] = [
    ...records.map(
      (n): LogOutcome => ({ status: 'stored', raw: { raw: n }, documents: [{ document: { n } }] }),
    ),
    ...failures.map((n): LogOutcome => ({ status: 'failed', raw: { raw: n }, error, step: 0 })),
  ];
  return { outcomes, bytes: outcomes.length * 10, expiresAt, key };
}

/** Begins a log, as the creation of its stream does. */
export async function beginStream(
  { client, tableName }: Pick<LogOptions, 'client' | 'tableName'>,
  stream: string,
): Promise<string> {
  await transact(accessTable(client, tableName), [beginLog({ owner: 'public', stream })]);
  return stream;
}

export function openLog({ client, tableName, stream, now = () => Date.now() }: LogOptions) {
  const table = accessTable(client, tableName);
  const log: LogContext = { owner: 'public', stream, table, now, newId: createIdGenerator({ now }) };
  const all = async () => {
    const records: { position: number; n: unknown }[] = [];
    const end = await readLog(log, {
      isNewestFirst: false,
      take: (read) => {
        for (const { position, documents } of read.records)
          for (const { document } of documents) records.push({ position, n: document['n'] });
        return true;
      },
    });
    return { records, end };
  };
  const failedRecords = async () => {
    const found: DataRecord[] = [];
    await readFailures(log, {
      isNewestFirst: false,
      take: ({ records }) => {
        // Batches of tests have no malformed record.
        found.push(...records.map(({ raw }) => raw as DataRecord));
        return true;
      },
    });
    return found;
  };
  const failures = async () => (await failedRecords()).map(({ raw }) => raw);
  const head = async (): Promise<LogHead> => parseHead(await getItem(table, getHead(log)));
  const append = async ({ key, ...batch }: LogBatch & { readonly key?: string | undefined }) =>
    (await findAppended(log, key)) ?? appendBatch(log, batch, key);
  return { log, append, all, failures, failedRecords, head };
}

/** The head of the log among the items of a table. */
export function headAmong(items: readonly Item[], stream: string): LogHead {
  return parseHead(items.find(({ pk, sk }) => pk === `stream/${stream}` && sk === 'log'));
}
