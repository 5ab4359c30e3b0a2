/** The keys and the indexes of a table, in the words of DynamoDB. */

import {
  type IndexSettings,
  keyAttribute,
  type TableKey,
  type TableKeys,
  type TableSettings,
} from '../../../config/tables.ts';
import { omitUndefined } from '../../../shared/json/omit.ts';

/** Members of a template and of the command CreateTable. */
export interface KeyDefinition {
  readonly AttributeDefinitions: { AttributeName: string; AttributeType: 'S' | 'N' | 'B' }[];
  readonly KeySchema: KeyElement[];
  readonly GlobalSecondaryIndexes?: IndexDefinition[];
}

interface KeyElement {
  AttributeName: string;
  KeyType: 'HASH' | 'RANGE';
}

interface IndexDefinition {
  readonly IndexName: string;
  readonly KeySchema: KeyElement[];
  readonly Projection: { ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'; NonKeyAttributes?: string[] };
}

/** The keys of the table of the service. */
export const serviceKeys: TableKeys = { partition: 'pk', sort: 'sk' };

const types = { string: 'S', number: 'N', binary: 'B' } as const;

export function keyDefinition({
  indexes = {},
  ...keys
}: TableKeys & Pick<TableSettings, 'indexes'>): KeyDefinition {
  const all = [keys, ...Object.values(indexes)].flatMap(keysIn).map(keyAttribute);
  const attributes = new Map(all.map(({ name, type }) => [name, types[type]]));
  const made = Object.entries(indexes).map(([name, index]) => indexDefinition(name, index));
  return {
    AttributeDefinitions: [...attributes].map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: keySchema(keys),
    ...omitUndefined({ GlobalSecondaryIndexes: made.length > 0 ? made : undefined }),
  };
}

function keysIn({ partition, sort }: TableKeys): TableKey[] {
  return sort === undefined ? [partition] : [partition, sort];
}

function keySchema(keys: TableKeys): KeyElement[] {
  return keysIn(keys).map((key, at) => ({
    AttributeName: keyAttribute(key).name,
    KeyType: at === 0 ? 'HASH' : 'RANGE',
  }));
}

function indexDefinition(name: string, { project = 'all', ...keys }: IndexSettings): IndexDefinition {
  const Projection: IndexDefinition['Projection'] =
    typeof project === 'string'
      ? { ProjectionType: project === 'all' ? 'ALL' : 'KEYS_ONLY' }
      : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...project] };
  return { IndexName: name, KeySchema: keySchema(keys), Projection };
}
