/** `unevaluatedProperties`: which members are unknown, what their issues say, and the type of the whole. */

import type { ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkedSchema } from '../../../../lib/headwater/compile/emit/wiring/validator-source.ts';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { operationsOf } from '../../../../lib/headwater/compile/plan/operations.ts';
import { compileToModule } from '../../../../lib/headwater/compile/schema/compile-schema.ts';
import { describeDiagnostic, isError } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import type { Issue } from '../../../../lib/headwater/run/http/request/issue.ts';
import { issuesFromSchema } from '../../../../lib/headwater/run/http/request/schema-issues.ts';
import type { SchemaError } from '../../../../lib/headwater/run/http/request/schema-rules.ts';
import { amount } from '../../../support/amount.ts';
import { type Draw, drawn, some } from '../../../support/draw.ts';
import { loadValidators } from '../../../support/load-validators.ts';
import { planDocument } from '../../../support/plan-document.ts';
import { listing, makeProject } from '../../../support/project.ts';

type Words = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => readonly Issue[];

const of = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** One operation for each of the named schemas, which is its body and its result. */
function documentOf(schemas: Words, names: readonly string[]): Words {
  const paths = names.map((name) => {
    const content = { 'application/json': { schema: of(name) } };
    const responses = { 200: { description: 'Done', content } };
    const requestBody = { required: true, content };
    return [`/${name}`, { post: { operationId: name, tags: ['thing'], requestBody, responses } }];
  });
  const info = { title: 'Things', version: '1' };
  return { openapi: '3.1.0', info, paths: Object.fromEntries(paths), components: { schemas } };
}

/** The checks that functions make of their bodies. */
async function checksOf(schemas: Words, names: readonly string[]): Promise<ReadonlyMap<string, Check>> {
  const { service, diagnostics } = planDocument(documentOf(schemas, names));
  if (!service) throw new Error(diagnostics.filter(isError).map(describeDiagnostic).join('\n'));
  const models = new Map(service.resources.flatMap((resource) => [...resource.models]));
  const plans = operationsOf(service);
  const loaded = await loadValidators(plans.map((plan) => compileToModule(checkedSchema(plan, models))));
  return new Map(
    plans.map((plan, index) => {
      const validate = loaded[index] as ValidateFunction;
      const check = (body: unknown) =>
        validate({ input: {}, body })
          ? []
          : issuesFromSchema(plan.runtime, validate.errors as unknown as readonly SchemaError[]);
      return [plan.nickname, check];
    }),
  );
}

const text = { type: 'string' };
const schemas = {
  Content: {
    type: 'object',
    required: ['name'],
    properties: { email: { ...text, pattern: '@' }, name: text },
  },
  Managed: { type: 'object', properties: { id: { ...text, readOnly: true } } },
  Input: { allOf: [of('Content')], unevaluatedProperties: false },
  Deep: {
    allOf: [{ allOf: [of('Input2'), of('Managed')] }],
    properties: { size: { type: 'integer' } },
    unevaluatedProperties: false,
  },
  Input2: { allOf: [of('Content')] },
  Choice: {
    type: 'object',
    properties: { kind: text },
    anyOf: [
      {
        type: 'object',
        required: ['kind', 'x'],
        properties: { kind: { const: 'a' }, x: { type: 'integer' } },
      },
      {
        type: 'object',
        required: ['kind', 'y'],
        properties: { kind: { const: 'b' }, y: { type: 'integer' } },
      },
    ],
    unevaluatedProperties: false,
  },
  Either: {
    type: 'object',
    if: { required: ['email'] },
    then: of('Content'),
    else: { properties: { phone: text } },
    unevaluatedProperties: false,
  },
  Condition: {
    type: 'object',
    properties: { kind: text },
    if: { required: ['kind'], properties: { kind: { const: 'a' } } },
    then: { required: ['x'], properties: { x: { type: 'integer' } } },
    dependentSchemas: { x: { properties: { y: { type: 'integer' } } } },
    unevaluatedProperties: false,
  },
};
const names = ['Input', 'Deep', 'Choice', 'Condition', 'Either'];

describe('the issues', () => {
  let checks: ReadonlyMap<string, Check>;
  beforeAll(async () => {
    checks = await checksOf(schemas, names);
  });

  const unknown = (member: string, expected: string) => [
    `/${member}`,
    `unknown member; expected ${expected}`,
  ];
  test.each<[schema: string, value: Words, issues: readonly (readonly string[])[]]>([
    ['Input', { email: 'a@b', name: 'x' }, []],
    ['Input', { email: 'bad', name: 'x' }, [['/email', 'must match @']]],
    [
      'Input',
      { email: 'bad', nmae: 'x' },
      [
        ['/name', 'is required'],
        ['/email', 'must match @'],
        unknown('nmae', 'email, name (did you mean name?)'),
      ],
    ],
    [
      'Deep',
      { email: 'bad', name: 'x', id: 'x', size: 'x', other: 1 },
      [
        ['/email', 'must match @'],
        ['/id', 'is read-only: leave it out'],
        ['/size', 'must be an integer'],
        unknown('other', 'size, email, name'),
      ],
    ],
    ['Choice', { kind: 'a', x: 1 }, []],
    [
      'Choice',
      { kind: 'a', x: 'x' },
      [['', 'must be an object with kind and x, or an object with kind and y']],
    ],
    ['Choice', { kind: 'a', x: 1, y: 1, z: 1 }, [['/y', 'is not allowed here'], unknown('z', 'kind, x, y')]],
    ['Condition', { kind: 'b' }, []],
    ['Condition', { kind: 'b', z: 1 }, [unknown('z', 'kind, x, y')]],
    [
      'Condition',
      { kind: 'a', x: 'x', y: 'y' },
      [
        ['/x', 'must be an integer'],
        ['/y', 'must be an integer'],
      ],
    ],
    ['Condition', { kind: 'b', y: 1 }, [['/y', 'is not allowed here']]],
  ])('of %s: %j', (schema, value, issues) => {
    const found = checks.get(schema)?.(value) ?? [];
    expect(found.map(({ pointer, message }) => [pointer, message])).toEqual(issues);
  });
});

test('what one value has shown is not known of the next one', async () => {
  const check = (await checksOf(schemas, names)).get('Either');
  const given = [{ phone: '1' }, { email: 'a@b', name: 'x', phone: '1' }];
  expect(given.map((each) => check?.(each).map(({ pointer }) => pointer))).toEqual([[], ['/phone']]);
});

test('a handler gets a closed type', async () => {
  const { Input, Deep, Choice, ...others } = schemas;
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': documentOf({ ...others, Input, Deep, Choice }, ['Input', 'Deep', 'Choice']),
    ...Object.fromEntries(
      ['Input', 'Deep', 'Choice'].map((name) => [
        `handlers/thing/${name}.ts`,
        `import type { Handle } from '#generated/types/thing/${name}.ts';
export const handle: Handle = (_input, body) => {
  // @ts-expect-error The member is unknown.
  body['extra'];
  return body;
};
`,
      ]),
    ),
  });
  expect((await build(project)).diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
});

const members = ['a', 'b', 'c', 'd'];

function drawPart(draw: Draw, depth: number): Words {
  const declared = some(draw, members, 1, 2);
  const kinds = declared.map((name) => [
    name,
    draw.pick([{ type: 'string' }, { type: 'integer' }, { const: 1 }]),
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(kinds),
    ...(draw.chance(40) ? { required: [draw.pick(members)] } : {}),
    ...(depth > 0 ? drawParts(draw, depth - 1) : {}),
  };
}

function drawParts(draw: Draw, depth: number): Words {
  const part = () => (depth > 0 && draw.chance(30) ? of('Named') : drawPart(draw, depth));
  const few = () => Array.from({ length: 1 + draw.nat(1) }, part);
  return {
    ...(draw.chance(50) ? { allOf: few() } : {}),
    ...(draw.chance(30) ? { anyOf: few() } : {}),
    // The build reads "oneOf" of equal alternatives as "anyOf".
    ...(draw.chance(20)
      ? { oneOf: [...new Map(few().map((each) => [JSON.stringify(each), each])).values()] }
      : {}),
    ...(draw.chance(20) ? { if: { required: [draw.pick(members)] }, then: part(), else: part() } : {}),
    ...(draw.chance(20) ? { dependentSchemas: { [draw.pick(members)]: part() } } : {}),
  };
}

const drawnSchemas = drawn((draw) => ({
  Named: drawPart(draw, 1),
  Body: { ...drawPart(draw, 0), ...drawParts(draw, 2), unevaluatedProperties: false },
}));

/** Every object whose members are 1, 2 or a text, and none or one that nobody declares. */
const objects = ['z', ...members].reduce<readonly Words[]>(
  (before, name) =>
    before.flatMap((each) => [
      each,
      ...[1, 2, 'x'].slice(name === 'z' ? 2 : 0).map((value) => ({ ...each, [name]: value })),
    ]),
  [{}],
);

/** All names that a schema declares. The second list has those of parts that each value must satisfy. */
function declaredIn(
  schema: Words,
  named: Words,
): readonly [all: readonly string[], certain: readonly string[]] {
  const {
    properties = {},
    allOf = [],
    anyOf = [],
    oneOf = [],
    dependentSchemas = {},
    ...others
  } = schema as Parts;
  const { then: fitting = [], else: other = [], $ref } = others;
  const certain = [...allOf, ...($ref ? [named] : [])].map((part) => declaredIn(part, named));
  const alternatives = [...anyOf, ...oneOf, ...Object.values(dependentSchemas), fitting, other].flat();
  const own = [...Object.keys(properties), ...certain.flatMap(([, names]) => names)];
  const possible = [...certain, ...alternatives.map((part) => declaredIn(part, named))].flatMap(
    ([all]) => all,
  );
  return [[...new Set([...own, ...possible])], own];
}

/**
 * The members that a schema has seen (JSON Schema 2020-12 section 11.3). Plain ajv is no judge of them: it forgets members that it
 * has seen before a part that does not apply.
 *
 * @returns undefined for an object that the schema refuses.
 */
function seenBy(schema: Words, object: Words, named: Words): ReadonlySet<string> | undefined {
  const { properties = {}, required = [], allOf = [], anyOf, oneOf, ...others } = schema as Parts;
  const {
    if: condition,
    then: fitting,
    else: other,
    dependentSchemas = {},
    unevaluatedProperties,
    $ref,
  } = others;
  const isKept = ([name, { type, const: only }]: readonly [string, Words]) => {
    const value = object[name];
    if (value === undefined) return true;
    return only === undefined ? type === (typeof value === 'string' ? 'string' : 'integer') : value === only;
  };
  const see = (part: Words) => seenBy(part, object, named);
  const branch = condition && (see(condition) ? fitting : other);
  const dependent = Object.entries(dependentSchemas).filter(([name]) => name in object);
  const needed = [
    ...allOf,
    ...($ref ? [named] : []),
    ...(branch ? [branch] : []),
    ...dependent.map(([, part]) => part),
  ];
  const seen = needed.map(see);
  const unions = [anyOf, oneOf].map((parts) => parts?.flatMap((part) => see(part) ?? []));
  const isRefused =
    !Object.entries(properties).every(isKept) ||
    !required.every((name) => name in object) ||
    seen.includes(undefined) ||
    unions[0]?.length === 0 ||
    (oneOf && unions[1]?.length !== 1);
  const all = new Set([
    ...Object.keys(properties),
    ...[...seen, ...unions.flat()].flatMap((names) => [...(names ?? [])]),
  ]);
  const isUnseen = unevaluatedProperties === false && !Object.keys(object).every((name) => all.has(name));
  return isRefused || isUnseen ? undefined : all;
}

interface Parts {
  readonly properties?: Readonly<Record<string, Words>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Words[];
  readonly anyOf?: readonly Words[];
  readonly oneOf?: readonly Words[];
  readonly if?: Words;
  readonly then?: Words;
  readonly else?: Words;
  readonly dependentSchemas?: Readonly<Record<string, Words>>;
  readonly unevaluatedProperties?: unknown;
  readonly $ref?: string;
}

interface Judged {
  readonly sample: { readonly Named: Words; readonly Body: Words };
  readonly object: Words;
  readonly issues: readonly Issue[];
}

/** @returns which members are unknown by their issues: those that nobody declares, or that another part declares. */
function unknownIn({ sample, object, issues }: Judged): ('undeclared' | 'misplaced')[] {
  const [declared, certain] = declaredIn(sample.Body, sample.Named);
  const details = JSON.stringify({ object, issues, sample });
  const found = issues.filter(({ code }) => code === 'unknown_member');
  const pointers = found.map(({ pointer }) => pointer);
  expect(pointers.includes('/z'), details).toBe('z' in object);
  return found.map(({ pointer = '', message }) => {
    const name = pointer.slice(1);
    expect(certain, details).not.toContain(name);
    if (declared.includes(name)) {
      expect(message, details).toBe('is not allowed here');
      return 'misplaced';
    }
    const [, expected = ''] = message.replace(/ \(.*/, '').split('expected ');
    expect(expected.split(', ').toSorted(), details).toEqual(declared.toSorted());
    return 'undeclared';
  });
}

test('random parts admit what the specification admits, and only undeclared members are unknown', {
  tags: ['property'],
}, async () => {
  const samples = fc.sample(drawnSchemas, {
    seed: 20261130,
    numRuns: amount({ few: 30, many: 120, most: 400 }),
  });
  const kinds: string[] = [];
  for (const sample of samples) {
    // Parts that contradict each other are refused.
    if (!planDocument(documentOf(sample, ['Body'])).service) continue;
    const check = (await checksOf(sample, ['Body'])).get('Body');
    for (const object of objects) {
      const issues = check?.(object) ?? [];
      expect(issues.length === 0, JSON.stringify({ object, issues, sample })).toBe(
        seenBy(sample.Body, object, sample.Named) !== undefined,
      );
      kinds.push(issues.length === 0 ? 'valid' : 'refused', ...unknownIn({ sample, object, issues }));
    }
  }
  for (const kind of ['valid', 'refused', 'undeclared', 'misplaced'])
    expect(kinds.filter((each) => each === kind).length, kind).toBeGreaterThan(20);
});
