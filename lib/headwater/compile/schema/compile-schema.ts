/** The only module that uses ajv. A function contains the code that ajv generates, not ajv itself. */

import {
  _,
  type Code,
  type CodeKeywordDefinition,
  Name,
  nil,
  type Options,
  type ValidateFunction,
} from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js';
import { mergeEvaluated } from 'ajv/dist/compile/util.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { getValidate } from 'ajv/dist/vocabularies/core/ref.js';
import { addErrors } from '../../shared/json/add-errors.ts';
import { checkOnce, checkReporting } from '../../shared/json/check-once.ts';
import { countCharacters } from '../../shared/json/count-characters.ts';
import { equal } from '../../shared/json/equal.ts';
import { formats } from '../../shared/json/formats.ts';
import { lazyCheck } from '../../shared/json/lazy-check.ts';
import { isMultipleOf } from '../../shared/json/multiple-of.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { shareSchemas } from './share-schemas.ts';
import { collect, helperCode, instancePathOf, shortKeywords, type WriteCode } from './short-errors.ts';
import { alternating, knowMembers, namingMembers, seenProps } from './unevaluated-members.ts';
import { byType, reportAlone } from './union-by-type.ts';
import { isAny, partsBy, referencesIn, subschemas } from './walk.ts';

const options: Options = {
  allErrors: true,
  // Otherwise the prototype would satisfy `required: ["toString"]`.
  ownProperties: true,
  // Authors may write keywords that say nothing where they stand.
  strict: false,
  // Checks an object only against the variant that its discriminator names.
  discriminator: true,
  // json-schema.ts makes the schemas. Validating them against the meta-schema would take most of the time.
  meta: false,
  validateSchema: false,
  messages: false,
  formats,
};

/** How the generated code names what it needs; `withImports` makes imports of the calls. */
const code = {
  source: true,
  esm: true,
  lines: true,
  formats: _`require("headwater/internal/json/formats").formats`,
};

/** How ajv's code compares unique items and counts characters, and what replaces it. */
const replaced = new Map([
  ['require("ajv/dist/runtime/equal").default', 'require("headwater/internal/json/equal").equal'],
  [
    'require("ajv/dist/runtime/ucs2length").default',
    'require("headwater/internal/json/count-characters").countCharacters',
  ],
]);

function newAjv(schema: JsonSchema, more: Options, part?: string): Ajv2020 {
  const ajv = new Ajv2020({ ...options, ...more });
  // The message of a pattern, for the issue of a value that does not match it.
  ajv.addKeyword('x-message').removeKeyword('multipleOf').addKeyword(multipleOfKeyword);
  const definitions = ['$defs', 'definitions'].flatMap((name) => Object.values(schema[name] ?? {}));
  // A document has its schemas elsewhere.
  const isWhole = !('components' in schema);
  const has = (isOf: IsOf) => !isWhole || [schema, ...definitions].some((each) => hasPart(each, isOf));
  // Null is the value of json-schema.ts, which refers to nothing.
  const isRepeated = has(
    (keyword, part, whole) =>
      (repeating.includes(keyword) && !equal(part['not'], { type: 'null' })) ||
      (uniting.includes(keyword) && checksBeside(whole)),
  );
  const isTried = has((keyword, part) => tried.includes(keyword) && referencesIn(part).length > 0);
  // Otherwise ajv writes code that remembers what each check has seen.
  Object.assign(ajv.opts, {
    unevaluated: JSON.stringify(schema).includes('"unevaluated'),
    dynamicRef: isRepeated || isTried,
  });
  return withUnions(ajv, isRepeated, part);
}

type IsOf = (keyword: string, part: Schema, whole: Schema) => boolean;

function hasPart(schema: Schema, isOf: IsOf): boolean {
  return partsBy(schema).some(([keyword, part]) => isOf(keyword, part, schema) || hasPart(part, isOf));
}

/** Keywords that check a value, or members of it, beside other keywords that may do the same. */
const repeating = ['allOf', 'dependentSchemas', 'patternProperties', 'if'];

const uniting = ['anyOf', 'oneOf'];

/** Whether a schema with alternatives checks members or items besides, which the alternatives may check, too. */
function checksBeside({ discriminator, properties = {}, ...schema }: Schema): boolean {
  const others = Object.keys(schema).filter(
    (keyword) => keyword === '$ref' || Object.hasOwn(subschemas, keyword),
  );
  if (others.length > 1) return true;
  if (!discriminator) return Object.keys(properties).length > 0;
  const named = Object.keys(properties).filter((name) => name !== discriminator.propertyName);
  // The build writes `{}` where all alternatives say the same.
  const isChecked = (each: Schema) =>
    each.$ref !== undefined || named.some((name) => !isAny(ownMember(each.properties, name) ?? {}));
  return named.length > 0 && (schema.oneOf ?? []).some(isChecked);
}

/** Keywords whose errors are not reported. */
const tried = ['anyOf', 'oneOf', 'not', 'if', 'contains', 'propertyNames'];

/** ajv takes longer to improve its code than code that runs a few times saves. */
const once: Options = { code: { optimize: false } };

/** Compiles a schema for use in the build itself. */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  return newAjv(schema, { ...once, verbose: true }).compile(schema);
}

/** For a document that other tools read, too: a keyword or a format that ajv does not know says nothing. */
const lenient: Options = { logger: false, discriminator: false, messages: true };

/**
 * Compiles parts of a document when they are needed.
 *
 * @returns a function that takes the JSON pointer of a schema (`#/components/schemas/Thing`).
 */
export function documentCompiler(document: JsonSchema): (pointer: string) => ValidateFunction {
  const ajv = newAjv(document, { ...lenient, ...once, verbose: true });
  ajv.addSchema({ ...document, $id: 'document:/' });
  // ajv keeps what it has compiled.
  return (pointer) => ajv.getSchema(`document:/${pointer}`) as ValidateFunction;
}

/** What the source of a module imports in place of the checks of a part. */
export const partImport = 'import("part")';

/**
 * Compiles a schema to the source of an ES module that exports `validate`. It
 * imports only small helpers of lib/headwater/shared/json.
 *
 * @param part A reference that `partImport` checks.
 */
export function compileToModule(schema: JsonSchema, part?: string): string {
  const shared = shareSchemas(schema);
  const ajv = newAjv(shared, { code, verbose: true, inlineRefs: false }, part);
  ajv.addSchema({ ...shared, $id: 'validate' });
  let source = standaloneCode.default(ajv, { validate: 'validate' });
  for (const [call, own] of replaced) source = source.replaceAll(call, own);
  return withImports(withoutUnused(source));
}

/** A bundle contains the whole of a module that it requires, so the source imports names. In texts of the descriptor, a backslash precedes each quote. */
function withImports(source: string): string {
  const imports = new Set<string>();
  const named = source.replaceAll(/\brequire\("(headwater\/[^"]+)"\)\.(\w+)/g, (_call, path, name) => {
    imports.add(`import { ${name} } from "${path}";\n`);
    return name;
  });
  return [...imports, named].join('');
}

/** Without what nothing reads: most of the context of a check, and schemas. A text of the descriptor never begins a line. */
function withoutUnused(source: string): string {
  const short = source.replaceAll(/^(function \w+\(data, \{instancePath=""), .*?rootData=data/gm, '$1');
  return short.replaceAll(/^const (schema\d+) = .*;\n/gm, (line, name: string) =>
    short.match(new RegExp(`\\b${name}\\b`, 'g'))?.length === 1 ? '' : line,
  );
}

const lazyCode = _`require("headwater/internal/json/lazy-check").lazyCheck(() => import(${'part'}))`;

/** The keyword of ajv itself divides binary fractions, so 0.3 would not be a multiple of 0.1. */
const multipleOfKeyword: CodeKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: { message: 'must be a multiple', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
  code(context) {
    const isMultiple = helperCode(context, 'multiple-of', isMultipleOf);
    context.fail(_`!${isMultiple}(${context.data}, ${context.schemaCode})`);
  },
};

/** ajv's own keywords take 2^n time for values of n unions within each other, and n² for n errors. */
function withUnions(ajv: Ajv2020, isRepeated: boolean, part: string | undefined): Ajv2020 {
  replace(ajv, 'contains', reportAlone);
  for (const keyword of ['anyOf', 'oneOf']) replace(ajv, keyword, (own) => byType(reportAlone(own)));
  replace(ajv, '$ref', (own) => refer(own, isRepeated, part));
  if (ajv.opts.discriminator) replace(ajv, 'discriminator', knowTag);
  for (const keyword of bounded) replace(ajv, keyword, ifBounded);
  if (ajv.opts.unevaluated) {
    for (const keyword of alternating) if (ajv.getKeyword(keyword)) replace(ajv, keyword, knowMembers);
    const closing = definitionOf(ajv, 'unevaluatedProperties');
    if (closing.error) Object.assign(closing, { error: namingMembers(closing.error) });
  }
  const short = ajv.opts.code.source ? shortKeywords(ajv, !isRepeated && !ajv.opts.unevaluated) : {};
  for (const [keyword, change] of Object.entries(short)) replace(ajv, keyword, change);
  return ajv;
}

function replace(ajv: Ajv2020, keyword: string, change: (own: WriteCode) => WriteCode): void {
  const definition = definitionOf(ajv, keyword);
  Object.assign(definition, { code: change(definition.code) });
}

/** A copy, which each instance of ajv has for itself. */
function definitionOf(ajv: Ajv2020, keyword: string): CodeKeywordDefinition {
  const definition = ajv.getKeyword(keyword);
  if (typeof definition === 'object' && 'code' in definition) return definition;
  throw new Error(`ajv has no ${keyword}.`);
}

const bounded = ['items', 'prefixItems', 'uniqueItems', 'contains', 'pattern'];

/**
 * Checks items only if there are not too many, and a slow pattern only of a text that is not too long: ajv collects every
 * error, and half a million bad items in one body would take 331 MB.
 */
function ifBounded(own: WriteCode): WriteCode {
  return (context, ruleType) => {
    const { gen, data, it, keyword, parentSchema } = context;
    const { maxItems, maxLength, isQuadratic }: Schema = parentSchema;
    const most = keyword === 'pattern' ? isQuadratic && maxLength : maxItems;
    // Otherwise, ajv stops at the first error.
    if (most === undefined || !it.allErrors) return own(context, ruleType);
    const count = () => helperCode(context, 'count-characters', countCharacters);
    const size = keyword === 'pattern' ? _`${count()}(${data})` : _`${data}.length`;
    return gen.if(_`${size} <= ${most}`, () => own(context, ruleType));
  };
}

/** A variant does not check again the property that has named it, and that is required beside the variants. */
function knowTag(own: WriteCode): WriteCode {
  return (context, ruleType) => {
    const { it, parentSchema, schema } = context;
    const tag: string = schema.propertyName;
    const check = context.subschema.bind(context);
    context.subschema = ({ keyword, schemaProp }, valid) => {
      const { properties, required, ...rest }: JsonSchema = parentSchema[String(keyword)][Number(schemaProp)];
      const known = {
        ...rest,
        ...(properties ? { properties: { ...properties, [tag]: true } } : {}),
        ...(Array.isArray(required) ? { required: required.filter((name) => name !== tag) } : {}),
      };
      const schemaPath = _`${it.schemaPath}.${new Name(String(keyword))}[${Number(schemaProp)}]`;
      const { topSchemaRef, errSchemaPath } = it;
      return check({ schema: known, schemaPath, topSchemaRef, errSchemaPath }, valid);
    };
    own(context, ruleType);
  };
}

/** Each value is checked once against each alternative. These errors are not reported, so one stands for all. */
function refer(own: WriteCode, isRepeated: boolean, part: string | undefined): WriteCode {
  return (context, ruleType) => {
    const { gen, it, schema, data } = context;
    const found = resolveRef.call(it.self, it.schemaEnv.root, it.baseId, schema);
    if (!(found instanceof SchemaEnv)) return own(context, ruleType);
    const isPart = schema === part;
    const check = isPart
      ? gen.scopeValue('func', { ref: lazyCheck, code: lazyCode })
      : getValidate(context, found);
    const see = () => {
      if (!it.opts.unevaluated) return;
      const [props, items] = ['props', 'items'].map((part) =>
        gen.var(part, _`${check}.evaluated.${new Name(part)}`),
      );
      // Into a copy: other members are added to it, and what the check has seen may be a constant.
      if (props && it.props !== true) it.props = mergeEvaluated.props(gen, props, seenProps(context), Name);
      if (items && it.items !== true) it.items = mergeEvaluated.items(gen, items, it.items, Name);
    };
    const anchors = it.opts.dynamicRef ? _`, dynamicAnchors` : nil;
    const call = (checked: Code) =>
      _`${checked}(${data}, {instancePath: ${instancePathOf(context)}${anchors}})`;
    const wrapped = (wrap: typeof checkOnce) => _`${helperCode(context, 'check-once', wrap)}(${check})`;
    if (it.compositeRule) return context.result(call(wrapped(checkOnce)), see);
    const called = isRepeated ? wrapped(checkReporting) : check;
    const failed = () => collect(context, addErrors, [_`${check}.errors`]);
    // What is wrong with members that the target knows is reported: they are not unknown besides.
    context.result(call(called), undefined, failed);
    return see();
  };
}
