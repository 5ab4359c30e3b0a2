/**
 * Brings documents from the table into the indexes of their types. The version of a document in its
 * index is its revision, so a late request replaces nothing newer; ids never come back, so a deletion has the last version of all.
 */

import type { DocumentType } from '../../data/search/document-type.ts';
import { documentKey, parseDocument } from '../../data/search/documents/document-items.ts';
import { openIndex } from '../../data/search/index/open-index.ts';
import { splitOwnedKey } from '../../data/store/layout.ts';
import { logMalformed } from '../../data/store/malformed.ts';
import type { Item, TableAccess } from '../../data/store/table-access.ts';
import { getItems } from '../../data/store/table-reads.ts';
import type { DocumentName } from '../../data/stored-types.ts';
import { isOwner } from '../../shared/owner.ts';
import { checkAnswer, EngineRefusal, sendBulk } from './bulk.ts';
import { indexBody, indexedDocument, indexNames } from './document-index.ts';
import type { Engine } from './engine.ts';

export interface IndexWriter {
  readonly table: TableAccess;
  readonly engine: Engine;
  /** The types that have an index. Clients do not name their documents: an id never comes back. */
  readonly types: readonly DocumentType<never>[];
}

/** Undefined if the key does not belong to a document of these types. */
export function documentOfKey(types: IndexWriter['types'], { pk, sk }: Item): DocumentName | undefined {
  const { owner, key } = splitOwnedKey(String(pk));
  const [name, id = '', ...others] = key.split('/');
  const type = types.find((one) => one.name === name);
  const isDocument = sk === 'document' && others.length === 0 && /^[0-9a-f]{24}$/.test(id) && isOwner(owner);
  return type && isDocument ? { type: type.name, owner, id } : undefined;
}

/** The last version of a document, as a number that JSON has exactly. */
const deletedVersion = Number.MAX_SAFE_INTEGER;

/**
 * Writes the documents as they are now; those that are not there are deleted from their index.
 *
 * @returns the number of those that are not there.
 * @throws ServiceError unavailable, timeout; EngineRefusal.
 */
export async function writeDocuments(writer: IndexWriter, names: readonly DocumentName[]): Promise<number> {
  let missing = 0;
  for (const type of writer.types) {
    const own = names.filter((name) => name.type === type.name);
    if (own.length > 0) missing += await writeOfType(writer, type, own);
  }
  return missing;
}

interface Action {
  readonly bytes: Uint8Array;
  readonly isDeletion: boolean;
}

async function writeOfType(
  { table, engine }: IndexWriter,
  type: DocumentType<never>,
  names: readonly DocumentName[],
): Promise<number> {
  const spaces = names.map(({ owner, id }) => ({ id, space: openIndex(type, { owner }) }));
  const keys = spaces.map(({ id, space }) => documentKey(space, id));
  const items = await getItems(table, keys, { isConsistent: true });
  const byPartition = new Map(items.map((item) => [item['pk'], item]));
  const actions = spaces.flatMap(({ id, space }, at): Action[] => {
    const _id = `${space.owner}/${id}`;
    const item = byPartition.get(keys[at]?.['pk']);
    // Earlier code left an item with an expiry in place of a deleted document.
    if (!item || item['expiresAt'] !== undefined) return [deletionOf(_id)];
    const stored = parseDocument(space, item);
    if (!stored) logMalformed(table, item);
    return stored
      ? [additionOf(_id, stored.revision, indexedDocument(type, space.owner, stored.document))]
      : [];
  });
  if (actions.length > 0) await sendActions(engine, { tableName: table.tableName, type }, actions);
  return actions.filter(({ isDeletion }) => isDeletion).length;
}

function deletionOf(_id: string): Action {
  const target = { _id, version: deletedVersion, version_type: 'external' };
  return { bytes: Buffer.from(`${JSON.stringify({ delete: target })}\n`), isDeletion: true };
}

function additionOf(_id: string, version: number, document: object): Action {
  const target = { _id, version, version_type: 'external' };
  const lines = `${JSON.stringify({ index: target })}\n${JSON.stringify(document)}\n`;
  return { bytes: Buffer.from(lines), isDeletion: false };
}

interface NamedType {
  readonly tableName: string;
  readonly type: DocumentType<never>;
}

/** Makes the index if there is none. */
async function sendActions(engine: Engine, named: NamedType, actions: readonly Action[]): Promise<void> {
  const target = {
    index: indexNames(named.tableName, named.type).written,
    isDeletion: ({ isDeletion }: Action) => isDeletion,
    isAlias: true,
  };
  const refused = await sendBulk(engine, target, actions).catch(async (error: unknown) => {
    if (!(error instanceof EngineRefusal) || error.status !== 404) throw error;
    await makeIndex(engine, named);
    return sendBulk(engine, target, actions);
  });
  const [first] = refused;
  if (first) throw new EngineRefusal(`The index ${target.index} refuses a document: ${first.reason}.`);
}

/** Makes the index unless it exists. @throws ServiceError unavailable, timeout; EngineRefusal. */
export async function makeIndex(engine: Engine, { tableName, type }: NamedType): Promise<void> {
  const names = indexNames(tableName, type);
  const answer = await engine({
    method: 'PUT',
    path: [names.index],
    body: Buffer.from(JSON.stringify(indexBody(type, names))),
    contentType: 'application/json',
  });
  const isThere = Object(Object(answer.body).error).type === 'resource_already_exists_exception';
  if (!isThere) checkAnswer(answer);
}
