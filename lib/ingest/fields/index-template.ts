/** An index template whose mapping fits all documents of a sample, in any order. */

import { ownMember } from '../../headwater/shared/json/own-member.ts';
import type { DataRecord, RecordValue } from '../base/record.ts';
import { isRecord } from '../base/record.ts';
import { ipv6BytesOf } from '../text/ip-address.ts';
import { type DiscoveredField, maxPathLength } from './discover-fields.ts';
import type { FieldMapping } from './dynamic-mapping.ts';
import { typeAt } from './mapping-preview.ts';

interface TemplateInput {
  /** The name of the index, or of the alias of several. */
  readonly index: string;
  readonly documents: readonly DataRecord[];
  readonly fields: readonly DiscoveredField[];
  /** A mapping that the caller has given: its fields stay as they are. */
  readonly properties?: Readonly<Record<string, FieldMapping>> | undefined;
}

type Mapping = Readonly<Record<string, unknown>>;
type Properties = Record<string, { properties?: Properties } & Record<string, unknown>>;

/** More than the templates that engines come with. */
const priority = 200;
/** In characters. A longer text is not in a keyword. */
const keywordLength = 256;
/** The bounds of `long` and `unsigned_long`. */
const [longEnd, unsignedEnd] = [2n ** 63n, 2n ** 64n];

/**
 * The body of `PUT /_index_template/NAME`. The first value maps a field that the sample does not have, as always, but texts are
 * not taken for dates, and fractions are doubles.
 */
export function indexTemplate({ index, documents, fields, properties = {} }: TemplateInput): Mapping {
  const made = structuredClone(properties) as Properties;
  for (const [path, mapping] of fittingFields(documents, fields))
    if (typeAt(properties, path) === undefined) put(made, path, mapping);
  const fractions = { match_mapping_type: 'double', mapping: { type: 'double' } };
  const mappings = { date_detection: false, dynamic_templates: [{ fractions }], properties: made };
  return { index_patterns: [index, `${index}-0*`], priority, template: { mappings } };
}

function fittingFields(
  documents: readonly DataRecord[],
  fields: readonly DiscoveredField[],
): readonly (readonly [path: string, mapping: Mapping])[] {
  const addresses = pathsOf(documents, isAddress);
  const pointPaths = pathsOf(documents, isPoint);
  const latitudes = fields.flatMap(({ path }) => (path.endsWith('.lat') ? [path.slice(0, -4)] : []));
  const points = latitudes.filter((path) => pointPaths.has(path));
  const conflicts = fields.flatMap(({ path, type }) => (type === 'conflict' ? [path] : []));
  const covering = [...conflicts, ...points];
  const own = fields.filter(
    ({ path, type }) => type !== 'null' && !covering.some((outer) => path.startsWith(`${outer}.`)),
  );
  return [
    ...own.map(
      (field) => [field.path, addresses.has(field.path) ? { type: 'ip' } : mappingOf(field)] as const,
    ),
    ...points.map((path) => [path, { type: 'geo_point' }] as const),
  ];
}

function put(properties: Properties, path: string, mapping: Mapping): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = properties;
  for (const name of names) {
    const own = ownMember(at, name);
    const next = own ?? {};
    if (!own) define(at, name, next);
    next.properties ??= {};
    at = next.properties;
  }
  if (!Object.hasOwn(at, last)) define(at, last, { ...mapping });
}

/** Names such as `__proto__` are names like others. */
function define(properties: Properties, name: string, value: Properties[string]): void {
  Object.defineProperty(properties, name, { value, enumerable: true, writable: true, configurable: true });
}

function mappingOf(field: DiscoveredField): Mapping {
  const { type, formats } = field;
  switch (type) {
    case 'boolean':
      return { type };
    case 'long':
      return { type: integerType(field) };
    case 'float':
    case 'double':
      return { type: 'double' };
    case 'date':
      return { type, format: [...formats.map(formatName), 'epoch_millis'].join('||') };
    case 'object':
      return { type: 'object' };
    // Objects among single values: they are kept, and nobody can search them.
    case 'conflict':
      return { type: 'object', enabled: false };
    default:
      return textMapping(field);
  }
}

/** The engine's name of a format. Its default also takes milliseconds since 1970. */
function formatName(format: string): string {
  return format === 'ISO8601' ? 'strict_date_optional_time' : format;
}

function integerType({ min = 0, max = 0 }: DiscoveredField): string {
  if (BigInt(min) >= -longEnd && BigInt(max) < longEnd) return 'long';
  return BigInt(min) >= 0n && BigInt(max) < unsignedEnd ? 'unsigned_long' : 'double';
}

/** Texts that repeat are names of something: they are found as a whole. */
function textMapping({ count, cardinality, max_length: length = 0 }: DiscoveredField): Mapping {
  const keyword = { type: 'keyword', ignore_above: keywordLength };
  const isName = length <= keywordLength && count > 1 && 2 * cardinality <= count;
  return isName ? keyword : { type: 'text', fields: { keyword } };
}

type Value = RecordValue | undefined;

/** The paths whose values all fit. */
function pathsOf(documents: readonly DataRecord[], fits: (value: Value) => boolean): ReadonlySet<string> {
  const isFitting = new Map<string, boolean>();
  for (const document of documents)
    for (const [path, value] of valuesOf(document, ''))
      isFitting.set(path, (isFitting.get(path) ?? true) && fits(value));
  return new Set([...isFitting].flatMap(([path, is]) => (is ? [path] : [])));
}

/** Each value of the record and of the objects in it. A name with dots says that the paths before them are of objects. */
function* valuesOf(record: DataRecord, prefix: string): Generator<readonly [path: string, value: Value]> {
  for (const [name, value] of Object.entries(record)) {
    if (prefix.length + name.length > maxPathLength) continue;
    const path = prefix + name;
    yield [path, value];
    for (const { index } of name.matchAll(/\./g)) yield [prefix + name.slice(0, index), undefined];
    for (const own of recordsIn(value)) yield* valuesOf(own, `${path}.`);
  }
}

function* recordsIn(value: Value): Generator<DataRecord> {
  if (Array.isArray(value)) for (const item of value) yield* recordsIn(item);
  else if (isRecord(value)) yield value;
}

/** Elasticsearch takes no address with a zone. */
function isAddress(value: Value): boolean {
  if (Array.isArray(value)) return value.every(isAddress);
  return value === null || (typeof value === 'string' && ipv6BytesOf(value) !== undefined);
}

/** In a list of points, engines take neither nulls nor lists. */
function isPoint(value: Value): boolean {
  return value === null || (Array.isArray(value) ? value.every(isPlace) : isPlace(value));
}

/** An object with a latitude and a longitude, and nothing else. */
function isPlace(value: Value): boolean {
  if (!isRecord(value) || Object.keys(value).length !== 2) return false;
  return isAngle(value['lat'], 90) && isAngle(value['lon'], 180);
}

function isAngle(value: Value, limit: number): boolean {
  return (typeof value === 'number' || typeof value === 'bigint') && value >= -limit && value <= limit;
}
