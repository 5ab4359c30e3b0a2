/** Checks of `anyOf` and `oneOf` with errors of which a client can make use. */

import { _, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import { or } from 'ajv/dist/compile/codegen/index.js';
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js';
import type { JSONType } from 'ajv/dist/compile/rules.js';
import { checkDataType } from 'ajv/dist/compile/validate/dataType.js';
import { maxJsonDepth } from '../../shared/json/inspect-json.ts';
import type { JsonSchema } from './json-schema.ts';

type Code = CodeKeywordDefinition['code'];

/** An integer is a number. */
const types = ['string', 'number', 'boolean', 'null', 'array', 'object'] as const;

/**
 * If only one alternative has the JSON type of a value, the value is checked against it, and its errors are reported. Other
 * values are tried against all, and one error says that none fits.
 */
export function byType(own: Code): Code {
  return (context, ruleType) => {
    const { gen, data, it, keyword, parentSchema } = context;
    const isReported = it.allErrors && it.createErrors !== false && !it.opts.unevaluated;
    const { single, hasShared } = alternativesOf(context);
    const [first] = single.keys();
    if (first === undefined || !isReported || parentSchema['discriminator']) return own(context, ruleType);
    for (const [schemaProp, names] of single) {
      const isOf = names.map((name) => checkDataType(name, data, it.opts.strictNumbers));
      gen[schemaProp === first ? 'if' : 'elseIf'](or(...isOf));
      context.subschema({ keyword, schemaProp }, gen.name('_valid'));
    }
    gen.else();
    context.setParams({ passing: _`null` });
    if (hasShared) own(context, ruleType);
    else context.error();
    return gen.endIf();
  };
}

interface Alternatives {
  /** By the number of an alternative, the types that no other has. */
  readonly single: ReadonlyMap<number, JSONType[]>;
  /** Whether several have a type. */
  readonly hasShared: boolean;
}

function alternativesOf({ schema, it }: KeywordCxt): Alternatives {
  const all = (schema as readonly JsonSchema[]).map((each) => typesIn(each, it));
  const single = new Map<number, JSONType[]>();
  let hasShared = false;
  for (const type of types) {
    const [only, second] = [...all.keys()].filter((index) => all[index]?.includes(type) ?? true);
    // If an alternative names no types, its errors would say less than the list of all.
    if (second !== undefined || (only !== undefined && !all[only])) hasShared = true;
    else if (only !== undefined) single.set(only, [...(single.get(only) ?? []), type]);
  }
  return { single, hasShared };
}

/** Undefined if values of all types may fit. */
function typesIn({ type, $ref }: JsonSchema, it: KeywordCxt['it'], depth = 0): readonly string[] | undefined {
  if (type !== undefined) return [type].flat().map((each) => (each === 'integer' ? 'number' : String(each)));
  // The reader refuses references that go deeper.
  if ($ref === undefined || depth > maxJsonDepth) return undefined;
  const found = resolveRef.call(it.self, it.schemaEnv.root, it.baseId, String($ref));
  return found instanceof SchemaEnv ? typesIn(Object(found.schema), it, depth + 1) : undefined;
}

/** For a value that is of no type of a union, or a list without an item of a type, what each of them says is not of interest. */
export function reportAlone(own: Code): Code {
  return (context, ruleType) => {
    const report = context.error.bind(context);
    context.error = (...error) => {
      context.reset();
      report(...error);
    };
    own(context, ruleType);
  };
}
