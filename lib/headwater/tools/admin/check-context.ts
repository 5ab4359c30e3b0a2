/** What the checks of a table share. */

import { documentKey } from '../../data/search/documents/document-items.ts';
import type { TableAccess } from '../../data/store/table-access.ts';
import { getItem } from '../../data/store/table-reads.ts';
import type { CheckAccess, StoredTypes, WrongItem } from '../../data/stored-types.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import type { KnownDocuments } from './known-documents.ts';
import { addFinding, type TableReport } from './report.ts';
import {
  type DocumentSpace,
  type DocumentState,
  type ItemReader,
  keyText,
  type StoredItem,
} from './stored-item.ts';

export type DocumentItem = Extract<StoredItem, { kind: 'document' }>;

/** The context that the checks of a page share. */
export interface CheckItems {
  readonly table: TableAccess;
  readonly types: StoredTypes;
  readonly reader: ItemReader;
  readonly known: KnownDocuments;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly report: TableReport;
  /** Whether to repair what can be repaired safely. */
  readonly isRepairing: boolean;
  /** Whether documents of earlier versions are about to be stored anew, so that they need no postings of those versions. */
  readonly isMigrating: boolean;
  /** The documents of values without a claim that this run has found, by the key of the claim: two may have one value. */
  readonly unclaimed: Map<string, string>;
  /** Whether this run has compared the API keys with their count. */
  areKeysCounted: boolean;
  /** Whether the table has a note of its shards, or this run has reported that it has none. */
  areShardsNoted: boolean;
}

/** `unknown` if the needs of the document cannot be determined: it is malformed, or newer code has stored it. */
export async function readDocument(
  { table, reader }: CheckItems,
  space: DocumentSpace,
  id: string,
): Promise<DocumentState | 'unknown' | undefined> {
  const item = await getItem(table, { Key: documentKey(space, id), ConsistentRead: true });
  const read = item && reader.read(item);
  if (!read) return undefined;
  return read.kind === 'document' ? read.stored : 'unknown';
}

/** Whether nobody has written the document between two reads, nor removed it. */
export function isSameState(one: DocumentState | undefined, other: DocumentState | undefined): boolean {
  const [before, after] = [membersOf(one?.document), membersOf(other?.document)];
  return one?.revision === other?.revision && before['updated'] === after['updated'];
}

/** What the checks of a service's own items get. */
export function accessOf(context: CheckItems): CheckAccess {
  const { table, now, reader } = context;
  return {
    table,
    now,
    readDocument: async ({ type, owner, id }) => {
      const stored = await readDocument(context, reader.spaceOf(type, owner), id);
      return typeof stored === 'object' ? stored.document : stored;
    },
  };
}

/** Repairs what is wrong if that is safe, and reports it. */
export async function addWrong(
  { report, isRepairing }: CheckItems,
  { kind, key, reason, repair }: WrongItem,
): Promise<void> {
  const isRepaired = isRepairing && repair !== undefined && (await repair());
  addFinding(report, { kind, key: keyText(key), reason, isRepaired });
}
