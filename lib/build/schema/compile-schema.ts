/** The only module that uses ajv. A function contains the code that ajv generates, not ajv itself. */

import { _, type CodeKeywordDefinition, Name, nil, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js';
import { mergeEvaluated } from 'ajv/dist/compile/util.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { callValidateCode } from 'ajv/dist/vocabularies/code.js';
import { getValidate } from 'ajv/dist/vocabularies/core/ref.js';
import { addErrors } from '../../shared/json/add-errors.ts';
import { checkOnce, checkReporting } from '../../shared/json/check-once.ts';
import { equal } from '../../shared/json/equal.ts';
import { formats } from '../../shared/json/formats.ts';
import { isMultipleOf } from '../../shared/json/multiple-of.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { shareSchemas } from './share-schemas.ts';
import { shortenErrors } from './short-errors.ts';
import { partsBy } from './walk.ts';

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
  formats: _`require("#lib/shared/json/formats.ts").formats`,
};

/** How ajv's code compares unique items and counts characters, and what replaces it. */
const replaced = new Map([
  ['require("ajv/dist/runtime/equal").default', 'require("#lib/shared/json/equal.ts").equal'],
  [
    'require("ajv/dist/runtime/ucs2length").default',
    'require("#lib/shared/json/count-characters.ts").countCharacters',
  ],
]);

function newAjv(schema: JsonSchema, more: Options): Ajv2020 {
  const ajv = new Ajv2020({ ...options, ...more });
  // The message of a pattern, for the issue of a value that does not match it.
  ajv.addKeyword('x-message').removeKeyword('multipleOf').addKeyword(multipleOfKeyword);
  const definitions = ['$defs', 'definitions'].flatMap((name) => Object.values(schema[name] ?? {}));
  // A document has its schemas elsewhere.
  const isRepeated = 'components' in schema || [schema, ...definitions].some(isRepeating);
  return withUnions(ajv, { isSeen: isSeenIn(schema), isRepeated });
}

/** Whether something asks which members and items other schemas have seen. */
function isSeenIn(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"unevaluated');
}

const repeating = ['allOf', 'dependentSchemas', 'patternProperties', 'if'];

/** Whether a keyword checks a value, or members of it, beside other keywords that may do the same. */
function isRepeating(schema: JsonSchema): boolean {
  return partsBy(schema).some(
    ([keyword, part]) => (repeating.includes(keyword) && !isBound(part)) || isRepeating(part),
  );
}

/** The conditions of json-schema.ts, which refer to nothing. */
function isBound({ not, maxLength, maxItems }: Schema): boolean {
  return maxLength !== undefined || maxItems !== undefined || equal(not, { type: 'null' });
}

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
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document:/${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
}

/**
 * Compiles a schema to the source of an ES module that exports `validate`. It
 * imports only small helpers of lib/shared/json.
 */
export function compileToModule(schema: JsonSchema): string {
  const ajv = newAjv(schema, { code, verbose: true, inlineRefs: false });
  ajv.addSchema({ ...shareSchemas(schema), $id: 'validate' });
  let source = standaloneCode.default(ajv, { validate: 'validate' });
  for (const [call, own] of replaced) source = source.replaceAll(call, own);
  return shortenErrors(withImports(withoutUnused(source, isSeenIn(schema))));
}

/** Of a module that is required, a bundle has everything. In texts of the descriptor, a backslash precedes each quote. */
function withImports(source: string): string {
  const imports = new Set<string>();
  const named = source.replaceAll(/\brequire\("(#lib\/[^"]+)"\)\.(\w+)/g, (_call, path, name) => {
    imports.add(`import { ${name} } from "${path}";\n`);
    return name;
  });
  return [...imports, named].join('');
}

/**
 * A fifth of the code, which nothing reads; `checkOnce` alone reads the context of a validation, and a schema with
 * `unevaluated…` what others have seen. Texts of the descriptor are in quotes, too: they are passed over whole.
 */
function withoutUnused(source: string, isSeen: boolean): string {
  const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
  const context = [
    String.raw`,parentData(?::\w+)?,parentDataProperty(?::(?:${quoted}|\w+))?,rootData,dynamicAnchors(?=\}\))`,
    String.raw`, parentData, parentDataProperty, rootData=data, dynamicAnchors=\{\}(?=\}=)`,
  ];
  const marks = [
    String.raw`^const (?<of>evaluated\d+) = validate\d+\.evaluated;\n`,
    String.raw`if\(\k<of>\.dynamicProps\)\{\n\k<of>\.props = undefined;\n\}\n`,
    String.raw`if\(\k<of>\.dynamicItems\)\{\n\k<of>\.items = undefined;\n\}\n`,
  ].join('');
  const evaluated = [
    marks,
    String.raw`^validate\d+\.evaluated = \{.*\};\n`,
    String.raw`^evaluated\d+\.(?:props|items) = \w+;\n`,
  ];
  const unused = [`,schemaPath:${quoted}`, ...(source.includes('check-once') ? [] : context)];
  const without = (parts: readonly string[]) =>
    source.replaceAll(new RegExp(`(?<unused>${parts.join('|')})|${quoted}`, 'gm'), (text, ...match) =>
      match.at(-1).unused === undefined ? text : '',
    );
  const shortest = without([...unused, ...evaluated]);
  // ajv may have written a form that is not known here.
  return isSeen || /\bevaluated\d/.test(shortest) ? without(unused) : shortest;
}

const isMultipleCode = _`require("#lib/shared/json/multiple-of.ts").isMultipleOf`;
const onceCode = _`require("#lib/shared/json/check-once.ts").checkOnce`;
const reportCode = _`require("#lib/shared/json/check-once.ts").checkReporting`;
const addCode = _`require("#lib/shared/json/add-errors.ts").addErrors`;

/** The keyword of ajv itself divides binary fractions, so 0.3 would not be a multiple of 0.1. */
const multipleOfKeyword: CodeKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: { message: 'must be a multiple', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
  code(context) {
    const isMultiple = context.gen.scopeValue('func', { ref: isMultipleOf, code: isMultipleCode });
    context.fail(_`!${isMultiple}(${context.data}, ${context.schemaCode})`);
  },
};

/** Variables in the code of ajv. */
const vErrors = new Name('vErrors');
const errors = new Name('errors');

/** ajv's own keywords take 2^n time for values of n unions within each other, and n² for n errors. */
function withUnions(ajv: Ajv2020, use: ReferenceUse): Ajv2020 {
  for (const keyword of ['anyOf', 'oneOf']) replace(ajv, keyword, reportAlone);
  replace(ajv, '$ref', (own) => refer(own, use));
  if (ajv.opts.discriminator) replace(ajv, 'discriminator', knowTag);
  return ajv;
}

type Code = CodeKeywordDefinition['code'];

function replace(ajv: Ajv2020, keyword: string, change: (own: Code) => Code): void {
  const definition = ajv.getKeyword(keyword);
  if (typeof definition !== 'object' || !('code' in definition)) throw new Error(`ajv has no ${keyword}.`);
  const own = definition.code;
  ajv.removeKeyword(keyword).addKeyword({ ...definition, keyword, code: change(own) });
}

/** For a value that is of no type of a union, what each of them says is not of interest. */
function reportAlone(own: Code): Code {
  return (context, ruleType) => {
    const report = context.error.bind(context);
    context.error = (...error) => {
      context.reset();
      report(...error);
    };
    own(context, ruleType);
  };
}

/** A variant does not check again the property that has named it, and that is required beside the variants. */
function knowTag(own: Code): Code {
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

interface ReferenceUse {
  /** Whether something asks which members and items the other schema has seen. */
  readonly isSeen: boolean;
  /** Whether several references may check the same part of a value. */
  readonly isRepeated: boolean;
}

/** Each value is checked once against each alternative. These errors are not reported, so one stands for all. */
function refer(own: Code, { isSeen, isRepeated }: ReferenceUse): Code {
  return (context, ruleType) => {
    const { gen, it, schema } = context;
    const found = resolveRef.call(it.self, it.schemaEnv.root, it.baseId, schema);
    if (!(found instanceof SchemaEnv)) return own(context, ruleType);
    const check = getValidate(context, found);
    const see = () => {
      if (!isSeen) return;
      const [props, items] = ['props', 'items'].map((part) =>
        gen.var(part, _`${check}.evaluated.${new Name(part)}`),
      );
      if (props && it.props !== true) it.props = mergeEvaluated.props(gen, props, it.props, Name);
      if (items && it.items !== true) it.items = mergeEvaluated.items(gen, items, it.items, Name);
    };
    if (it.compositeRule) {
      const once = _`${gen.scopeValue('func', { ref: checkOnce, code: onceCode })}(${check})`;
      context.result(callValidateCode(context, once, nil), see);
      return;
    }
    const add = gen.scopeValue('func', { ref: addErrors, code: addCode });
    const called = isRepeated
      ? _`${gen.scopeValue('func', { ref: checkReporting, code: reportCode })}(${check})`
      : check;
    context.result(callValidateCode(context, called, nil), see, () => {
      gen.assign(vErrors, _`${add}(${vErrors}, ${check}.errors)`);
      gen.assign(errors, _`${vErrors}.length`);
    });
  };
}
