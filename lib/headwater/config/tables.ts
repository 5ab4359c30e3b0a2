/** `table` and `tables` of a config: indexes of the table of the service, and tables of the project's own. */

import { membersOf } from '../shared/json/is-object.ts';
import { resourceNameRule } from './resource-names.ts';
import {
  choiceRule,
  listRule,
  objectRule,
  recordRule,
  type SettingPath,
  type SettingProblem,
  type SettingRule,
  shownValue,
  textRule,
  valueRule,
  withCheck,
} from './rules.ts';
import { refusedKeys } from './service-items.ts';

/** The table of the service. */
export interface ServiceTableSettings {
  /** Global secondary indexes, by name. An item without a key of an index is not in it. */
  readonly indexes?: Readonly<Record<string, IndexSettings>>;
}

/** A table of the project's own. It gets what the table of the service has: recovery, encryption, limits of the stage. */
export interface TableSettings extends ServiceTableSettings, TableKeys {
  /** The attribute with the time, in seconds since 1970, after which DynamoDB deletes an item. */
  readonly expires?: string;
}

export interface IndexSettings extends TableKeys {
  /** The attributes that it has: `all` by default; `keys` are those of the table and of the index; or these besides. */
  readonly project?: 'all' | 'keys' | readonly string[];
}

export interface TableKeys {
  readonly partition: TableKey;
  readonly sort?: TableKey;
}

/** The name of an attribute whose values are strings, or its name and type. */
export type TableKey = string | { readonly name: string; readonly type: 'string' | 'number' | 'binary' };

/** docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html */
const attributeRule = textRule('the name of an attribute: 1 to 255 characters', /^.{1,255}$/s);

const keyMembersRule = objectRule<Exclude<TableKey, string>>(
  { name: attributeRule, type: choiceRule('string', 'number', 'binary') },
  'an object with name and type',
  ['name', 'type'],
);

const keyRule: SettingRule = {
  accepts: 'the name of an attribute, or an object with its name and type',
  check: (value, path) =>
    typeof value === 'string' ? attributeRule.check(value, path) : keyMembersRule.check(value, path),
};

const attributesRule = listRule(attributeRule, 'a list of at least one attribute');

const projectRule: SettingRule = {
  accepts: '"all", "keys", or a list of attributes',
  check: (value, path) =>
    Array.isArray(value)
      ? attributesRule.check(value, path)
      : valueRule(projectRule.accepts, (given) => given === 'all' || given === 'keys').check(value, path),
};

/** DynamoDB's quota. */
const maxIndexes = 20;

/** DynamoDB takes names of 3 to 255 characters. */
const indexNameRule = withCheck(resourceNameRule, (value, path) =>
  String(value).length < 3
    ? [{ path, found: `the name ${shownValue(value)}`, accepted: 'at least 3 characters' }]
    : [],
);

const indexesRule = withCheck(
  recordRule(
    indexNameRule,
    objectRule<IndexSettings>(
      { partition: keyRule, sort: keyRule, project: projectRule },
      'an object with partition, and optionally sort and project',
      ['partition'],
    ),
    'an object of indexes, by name',
  ),
  (value, path) => {
    const count = Object.keys(membersOf(value)).length;
    return count > maxIndexes
      ? [{ path, found: `${count} indexes`, accepted: `at most ${maxIndexes} (DynamoDB)` }]
      : [];
  },
);

export const serviceTableRule = withCheck(
  objectRule<ServiceTableSettings>({ indexes: indexesRule }, 'an object with indexes'),
  (value, path) => [
    ...typeClashes({ partition: 'pk', sort: 'sk', ...membersOf(value) }, path),
    ...Object.entries(membersOf(membersOf(value)['indexes'])).flatMap(([name, index]) =>
      refusedKeys(index, [...path, 'indexes', name]),
    ),
  ],
);

/** DynamoDB keeps one type for each attribute of keys. */
function typeClashes(table: unknown, path: SettingPath): SettingProblem[] {
  const types = new Map<string, string>();
  const clashesOf = (keys: unknown, at: SettingPath) =>
    (['partition', 'sort'] as const).flatMap((member) => {
      const key = membersOf(keys)[member];
      const { name, type = 'string' } = typeof key === 'string' ? { name: key } : membersOf(key);
      const earlier = types.get(String(name));
      types.set(String(name), earlier ?? String(type));
      if (key === undefined || earlier === undefined || earlier === type) return [];
      const found = `the type ${shownValue(type)} of ${shownValue(name)}`;
      return [{ path: [...at, member], found, accepted: `${shownValue(earlier)}, as another key has it` }];
    });
  const indexes = Object.entries(membersOf(membersOf(table)['indexes']));
  return [
    ...clashesOf(table, path),
    ...indexes.flatMap(([name, index]) => clashesOf(index, [...path, 'indexes', name])),
  ];
}

export const tablesRule = recordRule(
  resourceNameRule,
  withCheck(
    objectRule<TableSettings>(
      { partition: keyRule, sort: keyRule, expires: attributeRule, indexes: indexesRule },
      'an object with partition, and optionally sort, expires and indexes',
      ['partition'],
    ),
    typeClashes,
  ),
  'an object of tables, by name',
);

/** The name and type of a key. */
export function keyAttribute(key: TableKey): Exclude<TableKey, string> {
  return typeof key === 'string' ? { name: key, type: 'string' } : key;
}
