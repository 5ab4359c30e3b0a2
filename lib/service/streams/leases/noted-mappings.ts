/**
 * The mappings of the indexes of sinks, as a delivery has last seen them: no function that serves requests asks the engine. All
 * of a source are beside each other.
 */

import type { MappingSettings } from '@headwater/ingest/fields';
import { isObject } from 'headwater/json';
import { type Item, layoutVersion, numbersOf, putItem, queryItems, type TableAccess } from 'headwater/table';
import type { LogName } from '../log/log-types.ts';

/** Never an owner's partition: owners contain no `~`. */
export const mappingPartition = '~mappings';

interface SourceName {
  readonly owner: string;
  readonly source: string;
}

export interface NotedMapping extends LogName, SourceName {
  readonly index: string;
  /** The mapping, in the form that the engine returns. */
  readonly mapping: MappingSettings;
  /** When the engine had it, in milliseconds since 1970. */
  readonly at: number;
}

/** The limit of the JSON of a mapping: an item has 400 KB. Larger ones are not compared. */
const maxBytes = 350_000;
/** An index that gets no document for so long is forgotten. */
const keptSeconds = 90 * 86_400;
/** As many indexes of one source are compared. */
const maxMappings = 20;

export async function noteMapping(
  table: TableAccess,
  { owner, source, stream }: Omit<NotedMapping, 'index' | 'mapping' | 'at'>,
  { index, mapping, at }: Pick<NotedMapping, 'index' | 'mapping' | 'at'>,
): Promise<void> {
  const text = JSON.stringify(mapping);
  if (Buffer.byteLength(text) > maxBytes) return;
  const expiresAt = Math.ceil(at / 1_000) + keptSeconds;
  const key = { pk: mappingPartition, sk: `${owner}/${source}/${stream}` };
  await putItem(table, { Item: { ...key, layout: layoutVersion, index, mapping: text, at, expiresAt } });
}

export async function listMappings(
  table: TableAccess,
  { owner, source }: SourceName,
): Promise<NotedMapping[]> {
  const { items } = await queryItems(table, {
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': mappingPartition, ':sk': `${owner}/${source}/` },
    Limit: maxMappings,
  });
  return items.flatMap((item) => parseMapping(item) ?? []);
}

/** Undefined if the item is not a mapping but something that other software has written. */
export function parseMapping(item: Item): NotedMapping | undefined {
  const { pk, sk, layout, index, mapping } = item;
  const [owner, source, stream] = String(sk).split('/');
  if (pk !== mappingPartition || layout !== layoutVersion || typeof index !== 'string') return undefined;
  if (owner === undefined || source === undefined || stream === undefined) return undefined;
  const read = readObject(String(mapping));
  return read && { owner, source, stream, index, mapping: read, ...numbersOf(item, ['at']) };
}

function readObject(text: string): MappingSettings | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
