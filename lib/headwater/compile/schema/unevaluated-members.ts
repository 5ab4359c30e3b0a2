/**
 * `unevaluatedProperties` with errors of which a client can make use. In JSON Schema, a part that fails knows no members: one
 * mistake would make all members of the part unknown.
 */

import { _, type KeywordCxt, type KeywordErrorDefinition, Name } from 'ajv';
import { evaluatedPropsToName, mergeEvaluated } from 'ajv/dist/compile/util.js';
import { membersOf } from '../../shared/json/is-object.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import { reachable } from '../../shared/reachable.ts';
import { constant, type WriteCode } from './short-errors.ts';
import { resolveSchema, type SchemaScope } from './union-by-type.ts';
import { isNever, partsBy, subjects } from './walk.ts';

/** Keywords with parts that a value need not satisfy. */
export const alternating = ['anyOf', 'oneOf', 'discriminator', 'if', 'dependentSchemas'];

/** If such a keyword fails, members that its parts declare are known: its own errors say what is wrong. */
export function knowMembers(own: WriteCode): WriteCode {
  return (context, ruleType) => {
    const { gen, it, parentSchema } = context;
    if (it.props === true) return own(context, ruleType);
    // Where ajv makes the variable itself, members seen before are lost unless a part is valid.
    const props = seenProps(context);
    it.props = props;
    const before = gen.const('_errs', errors);
    own(context, ruleType);
    const { anyOf, oneOf, if: tested, then, else: otherwise, dependentSchemas } = parentSchema;
    const parts = omitUndefined({ anyOf, oneOf, if: tested, then, else: otherwise, dependentSchemas });
    const declared = knownTo(parts, it);
    gen.if(_`${errors} !== ${before}`, () => mergeEvaluated.props(gen, declared, props, Name));
  };
}

const errors = new Name('errors');

/** The variable that holds the members that the schema has seen so far. */
export function seenProps({ gen, it }: Pick<KeywordCxt, 'gen' | 'it'>): Name {
  return it.props instanceof Name ? it.props : evaluatedPropsToName(gen, it.props);
}

/** Keywords that may know members without naming them. */
const naming = ['additionalProperties', 'unevaluatedProperties', 'patternProperties'];

/** The members that parts of a schema know; true for all. */
function knownTo(schema: Schema, it: SchemaScope): true | Readonly<Record<string, true>> {
  const parts = schemasOfValue(schema, it);
  if (parts.some((part) => naming.some((keyword) => part[keyword] !== undefined))) return true;
  const names = parts.flatMap(({ properties = {} }) => Object.keys(properties));
  return Object.fromEntries(names.map((name) => [name, true as const]));
}

/** The schema and its parts that are about the same value, at any depth. */
function schemasOfValue(schema: Schema, it: SchemaScope): readonly Schema[] {
  const parts = reachable<Schema>([schema], (part) => {
    const within = partsBy(part).filter(
      ([keyword]) => keyword === 'if' || ownMember(subjects, keyword) === 'value',
    );
    return [resolveSchema(part, it) ?? [], ...within.map(([, each]) => each)].flat();
  });
  return [...parts];
}

/** Its errors name the members that the schema and its parts declare. */
export function namingMembers({ params: own, ...error }: KeywordErrorDefinition): KeywordErrorDefinition {
  return {
    ...error,
    params: (context) => {
      const { params, parentSchema = {}, it } = context;
      const properties = schemasOfValue(parentSchema, it).flatMap((part) =>
        Object.entries<unknown>(part.properties ?? {}),
      );
      const members = properties.flatMap(([name, each]) =>
        each === false || isNever(membersOf(each)) ? [] : [name],
      );
      const named = constant(context, [...new Set(members)]);
      return _`{unevaluatedProperty: ${params['unevaluatedProperty']}, members: ${named}}`;
    },
  };
}
