/** Values that are valid for a plain schema by construction, and mutations of them. */

import { isDeepStrictEqual } from 'node:util';
import type { Draw } from './draw.ts';
import type { PlainSchema } from './plain-schema.ts';

export interface ValueSource {
  readonly draw: Draw;
  readonly definitions: PlainSchema;
  /** Restricts texts to characters that survive in a URL, a header and a comma-separated list. */
  readonly isTame?: boolean;
  /** Sometimes draws a value just outside a limit. */
  readonly isLoose?: boolean;
}

const examplesOfPattern: Readonly<Record<string, readonly string[]>> = {
  '^[a-z]+$': ['a', 'xyz'],
  '^\\d{3}-\\d{4}$': ['123-4567'],
  '^[A-Z][a-z]*$': ['A', 'Zoe'],
  '\\S': ['x', 'a b'],
  '^[^/]+$': ['a', 'a b'],
  '^.{2,5}$': ['ab', '12345'],
  '^\\p{Lu}': ['A', 'Éa'],
};
const examplesOfFormat: Readonly<Record<string, readonly string[]>> = {
  byte: ['aGk=', 'AAAA', '+/8='],
  date: ['2024-02-29', '0001-01-01'],
  'date-time': ['2024-02-29T12:00:00Z', '2016-12-31T23:59:60Z', '2024-01-01t00:00:00.25+01:30'],
};
const characters = ['a', 'Z', '0', ' ', ',', 'é', '😀', '"', '\u2028', '\\'];
const tameCharacters = ['a', 'Z', '0', '-'];
const anything: readonly unknown[] = ['text', 7, true, ['a', 1], { deep: { er: [] } }, 0.5];

/** @param depth Optional members below this depth are omitted, since models may be recursive. */
export function drawValue(source: ValueSource, schema: PlainSchema, depth = 3): unknown {
  const { draw, definitions, isTame, isLoose } = source;
  if (isLoose && draw.chance(15)) return drawNearMiss(source, schema);
  if (typeof schema.$ref === 'string') {
    return drawValue(source, definitions[schema.$ref.replace('#/definitions/', '')] as PlainSchema, depth);
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return draw.pick(schema.enum);
  // The first variant of a model requires no other variant, so recursion ends with it.
  if (Array.isArray(schema.anyOf))
    return drawValue(source, depth > 0 ? draw.pick(schema.anyOf) : schema.anyOf[0], depth);
  switch (schema.type) {
    case 'string':
      return drawText(draw, schema, isTame ? tameCharacters : characters);
    case 'integer':
    case 'number':
      return drawNumber(draw, schema);
    case 'boolean':
      return draw.chance(50);
    case 'array':
      return drawItems(source, schema, depth);
    case 'object':
      return drawMembers(source, schema, depth);
    default:
      return isTame ? 'text' : draw.pick(anything);
  }
}

function drawNearMiss({ draw, ...rest }: ValueSource, schema: PlainSchema): unknown {
  const { type, minimum, maximum, maxLength, items } = schema;
  switch (type) {
    case 'string':
      return draw.pick<unknown>([
        '',
        'é/'.repeat(Number(maxLength ?? 5)),
        '2023-02-29',
        '2024-01-01T24:00:00Z',
        'aGk',
        1,
      ]);
    case 'integer':
    case 'number':
      return draw.pick<unknown>([Number(minimum ?? 0) - 1, Number(maximum ?? 0) + 1, 0.5, 3e9, -3e9, '1']);
    case 'array': {
      const item = drawValue({ draw, ...rest, isLoose: false }, items as PlainSchema, 0);
      return Array.from({ length: draw.nat(6) }, () => item);
    }
    default:
      return draw.pick<unknown>([null, {}, [], 'x', 0]);
  }
}

function drawText(
  draw: Draw,
  { pattern, format, minLength, maxLength }: PlainSchema,
  alphabet: readonly string[],
): string {
  if (typeof pattern === 'string') {
    const examples = examplesOfPattern[pattern] ?? [];
    return draw.pick(alphabet === tameCharacters ? examples.slice(0, 1) : examples);
  }
  if (typeof format === 'string') return draw.pick(examplesOfFormat[format] ?? []);
  const least = Number(minLength ?? (alphabet === tameCharacters ? 1 : 0));
  const most = Number(maxLength ?? least + 3);
  const length =
    Math.max(least, alphabet === tameCharacters ? 1 : 0) + draw.nat(Math.max(0, most - Math.max(least, 1)));
  return Array.from({ length }, () => draw.pick(alphabet)).join('');
}

function drawNumber(draw: Draw, { type, minimum, maximum }: PlainSchema): number {
  const low = Number(minimum ?? -1e6);
  const high = Number(maximum ?? Math.max(low, 1e6));
  const from = minimum === undefined ? Math.min(low, high) : low;
  const between = from + (high - from) * (draw.nat(1_000) / 1_000);
  const values = [from, high, type === 'integer' ? Math.trunc(between) : between, 0, 1];
  const fitting = values.filter((value) => value >= from && value <= high);
  // Adding 0 turns -0 into 0.
  return draw.pick(fitting) + 0;
}

function drawItems(
  source: ValueSource,
  { items, minItems, maxItems, uniqueItems }: PlainSchema,
  depth: number,
): unknown[] {
  const least = Math.max(Number(minItems ?? 0), source.isTame && depth > 0 ? 1 : 0);
  const most = Number(maxItems ?? least + 2);
  const length = depth > 0 ? least + source.draw.nat(most - least) : least;
  const values = Array.from({ length }, () => drawValue(source, items as PlainSchema, depth - 1));
  if (!uniqueItems) return values;
  return values.filter(
    (value, index) => !values.slice(0, index).some((other) => isDeepStrictEqual(other, value)),
  );
}

function drawMembers(source: ValueSource, schema: PlainSchema, depth: number): object {
  const { draw } = source;
  const properties = (schema.properties ?? {}) as Readonly<Record<string, PlainSchema>>;
  const required = (schema.required ?? []) as readonly string[];
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || (depth > 0 && draw.chance(50)),
  );
  const members = names.map((name): [string, unknown] => [
    name,
    drawValue(source, properties[name] as PlainSchema, depth - 1),
  ]);
  const additional = schema.additionalProperties ?? true;
  if (additional !== false && depth > 0 && draw.chance(30)) {
    const value =
      typeof additional === 'object' ? drawValue(source, additional as PlainSchema, depth - 1) : 1;
    members.push(['another', value]);
  }
  return Object.fromEntries(members);
}

const junk: readonly unknown[] = [
  ...[null, true, '', 'x', 'a b', '2023-02-29', -1, 1.5, 0, 2 ** 31, -3e9, 2 ** 53, 1e300, -0],
  ...[[], {}, [1, 1], ['x', 'x'], { kind: 'x' }, { constructor: 1 }, 'xxxxxxxxxxxxxxxx', '😀'],
];

/** Changes one thing in the value, which is usually invalid afterwards. */
export function mutated(draw: Draw, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || draw.chance(15)) return draw.pick(junk);
  if (Array.isArray(value)) return mutatedItems(draw, value);
  const entries = Object.entries(value);
  const at = draw.nat(Math.max(0, entries.length - 1));
  const [name, member] = entries[at] ?? ['new', null];
  switch (draw.nat(3)) {
    case 0:
      return Object.fromEntries(entries.toSpliced(at, 1));
    case 1:
      return { ...value, [draw.pick(['unknown', 'name', 'toString', 'a/b', '~'])]: draw.pick(junk) };
    default:
      return Object.fromEntries(entries.toSpliced(at, 1, [name, mutated(draw, member)]));
  }
}

function mutatedItems(draw: Draw, values: readonly unknown[]): unknown[] {
  const at = draw.nat(Math.max(0, values.length - 1));
  switch (draw.nat(3)) {
    case 0:
      return values.toSpliced(at, 1);
    case 1:
      return [...values, ...values, ...values];
    case 2:
      return [...values, draw.pick(junk)];
    default:
      return values.toSpliced(at, 1, mutated(draw, values[at]));
  }
}
