/** Checks of `anyOf` and `oneOf` with errors of which a client can make use. */

import { _, type Code, type KeywordCxt, nil } from 'ajv';
import { getProperty, or } from 'ajv/dist/compile/codegen/index.js';
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js';
import type { JSONType } from 'ajv/dist/compile/rules.js';
import { checkDataType } from 'ajv/dist/compile/validate/dataType.js';
import { isObject, membersOf } from '../../shared/json/is-object.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import { reachable } from '../../shared/reachable.ts';
import { typesIn } from './flat.ts';
import { constant, type WriteCode } from './short-errors.ts';

/** An integer is a number. */
const types = ['string', 'number', 'boolean', 'null', 'array', 'object'] as const;

/**
 * If a value can only fit one alternative, it is checked against that one, and its errors are reported: the only one of its
 * JSON type, or the one that a constant member names, as a `discriminator` does. Other values are tried against all, and one
 * error says that none fits.
 */
export function byType(own: WriteCode): WriteCode {
  return (context, ruleType) => {
    const { gen, data, it, parentSchema } = context;
    const isReported = it.allErrors && it.createErrors !== false && !it.opts.unevaluated;
    const { single, tag, hasShared } = alternativesOf(context);
    if ((single.size === 0 && !tag) || !isReported || parentSchema['discriminator'])
      return own(context, ruleType);
    const isOf = (name: JSONType) => checkDataType(name, data, it.opts.strictNumbers);
    const cases: (readonly [condition: Code, check: () => void])[] = [...single].map(([index, names]) => [
      or(...names.map(isOf)),
      () => checkOne(context, index),
    ]);
    if (tag) cases.push([isOf('object'), () => checkNamed(context, tag)]);
    for (const [index, [condition, check]] of cases.entries()) {
      gen[index === 0 ? 'if' : 'elseIf'](condition);
      check();
    }
    gen.else();
    context.setParams({ passing: _`null` });
    if (hasShared) own(context, ruleType);
    else context.error();
    return gen.endIf();
  };
}

function checkOne(context: KeywordCxt, schemaProp: number): void {
  const { gen, keyword } = context;
  context.subschema({ keyword, schemaProp }, gen.name('_valid'));
}

/** Checks an object against the alternative that it names, or says which names there are. */
function checkNamed(context: KeywordCxt, { name, texts }: Tag): void {
  const { gen, data, it, parentSchema } = context;
  const chosen = gen.const('tag', _`${data}${getProperty(name)}`);
  for (const [order, [index, own]] of [...texts].entries()) {
    gen[order === 0 ? 'if' : 'elseIf'](_`${constant(context, own)}.includes(${chosen})`);
    checkOne(context, index);
  }
  gen.else();
  // What is required beside the union is reported there.
  const required = parentSchema['required']?.includes(name) ? [] : [name];
  const schema = { required, properties: { [name]: { enum: [...texts.values()].flat() } } };
  const topSchemaRef = constant(context, schema, 'schema');
  const place = { schema, schemaPath: nil, topSchemaRef, errSchemaPath: it.errSchemaPath };
  context.subschema(place, gen.name('_valid'));
  gen.endIf();
}

interface Tag {
  /** The name of a member that each object must have. */
  readonly name: string;
  /** By the number of an alternative, the texts that no other has. */
  readonly texts: ReadonlyMap<number, readonly string[]>;
}

interface Alternatives {
  /** By the number of an alternative, the types that no other has. */
  readonly single: ReadonlyMap<number, JSONType[]>;
  /** What tells apart several with objects. */
  readonly tag: Tag | undefined;
  /** Whether values of another type may fit several, or one that names no types: its errors would say less than the list. */
  readonly hasShared: boolean;
}

function alternativesOf({ schema, it }: KeywordCxt): Alternatives {
  const all = (schema as readonly Schema[]).map((each) => partsOf(each, it));
  const typesOf = all.map((parts) => parts.map(typesIn).find((names) => names !== undefined));
  const isOf = (index: number, type: JSONType) => {
    const names = typesOf[index] ?? [type];
    return names.includes(type) || (type === 'number' && names.includes('integer'));
  };
  const single = new Map<number, JSONType[]>();
  let tag: Tag | undefined;
  let hasShared = false;
  for (const type of types) {
    const fitting = [...all.keys()].filter((index) => isOf(index, type));
    const [only, second] = fitting;
    if (only === undefined) continue;
    if (type === 'object' && second !== undefined) tag = tagOf(fitting, all);
    if (second === undefined && typesOf[only] !== undefined)
      single.set(only, [...(single.get(only) ?? []), type]);
    else if (type !== 'object' || !tag) hasShared = true;
  }
  return { single, tag, hasShared };
}

/** The schema, and others that all of its values satisfy. */
function partsOf(schema: Schema, it: SchemaScope): readonly Schema[] {
  const parts = reachable<Schema>([schema], (part) =>
    [resolveSchema(part, it) ?? [], part.allOf ?? []].flat(),
  );
  return [...parts];
}

export type SchemaScope = Pick<KeywordCxt['it'], 'self' | 'schemaEnv' | 'baseId'>;

/** What the reference of a schema names. */
export function resolveSchema(
  { $ref }: Schema,
  { self, schemaEnv, baseId }: SchemaScope,
): Schema | undefined {
  const found = $ref === undefined ? undefined : resolveRef.call(self, schemaEnv.root, baseId, $ref);
  const target = found instanceof SchemaEnv ? found.schema : found;
  return isObject(target) ? target : undefined;
}

/** Members of the first alternative that are tried. */
const mostTried = 8;

/** The first member that each alternative requires, and for which each has other texts. */
function tagOf(fitting: readonly number[], all: readonly (readonly Schema[])[]): Tag | undefined {
  const [first = -1] = fitting;
  const names = new Set((all[first] ?? []).flatMap(({ required = [] }) => required));
  const tried = [...names].filter((name) => textsIn(all[first] ?? [], name).length > 0);
  for (const name of tried.slice(0, mostTried)) {
    const texts = new Map(fitting.map((index) => [index, textsIn(all[index] ?? [], name)]));
    const every = [...texts.values()].flat();
    const isEach = [...texts.values()].every((each) => each.length > 0);
    if (isEach && new Set(every).size === every.length) return { name, texts };
  }
  return undefined;
}

/** The texts of which a required member has one. */
function textsIn(parts: readonly Schema[], name: string): readonly string[] {
  const isRequired = parts.some(({ required = [] }) => required.includes(name));
  for (const { properties = {} } of isRequired ? parts : []) {
    const property: Schema = membersOf(Object.hasOwn(properties, name) && properties[name]);
    const { const: only, enum: values = [only] } = property;
    if (values.every((each) => typeof each === 'string')) return [...new Set(values)];
  }
  return [];
}

/** For a value that is of no type of a union, or a list without an item of a type, what each of them says is not of interest. */
export function reportAlone(own: WriteCode): WriteCode {
  return (context, ruleType) => {
    const report = context.error.bind(context);
    context.error = (...error) => {
      context.reset();
      report(...error);
    };
    own(context, ruleType);
  };
}
