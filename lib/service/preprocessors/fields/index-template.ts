/** An index template whose mapping fits all documents of a sample, in any order. */

import { isIP } from 'node:net';
import type { DataRecord, RecordValue } from '../base/record.ts';
import { isRecord } from '../base/record.ts';
import type { DiscoveredField } from './discover-fields.ts';
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
  const addresses = addressPaths(documents);
  const points = pointPaths(fields);
  const conflicts = fields.flatMap(({ path, type }) => (type === 'conflict' ? [path] : []));
  const covering = [...conflicts, ...points];
  const own = fields.filter(
    ({ path, type }) => type !== 'null' && !covering.some((outer) => path.startsWith(`${outer}.`)),
  );
  return [
    ...own.map(
      (field) =>
        [field.path, isText(field) && addresses.has(field.path) ? { type: 'ip' } : mappingOf(field)] as const,
    ),
    ...points.map((path) => [path, { type: 'geo_point' }] as const),
  ];
}

/** Objects without members may be among the values, too. */
function isText({ type }: DiscoveredField): boolean {
  return type === 'text';
}

function put(properties: Properties, path: string, mapping: Mapping): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = properties;
  for (const name of names) {
    const own = Object.hasOwn(at, name) ? at[name] : undefined;
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

/** The paths whose values are all addresses. */
function addressPaths(documents: readonly DataRecord[]): ReadonlySet<string> {
  const isAddress = new Map<string, boolean>();
  for (const document of documents)
    for (const [path, value] of leavesOf(document, ''))
      isAddress.set(path, (isAddress.get(path) ?? true) && isPlainAddress(value));
  return new Set([...isAddress].flatMap(([path, is]) => (is ? [path] : [])));
}

function* leavesOf(value: RecordValue | undefined, path: string): Generator<readonly [string, unknown]> {
  if (Array.isArray(value)) for (const item of value) yield* leavesOf(item, path);
  else if (!isRecord(value)) yield* value === null ? [] : [[path, value] as const];
  else
    for (const [name, own] of Object.entries(value))
      yield* leavesOf(own, path === '' ? name : `${path}.${name}`);
}

/** Engines take no address with a zone. */
function isPlainAddress(value: unknown): boolean {
  return typeof value === 'string' && isIP(value) > 0 && !value.includes('%');
}

/** The paths of objects with a latitude and a longitude, and nothing else. */
function pointPaths(fields: readonly DiscoveredField[]): readonly string[] {
  const byParent = Map.groupBy(fields, ({ path }) => path.slice(0, Math.max(path.lastIndexOf('.'), 0)));
  const known = new Set(fields.map(({ path }) => path));
  return [...byParent].flatMap(([parent, own]) => {
    const [latitude, longitude] = ['lat', 'lon'].map((name) =>
      own.find(({ path }) => path === `${parent}.${name}`),
    );
    const isPair = own.length === 2 && latitude?.count === longitude?.count && !known.has(parent);
    return parent !== '' && isPair && isAngle(latitude, 90) && isAngle(longitude, 180) ? [parent] : [];
  });
}

function isAngle(field: DiscoveredField | undefined, limit: number): boolean {
  const {
    type = 'null',
    min = limit + 1,
    max = limit + 1,
    nulls = 1,
    multi_valued: isList = true,
  } = field ?? {};
  const isNumber = ['long', 'float', 'double'].includes(type) && nulls === 0 && !isList;
  return isNumber && min >= -limit && max <= limit;
}
