import { writeJson } from '../../headwater/shared/json/lossless-json.ts';
import { fieldOption, ignoreMissingOption } from '../base/common-options.ts';
import {
  type Check,
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
} from '../base/definition.ts';
import { wrongType } from '../base/failure.ts';
import { readFieldValue } from '../base/read-field.ts';
import { copyRecord, type DataRecord, type RecordValue, readMember, sizeOf } from '../base/record.ts';
import { type FindRows, findByRange, findByValue, keysOf } from '../text/row-table.ts';

/** In characters of JSON. */
const maxRowsSize = 65_536;

export const definition = defineType({
  type: 'enrich',
  options: {
    field: fieldOption,
    target_field: fieldOption,
    rows: { kind: 'objects', required: true, minItems: 1, maxItems: 1000 },
    match_field: { kind: 'string', required: true, minLength: 1, maxLength: 128 },
    match_type: { kind: 'string', default: 'match', allowed: ['match', 'range'] },
    enrich_fields: { kind: 'strings', minItems: 1, maxItems: 100, minLength: 1, maxLength: 128 },
    max_matches: { kind: 'integer', default: 1, minimum: 1, maximum: 128 },
    override: { kind: 'boolean', default: true },
    ignore_missing: ignoreMissingOption,
  },
  grows: true,
});

export const documentation: Documentation<typeof definition> = {
  category: 'enrich',
  summary:
    'Adds the row of a small table that matches a field: names of codes, owners of networks, severities.',
  descriptions: {
    target_field: 'The field for the row. Without a match, it stays as it is.',
    rows: 'The table: objects of at most 65,536 characters of JSON in all.',
    match_field:
      'The member of the rows that the value of the field matches; if the field is a list, any of its values. Each row must have it; a list in it matches any of its values.',
    match_type:
      '`match`: the texts of both are equal, so 1 matches `"1"`. `range`: the member is a network such as `"10.0.0.0/8"`, of which the smallest comes first, or an object of numbers `gte`, `gt`, `lte` and `lt`.',
    enrich_fields: 'The members of the result besides `match_field`; all by default.',
    max_matches: 'The most rows. With 1 the result is an object, otherwise a list of objects.',
    override: 'A value that is not null is replaced.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path'],
  examples: [
    {
      title: 'Names of codes',
      configuration: {
        field: 'status',
        target_field: 'meaning',
        rows: [
          { code: 200, name: 'OK' },
          { code: 404, name: 'Not Found' },
        ],
        match_field: 'code',
      },
      input: { status: '404' },
      output: { status: '404', meaning: { code: 404, name: 'Not Found' } },
    },
    {
      title: 'Owners of networks',
      configuration: {
        field: 'ip',
        target_field: 'net',
        rows: [
          { cidr: '10.0.0.0/8', owner: 'all' },
          { cidr: '10.2.0.0/16', owner: 'lab' },
        ],
        match_field: 'cidr',
        match_type: 'range',
      },
      input: { ip: '10.2.0.9' },
      output: { ip: '10.2.0.9', net: { cidr: '10.2.0.0/16', owner: 'lab' } },
    },
    {
      title: 'An object',
      configuration: { field: 'a', target_field: 'b', rows: [{ k: 1 }], match_field: 'k' },
      input: { a: { c: 1 } },
      failure: 'wrong_type',
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target, match_field: member, rows }) =>
    `Sets ${target.text} to the row whose ${member} matches ${field.text}, of ${rows.length}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target, match_field: member, enrich_fields: members }) =>
    members
      ? [...new Set([member, ...members])].map((name) => `${target.text}.${name}`)
      : [`${target.text}.*`],
};

const expected = 'a string, a number or a boolean, or a list of them';

type Options = Parameters<Compile<typeof definition>>[0];

export const compile: Compile<typeof definition> = (options) => {
  const { field, target_field: target, max_matches: maxMatches, override } = options;
  const find = compileTable(options);
  return (record) => {
    const read = readFieldValue(options, record);
    if (!read || 'code' in read) return read;
    const values = Array.isArray(read.value) ? read.value : [read.value];
    const object = values.find((value) => typeof value === 'object' && value !== null);
    if (object !== undefined) return wrongType(field.text, object, expected);
    if (!override && (target.get(record) ?? null) !== null) return undefined;
    const [first, ...others] = [...new Set(values.flatMap(find))].slice(0, maxMatches).map(copyRecord);
    return first && target.set(record, maxMatches === 1 ? first : [first, ...others]);
  };
};

export const check: Check<typeof definition> = compile;

/** @throws InvalidOption */
function compileTable({
  rows,
  match_field: member,
  match_type: type,
  enrich_fields: kept,
}: Options): FindRows {
  if (sizeOf([...rows]) > maxRowsSize)
    throw new InvalidOption('rows', `must have at most ${maxRowsSize} characters of JSON`);
  const keys = keysOf(rows, member);
  if (typeof keys === 'number')
    throw new InvalidOption(
      'rows',
      `must have the member ${JSON.stringify(member)} in each row; the one at ${keys} has none`,
    );
  const results = new Map(rows.map((row) => [row, pick(row, kept && [member, ...kept])]));
  const picked = keys.map(({ row, key }) => ({ row: results.get(row) ?? row, key }));
  const find = type === 'match' ? findByValue(picked) : findByRange(picked);
  if (typeof find === 'function') return find;
  const accepted =
    type === 'match'
      ? 'a string, a number or a boolean'
      : 'a network such as "10.0.0.0/8", or an object of numbers gte, gt, lte and lt';
  const shown = writeJson(find.wrong).slice(0, 100);
  throw new InvalidOption('rows', `must have ${accepted} as ${JSON.stringify(member)}, not ${shown}`);
}

function pick(row: DataRecord, names: readonly string[] | undefined): DataRecord {
  if (!names) return row;
  const members = [...new Set(names)].map((name): [string, RecordValue | undefined] => [
    name,
    readMember(row, name),
  ]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
