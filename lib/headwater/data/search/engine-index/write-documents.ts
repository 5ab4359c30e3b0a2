/**
 * Brings items of the table into the indexes of their types. A late request replaces nothing newer, since the index has the
 * version of the item; and a deletion has the last version of all, since keys never come back.
 */

import { membersOf } from '../../../shared/json/is-object.ts';
import { sendBulk } from '../../search-engine/bulk.ts';
import type { Engine } from '../../search-engine/engine.ts';
import { checkAnswer, EngineRefusal } from '../../search-engine/engine-answer.ts';
import type { Item, TableAccess } from '../../store/table-access.ts';
import { getItems } from '../../store/table-reads.ts';
import type { DocumentName } from '../document-type.ts';
import { type IndexShape, indexBody, namesOfIndex } from './index-shape.ts';

/** Items of the table that have an index. Their keys never come back. */
export interface IndexedType {
  readonly shape: IndexShape;
  /** The beginning of their sort keys. */
  readonly sortKeyPrefix: string;
  /** The most of one bulk request. */
  readonly atOnce: number;
  /** Undefined if the key belongs to another item. */
  readonly nameOf: (key: Item) => DocumentName | undefined;
  readonly keyOf: (name: DocumentName) => Item;
  /** Undefined if the index has nothing of the item. */
  readonly read: (
    table: TableAccess,
    item: Item,
    name: DocumentName,
  ) => Promise<IndexedItem | 'gone' | undefined>;
}

interface IndexedItem {
  /** It grows with each change of the item. */
  readonly version: number;
  /** The members, with `owner` and `id`. */
  readonly document: object;
}

export interface IndexWriter {
  readonly table: TableAccess;
  readonly engine: Engine;
  readonly types: readonly IndexedType[];
}

/** Undefined if no type has an item with this key. */
export function nameOfKey(types: IndexWriter['types'], key: Item): DocumentName | undefined {
  return types.map((type) => type.nameOf(key)).find((name) => name !== undefined);
}

/** The last version of a document, as a number that JSON has exactly. */
const deletedVersion = Number.MAX_SAFE_INTEGER;

export interface WrittenDocuments {
  /** The number of those that the table does not have. */
  readonly deleted: number;
  /** The index has refused these, and taken all others. */
  readonly refused: readonly RefusedDocument[];
}

interface RefusedDocument {
  readonly name: DocumentName;
  readonly refusal: EngineRefusal;
}

/**
 * Writes what the table has now; what it does not have is deleted from the index.
 *
 * @throws ServiceError unavailable, timeout; EngineRefusal of a whole request.
 */
export async function writeDocuments(
  writer: IndexWriter,
  names: readonly DocumentName[],
): Promise<WrittenDocuments> {
  const refused: RefusedDocument[] = [];
  let deleted = 0;
  for (const type of writer.types) {
    const own = names.filter((name) => name.type === type.shape.name);
    for (let at = 0; at < own.length; at += type.atOnce) {
      const written = await writeOfType(writer, type, own.slice(at, at + type.atOnce));
      refused.push(...written.refused);
      deleted += written.deleted;
    }
  }
  return { deleted, refused };
}

interface Action {
  readonly name: DocumentName;
  readonly bytes: Uint8Array;
  readonly isDeletion: boolean;
}

async function writeOfType(
  { table, engine }: IndexWriter,
  type: IndexedType,
  names: readonly DocumentName[],
): Promise<WrittenDocuments> {
  const items = await getItems(table, names.map(type.keyOf), { isConsistent: true });
  const byKey = new Map(items.map((item) => [keyText(item), item]));
  const found = await Promise.all(
    names.map(async (name): Promise<Action[]> => {
      const item = byKey.get(keyText(type.keyOf(name)));
      const read = item ? await type.read(table, item, name) : 'gone';
      if (read === 'gone') return [deletionOf(name)];
      return read ? [additionOf(name, read)] : [];
    }),
  );
  const actions = found.flat();
  const deleted = actions.filter(({ isDeletion }) => isDeletion).length;
  const named = { tableName: table.tableName, type };
  return { deleted, refused: actions.length > 0 ? await sendActions(engine, named, actions) : [] };
}

function keyText({ pk, sk }: Item): string {
  return `${String(pk)}\n${String(sk)}`;
}

function deletionOf(name: DocumentName): Action {
  const target = { _id: indexedId(name), version: deletedVersion, version_type: 'external' };
  return { name, bytes: Buffer.from(`${JSON.stringify({ delete: target })}\n`), isDeletion: true };
}

function additionOf(name: DocumentName, { version, document }: IndexedItem): Action {
  const target = { _id: indexedId(name), version, version_type: 'external' };
  const lines = `${JSON.stringify({ index: target })}\n${JSON.stringify(document)}\n`;
  return { name, bytes: Buffer.from(lines), isDeletion: false };
}

function indexedId({ owner, id }: DocumentName): string {
  return `${owner}/${id}`;
}

interface NamedType {
  readonly tableName: string;
  readonly type: IndexedType;
}

/** Makes the index if there is none. */
async function sendActions(
  engine: Engine,
  named: NamedType,
  actions: readonly Action[],
): Promise<RefusedDocument[]> {
  const target = {
    index: namesOfIndex(named.tableName, named.type.shape).written,
    isDeletion: ({ isDeletion }: Action) => isDeletion,
    isAlias: true,
  };
  const refused = await sendBulk(engine, target, actions).catch(async (error: unknown) => {
    if (!(error instanceof EngineRefusal) || error.status !== 404) throw error;
    await makeIndex(engine, named);
    return sendBulk(engine, target, actions);
  });
  return refused.map(({ action: { name }, reason }) => ({
    name,
    refusal: new EngineRefusal(`The index ${target.index} refuses a document: ${reason}.`),
  }));
}

/** Makes the index unless it exists. @throws ServiceError unavailable, timeout; EngineRefusal. */
export async function makeIndex(engine: Engine, { tableName, type }: NamedType): Promise<void> {
  const names = namesOfIndex(tableName, type.shape);
  const answer = await engine({
    method: 'PUT',
    path: [names.index],
    body: Buffer.from(JSON.stringify(indexBody(type.shape, names))),
    contentType: 'application/json',
  });
  const isThere = membersOf(membersOf(answer.body).error).type === 'resource_already_exists_exception';
  if (!isThere) checkAnswer(answer);
}
