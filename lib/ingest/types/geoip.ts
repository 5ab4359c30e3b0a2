import { fieldOption, ignoreMissingOption, targetAt } from '../base/common-options.ts';
import {
  type Compile,
  type Documentation,
  defineType,
  type Effect,
  InvalidOption,
  type LateCompile,
} from '../base/definition.ts';
import { type Failure, fieldFailure, wrongType } from '../base/failure.ts';
import { type FieldPath, knownPath } from '../base/field-path.ts';
import { readFieldValue } from '../base/read-field.ts';
import { copyRecord, type DataRecord, detach, type RecordValue } from '../base/record.ts';
import type { GeoDatabase, GeoProperty } from '../text/geo-database.ts';

const properties = [
  'ip',
  'continent_code',
  'continent_name',
  'country_iso_code',
  'country_name',
  'country_in_european_union',
  'region_iso_code',
  'region_name',
  'city_name',
  'postal_code',
  'timezone',
  'location',
  'accuracy_radius',
  'registered_country_iso_code',
  'registered_country_name',
  'registered_country_in_european_union',
  'asn',
  'organization_name',
  'network',
] as const satisfies readonly GeoProperty[];

const defaultFile = 'GeoLite2-City.mmdb';

/** What a step keeps: the results of so many addresses. */
const maxAddresses = 1000;

export const definition = defineType({
  type: 'geoip',
  options: {
    field: fieldOption,
    target_field: targetAt('geoip'),
    database_file: { kind: 'string', default: defaultFile, minLength: 1, maxLength: 128 },
    properties: {
      kind: 'strings',
      allowed: properties,
      ignoresCase: true,
      minItems: 1,
      maxItems: properties.length,
    },
    first_only: { kind: 'boolean', default: true },
    ignore_missing: ignoreMissingOption,
  },
});

export const documentation: Documentation<typeof definition> = {
  category: 'enrich',
  summary: 'Adds the place or the network of an IP address, from a database of the stage.',
  descriptions: {
    target_field: 'The field for the result. An address that the database does not know leaves it alone.',
    database_file:
      'The file of the database, of the type City, Country or ASN. Without it, records get the tag `_geoip_database_unavailable_` with the name of the file.',
    properties: 'The members of the result, as far as the database has them; by default, those of its type.',
    first_only: 'Of a list of addresses, only the first known one counts; `false` makes a list of results.',
  },
  failures: ['missing_field', 'null_value', 'wrong_type', 'wrong_path', 'not_convertible'],
  examples: [
    {
      title: 'A stage without the database',
      configuration: { field: 'client', database_file: 'Absent-City.mmdb' },
      input: { client: '81.2.69.142' },
      output: { client: '81.2.69.142', tags: ['_geoip_database_unavailable_Absent-City.mmdb'] },
    },
  ],
};

export const effect: Effect<typeof definition> = {
  describe: ({ field, target_field: target, database_file: file }) =>
    `Looks the address in ${field.text} up in ${file}, into ${target.text}.`,
  inputs: ({ field }) => [field.text],
  outputs: ({ target_field: target, properties: chosen }) =>
    chosen ? chosen.map((name) => `${target.text}.${name.toLowerCase()}`) : [`${target.text}.*`],
};

/** The name of a file in the folder of the stage, never a path. */
const fileName = /^[A-Za-z0-9][\w.-]*\.mmdb$/;

export const check: (options: Pick<Options, 'database_file'>) => void = ({ database_file: file }) => {
  if (!fileName.test(file))
    throw new InvalidOption('database_file', 'must be the name of a file, such as GeoLite2-City.mmdb');
};

type Options = Parameters<Compile<typeof definition>>[0];

/** The databases that are open, by their names. */
const opened = new Map<string, GeoDatabase>();

export const compile: LateCompile<typeof definition> = {
  load: async ({ database_file: file = defaultFile }, databases) => {
    if (databases && typeof file === 'string' && fileName.test(file)) {
      const { openGeoDatabase } = await import('../text/geo-database.ts');
      const database = await openGeoDatabase(file, databases);
      if (database) opened.set(file, database);
    }
    return compileStep;
  },
};

const tags = knownPath('tags');

const compileStep: Compile<typeof definition> = (options) => {
  check(options);
  const { field, target_field: target, database_file: file } = options;
  const tag = `_geoip_database_unavailable_${file}`;
  const unavailable = (record: DataRecord) => tags.append(record, [tag], { allowDuplicates: true });
  const database = opened.get(file);
  if (!database) return unavailable;
  const find = finder(database, options);
  return (record) => {
    const read = readFieldValue(options, record);
    if (!read || 'code' in read) return read;
    const found = Array.isArray(read.value)
      ? findAll(read.value, options, find)
      : findOne(read.value, field, find);
    if (found === 'damaged') return unavailable(record);
    return found === undefined || isFailure(found) ? found : target.set(record, found);
  };
};

type Find = (text: string) => ReturnType<GeoDatabase['find']>;
type Result = DataRecord | RecordValue[] | Failure | 'damaged' | undefined;

/** Keeps the results of the last addresses. */
function finder(database: GeoDatabase, { properties: chosen }: Options): Find {
  const names = chosen?.map((name) => name.toLowerCase() as GeoProperty);
  const known = new Map<string, ReturnType<Find>>();
  return (text) => {
    if (known.has(text)) return known.get(text);
    const found = database.find(text, names);
    if (typeof found === 'string') return found;
    if (known.size >= maxAddresses) known.clear();
    known.set(detach(text), found);
    return found;
  };
}

function findOne(value: RecordValue, field: FieldPath, find: Find): Exclude<Result, RecordValue[]> {
  if (typeof value !== 'string') return wrongType(field.text, value, 'a string, or a list of strings');
  const found = find(value);
  if (found === 'no_address') return fieldFailure('not_convertible', field, 'is not an IP address', value);
  return typeof found === 'object' ? copyRecord(found) : found;
}

function findAll(
  values: readonly RecordValue[],
  { field, first_only: isFirstOnly }: Options,
  find: Find,
): Result {
  const results: RecordValue[] = [];
  for (const value of values) {
    const found = findOne(value, field, find);
    if (found === 'damaged' || isFailure(found)) return found;
    if (found && isFirstOnly) return found;
    results.push(found ?? null);
  }
  return results.some((result) => result !== null) ? results : undefined;
}

/** A result of the database has no member `code`. */
function isFailure(result: Result): result is Failure {
  return typeof result === 'object' && 'code' in result;
}
