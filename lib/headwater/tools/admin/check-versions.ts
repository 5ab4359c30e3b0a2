/** Earlier versions of documents, as items that `verify` knows: each belongs to a document, and to its last revisions. */

import type { ManagedMembers } from '../../data/search/document-type.ts';
import { isNewer } from '../../data/search/documents/document-items.ts';
import {
  isVersionOf,
  isVersionsRule,
  parseVersion,
  versionPartition,
} from '../../data/search/documents/kept-versions.ts';
import { isListed } from '../../data/search/documents/posting-repairs.ts';
import { splitOwnedKey } from '../../data/store/layout.ts';
import type { Item } from '../../data/store/table-access.ts';
import { getItem } from '../../data/store/table-reads.ts';
import { transact } from '../../data/store/transactions.ts';
import type { CheckAccess, ItemType, WrongItem } from '../../data/stored-types.ts';
import type { DocumentSpace } from './stored-item.ts';

type SpaceOf = (type: string, owner: string) => DocumentSpace;

/** @param spaceOf Throws if there is no such type. */
export function versionItems(spaceOf: SpaceOf): ItemType {
  return {
    name: 'version',
    hasKey: ({ partition }) => partition.startsWith(`${versionPartition}/`),
    read: (item) => {
      const { space, id } = documentOf(spaceOf, item);
      // Nothing can be said of a version that later code has stored.
      return isNewer(space, item) || parseVersion(space, id, item)
        ? {}
        : `it is no version of a ${space.name}`;
    },
    check: (access, item) => checkVersion(access, documentOf(spaceOf, item), item),
  };
}

interface Versioned {
  readonly space: DocumentSpace;
  readonly id: string;
}

function documentOf(spaceOf: SpaceOf, { pk }: Item): Versioned {
  const { owner, key } = splitOwnedKey(String(pk));
  const [, type = '', id = ''] = key.split('/');
  return { space: spaceOf(type, owner), id };
}

/** What a removal has left is deleted. Any other version that nobody reads is shown, and stays: its document may be lost, or damaged. */
async function checkVersion(
  { table, readDocument }: CheckAccess,
  { space, id }: Versioned,
  { pk, sk }: Item,
): Promise<readonly WrongItem[]> {
  const Key = { pk, sk };
  // A change may have put another version in its place since, or a removal deleted it.
  const item = await getItem(table, { Key, ConsistentRead: true });
  const document = await readDocument({ type: space.name, owner: space.owner, id });
  if (!item || document === 'unknown') return [];
  // It is of the type that its key names, whose documents have a revision.
  if (document && isKept(space, document as ManagedMembers, item)) return [];
  const reason = document ? `it is none of the last versions of ${id}` : `there is no ${id}`;
  const isRemoved = !document && !(await isListed({ index: space, table }, id));
  const repair = async () => (await transact(table, [deletion(Key, item)])).length === 0;
  return [{ kind: 'superfluous', key: Key, reason, ...(isRemoved ? { repair } : {}) }];
}

/** A change between the two reads has stored a version that is later than the document. */
function isKept({ rules }: DocumentSpace, document: ManagedMembers, item: Item): boolean {
  const rule = rules.find(isVersionsRule);
  const isLater = item['created'] === document.created && Number(item['revision']) >= document.revision;
  return rule !== undefined && (isLater || isVersionOf(rule, document, item));
}

function deletion(Key: Item, { created, revision }: Item) {
  return {
    Delete: {
      Key,
      ConditionExpression: '#created = :created AND #revision = :revision',
      ExpressionAttributeNames: { '#created': 'created', '#revision': 'revision' },
      ExpressionAttributeValues: { ':created': created, ':revision': revision },
    },
  };
}
