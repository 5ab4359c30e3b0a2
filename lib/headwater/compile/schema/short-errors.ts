/**
 * Makes the code of ajv short. Most of it makes errors: here a call makes each, with the parts of its schema that the message
 * names in place of the whole schema. Checks of required, unknown and simple members are calls, too.
 */

import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, Name, stringify } from 'ajv';
import { strConcat } from 'ajv/dist/compile/codegen/index.js';
import ajvErrors from 'ajv/dist/compile/errors.js';
import { resolveRef, type SchemaEnv } from 'ajv/dist/compile/index.js';
import type { KeywordErrorCxt } from 'ajv/dist/types/index.js';
import { getValidate } from 'ajv/dist/vocabularies/core/ref.js';
import { addError, checkClosed, checkEach, checkRequired } from '../../shared/json/add-errors.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { omitUndefined } from '../../shared/json/omit.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { isNever, mapValues } from './walk.ts';

/** What the messages of a keyword say of the schema that has it (lib/headwater/run/http/request/). */
const said: Readonly<Record<string, (schema: Schema) => JsonSchema>> = {
  pattern: ({ 'x-message': message }) => omitUndefined({ 'x-message': message }),
  propertyNames: ({ propertyNames }) => {
    const { pattern, 'x-message': message }: Schema = membersOf(propertyNames);
    return { propertyNames: omitUndefined({ pattern, 'x-message': message }) };
  },
  additionalProperties: ({ properties = {} }) => ({
    properties: mapValues<unknown, boolean>(
      properties,
      (each) => each !== false && !isNever(membersOf(each)),
    ),
  }),
  discriminator: ({ oneOf, discriminator: { propertyName: name = '' } = {} }) => ({
    oneOf: oneOf?.map(({ properties }) => (properties ? { properties: { [name]: properties[name] } } : {})),
  }),
  anyOf: ({ anyOf }) => ({ anyOf: anyOf?.map(typeOnly) }),
  oneOf: ({ oneOf }) => ({ oneOf: oneOf?.map(typeOnly) }),
  not: ({ not }: { readonly not?: unknown }) => (not === true ? { not } : {}),
};

/** @param title of a schema that is written in place of a reference. */
function typeOnly({ type, required, title, $ref }: Schema): JsonSchema {
  const name = $ref ?? title;
  // What tells apart objects without names, and no more than a message has room for.
  const names = name === undefined ? required?.slice(0, 3) : undefined;
  return omitUndefined({ type, $ref: name, required: names });
}

type ErrorContext = Pick<KeywordErrorCxt, 'gen' | 'it'>;

const vErrors = new Name('vErrors');
const errors = new Name('errors');
const instancePath = new Name('instancePath');

type Helper = (...values: never[]) => unknown;

/** A function that the generated code imports. @param file of lib/headwater/shared/json/. */
export function helperCode({ gen }: Pick<ErrorContext, 'gen'>, file: string, helper: Helper): Code {
  const code = _`require(${`headwater/internal/json/${file}`}).${new Name(helper.name)}`;
  return gen.scopeValue('func', { ref: helper, code });
}

/** Calls a function of add-errors.ts, which adds to the errors so far. */
export function collect(context: ErrorContext, add: Helper, values: readonly Code[]): void {
  const { gen } = context;
  gen.assign(vErrors, _`${helperCode(context, 'add-errors', add)}(${joined([vErrors, ...values])})`);
  if (add === addError) gen.code(_`${errors}++`);
  else gen.assign(errors, _`${vErrors}?.length ?? 0`);
}

function joined(values: readonly Code[]): Code {
  return values.reduce((before, value) => _`${before}, ${value}`);
}

/** A constant, which all functions of the module share. @param prefix of its name. */
export function constant({ gen }: Pick<ErrorContext, 'gen'>, value: object, prefix = 'obj'): Code {
  const code = stringify(value);
  return gen.scopeValue(prefix, { ref: value, key: code.toString(), code });
}

/** Where the value is that is checked. */
export function instancePathOf({ it }: ErrorContext): Code {
  return strConcat(instancePath, it.errorPath);
}

/** The instances of ajv whose code is short. */
const short = new WeakSet<object>();

// ajv has no option for errors. No keyword reports the errors of types and of schemas that are `false`.
for (const name of ['reportError', 'reportExtraError'] as const) {
  const report: typeof ajvErrors.reportError = ajvErrors[name];
  const reportShort: typeof report = (context, error, ...others) => {
    const { it, keyword, schema, parentSchema = {}, data } = context;
    // Errors of `not` and `if` are lost.
    if (!short.has(it.self) || it.createErrors === false) return report(context, error, ...others);
    const literal = { value: stringify(schema) };
    const named = Object.create(context, { schemaCode: literal, schemaValue: literal });
    const params = typeof error?.params === 'function' ? error.params(named) : _`{}`;
    const parts = ownMember(said, keyword)?.(parentSchema) ?? {};
    const more = keyword === 'enum' ? [_`{data: ${data}}`] : [];
    if (Object.keys(parts).length > 0) more.push(_`{parentSchema: ${constant(context, parts)}}`);
    // The issue of a name is about the name: what is wrong with it is not an issue of its own.
    const name = it.propertyName === undefined ? keyword : '';
    collect(context, addError, [instancePathOf(context), stringify(name), params, ...more]);
  };
  Object.assign(ajvErrors, { [name]: reportShort });
}

/** Writes the code of a keyword. */
export type WriteCode = CodeKeywordDefinition['code'];

/** What keywords of objects are written as, in place of ajv's own code. @param areCalled References are calls and nothing else. */
export function shortKeywords(
  ajv: object,
  areCalled: boolean,
): Readonly<Record<string, (own: WriteCode) => WriteCode>> {
  short.add(ajv);
  return {
    required: ifReported((context) => {
      const { data, schema } = context;
      collect(context, checkRequired, [data, stringify(schema), instancePathOf(context)]);
    }),
    additionalProperties: ifReported((context, own) => {
      const { data, schema, parentSchema, it } = context;
      if (schema !== false || parentSchema['patternProperties']) return own(context);
      it.props = true;
      const known = constant(context, said['additionalProperties']?.(parentSchema) ?? {});
      return collect(context, checkClosed, [data, known, instancePathOf(context)]);
    }),
    ...(areCalled ? { properties: ifReported(writeProperties) } : {}),
  };
}

function ifReported(write: (context: KeywordCxt, own: (context: KeywordCxt) => void) => void) {
  return (own: WriteCode): WriteCode =>
    (context, ruleType) => {
      const writeOwn = (each: KeywordCxt) => own(each, ruleType);
      if (context.it.allErrors && context.it.createErrors !== false) write(context, writeOwn);
      else writeOwn(context);
    };
}

/** Names that are the ends of paths as they are. */
const plainName = /^(?!__proto__$)[A-Za-z_$][\w$-]*$/;

/** Members that functions check are checked by one call, if they follow each other: errors keep their order. */
function writeProperties(context: KeywordCxt, own: (context: KeywordCxt) => void): void {
  const { data, schema, it } = context;
  const runs: { readonly isCalled: boolean; readonly parts: [name: string, part: unknown][] }[] = [];
  for (const [name, part] of Object.entries(schema)) {
    const isCalled =
      !it.compositeRule && plainName.test(name) && Object.keys(membersOf(part)).join() === '$ref';
    if (runs.at(-1)?.isCalled !== isCalled) runs.push({ isCalled, parts: [] });
    runs.at(-1)?.parts.push([name, part]);
  }
  const checkOf = ({ $ref }: JsonSchema): Code => {
    const found = resolveRef.call(it.self, it.schemaEnv.root, it.baseId, String($ref));
    return getValidate(context, found as SchemaEnv);
  };
  const anchors = it.opts.dynamicRef ? [new Name('dynamicAnchors')] : [];
  for (const { isCalled, parts } of runs) {
    const checks = () => parts.map(([name, part]) => _`${name}: ${checkOf(part as JsonSchema)}`);
    if (isCalled)
      collect(context, checkEach, [data, _`{${joined(checks())}}`, instancePathOf(context), ...anchors]);
    else own(Object.create(context, { schema: { value: Object.fromEntries(parts) } }));
  }
}
