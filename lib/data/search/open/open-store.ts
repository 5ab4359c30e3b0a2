/** Opens the documents of an index: for reads and writes of single ones, and for lists. */

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../../store/clock.ts';
import { createIdGenerator } from '../../store/ids.ts';
import type { InvocationTime } from '../../store/invocation-time.ts';
import { accessTable } from '../../store/table-access.ts';
import type { WriteContext } from '../documents/write-history.ts';
import { type IndexOptions, openIndex } from '../index/open-index.ts';
import type { ListContext } from '../list/document-list.ts';
import type { TermIndex } from '../term-index.ts';

/** The members of the clock are those of the system by default. */
export interface StoreOptions extends Partial<Clock>, IndexOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Of the invocation. Without it nothing limits the time of an operation as a whole. */
  readonly time?: InvocationTime;
  readonly newId?: () => string;
}

export interface ListOptions extends StoreOptions {
  /** Whether a list should stop and return what it has found. */
  readonly isTimeUp?: () => boolean;
  /** Where requests for lists come from: the member `in` of issues about `from` and `after`. */
  readonly requestIn?: string;
}

export function openStore<Document>(
  index: TermIndex<Document>,
  options: StoreOptions,
): WriteContext<Document> {
  const { client, tableName, now = systemClock.now, newId = createIdGenerator({ now }) } = options;
  return { index: openIndex(index, options), table: accessTable(client, tableName, options), now, newId };
}

export function openLists<Document>(index: TermIndex<Document>, options: ListOptions): ListContext<Document> {
  const { client, tableName, now = systemClock.now, isTimeUp = () => false, requestIn } = options;
  const table = accessTable(client, tableName, options);
  return { index: openIndex(index, options), table, now, isTimeUp, requestIn };
}
