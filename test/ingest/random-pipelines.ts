/** Random configurations and records, made of the examples of every type. */

import fc from 'fast-check';
import { documentedTypes } from '../../lib/ingest/engine/documented-types.ts';

const paths = [
  'a',
  'b',
  'a.b',
  'c.0',
  'c.0.d',
  '__proto__',
  '__proto__.x',
  'constructor',
  "a['b.c']",
  'line',
  'time',
  '',
];
const texts = [
  '',
  'Ada',
  ' 10.0.0.1 GET 512 ',
  '{"a": {"b": [1, null]}, "__proto__": {"x": 1}}',
  'a=1&b="2"&__proto__=3',
  '1,"2,3",,x',
  '10/Oct/2000:13:55:36 -0700',
  '2018-05-02T10:11:12Z',
  'https://u:p@example.org:1/a.b?c#d',
  '%{a} [%{+b}] %{__proto__}',
  '(\\w+)\\s*',
  '{{a}}{{line}}',
  'x'.repeat(3000),
  'é😀\ud800',
];
const conditions = [
  'a:*',
  'NOT b:x',
  'a:[1 TO 5}',
  'a:>9223372036854775807 OR 18446744073709551616',
  'line:10*',
  'time:>=2018 OR (a:true b:"x y")',
  'a:>now-1d',
  '((',
];

const path = fc.constantFrom(...paths);
const text = fc.constantFrom(...texts);

const value = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.double(), fc.bigInt().map(String));

/** Integers beyond 2^53, which records may have. */
const longInteger = fc
  .tuple(fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }), fc.boolean())
  .map(([size, isNegative]) => (isNegative ? -size : size));

export const randomRecord = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'line', 'time', '__proto__', 'b.c'),
  fc.oneof({ weight: 4, arbitrary: value }, longInteger, fc.array(longInteger, { maxLength: 2 })),
  {
    maxKeys: 5,
  },
);

/** Values for the options of a type: mostly such that the configuration is accepted. */
function optionValue(kind: string, name: string): fc.Arbitrary<unknown> {
  if (kind === 'boolean') return fc.boolean();
  if (kind === 'integer') return fc.integer({ min: 0, max: 70_000 });
  if (kind === 'path') return path;
  if (kind === 'paths') return fc.oneof(fc.array(path, { minLength: 1, maxLength: 3 }), path);
  if (kind === 'strings') return fc.array(text, { minLength: 1, maxLength: 3 });
  if (kind === 'texts') return fc.dictionary(fc.constantFrom('A', 'B'), text, { maxKeys: 2 });
  if (kind === 'value') return value;
  if (kind === 'objects')
    return fc.array(
      fc.dictionary(fc.constantFrom('a', '__proto__', 'code'), value, { minKeys: 1, maxKeys: 3 }),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
  if (kind === 'step')
    return fc.oneof(
      fc.record({ type: fc.constant('uppercase'), field: fc.constantFrom('_ingest._value', 'a') }),
      fc.record({ type: fc.constant('append'), field: path, value: fc.constant('{{_ingest._value.a}}') }),
      fc.record({ type: fc.constant('remove'), field: fc.constantFrom('_ingest._value.x', '_ingest', 'c') }),
    );
  return name === 'separator' || name === 'quote' ? fc.constantFrom(',', ';', '"') : text;
}

function configurationOf(type: (typeof documentedTypes)[number]): fc.Arbitrary<Record<string, unknown>> {
  const changes = Object.fromEntries(
    Object.entries(type.options).map(([name, { kind }]) => [name, optionValue(kind, name)]),
  );
  const common = {
    if: fc.constantFrom(...conditions),
    tag: fc.constantFrom('t'),
    ignore_failure: fc.boolean(),
    each: fc.boolean(),
  };
  return fc
    .tuple(
      fc.constantFrom(...type.examples.map(({ configuration }) => configuration)),
      fc.subarray([...Object.keys(changes), ...Object.keys(common)], { maxLength: 2 }),
      fc.record({ ...changes, ...common }),
    )
    .map(([example, names, values]) => {
      const chosen = names.map((name) => [name, (values as Record<string, unknown>)[name]] as const);
      return { type: type.type, ...example, ...Object.fromEntries(chosen) };
    });
}

const step = fc.oneof(...documentedTypes.map(configurationOf));

const stepWithHandlers = fc
  .tuple(step, fc.option(fc.array(step, { minLength: 1, maxLength: 2 }), { freq: 3 }))
  .map(([configuration, handlers]) =>
    handlers ? { ...configuration, on_failure: handlers } : configuration,
  );

/** The `on_failure` of a pipeline. */
export const randomHandlers = fc.array(stepWithHandlers, { maxLength: 2 });

export const randomPipeline = fc.array(stepWithHandlers, { minLength: 1, maxLength: 5 });
