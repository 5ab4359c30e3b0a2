/** The only module that uses ajv. A function contains the code that ajv generates, not ajv itself. */

import { _, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { formats } from '../../shared/json/formats.ts';
import type { JsonSchema } from './json-schema.ts';
import { multipleOfKeyword } from './multiple-of-keyword.ts';
import { withUnions } from './union-keywords.ts';

const options: Options = {
  allErrors: true,
  // Otherwise the prototype would satisfy `required: ["toString"]`.
  ownProperties: true,
  // Reports mistakes in the schemas.
  strict: true,
  // Checks an object only against the variant that its discriminator names.
  discriminator: true,
  strictRequired: false,
  strictTypes: false,
  // json-schema.ts makes the schemas. Validating them against the meta-schema would take most of the time.
  meta: false,
  validateSchema: false,
  messages: false,
  formats,
};

export interface ModuleOptions {
  /** Errors include value and schema, from which messages say what would be accepted. */
  readonly isVerbose: boolean;
}

/** How the generated code imports the formats: esbuild turns the call into an import. */
const code = {
  source: true,
  esm: true,
  lines: true,
  formats: _`require("#lib/shared/json/formats.ts").formats`,
};

/** How ajv's code compares unique items, and what replaces it. */
const ajvEqual = 'require("ajv/dist/runtime/equal").default';
const ownEqual = 'require("#lib/shared/json/equal.ts").equal';

function newAjv(more: Options): Ajv2020 {
  const ajv = new Ajv2020({ ...options, ...more });
  // The message of a pattern, for the issue of a value that does not match it.
  ajv.addKeyword('x-message').removeKeyword('multipleOf').addKeyword(multipleOfKeyword);
  return withUnions(ajv);
}

/** Compiles a schema for use in the build itself. */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  return newAjv({ verbose: true }).compile(schema);
}

/**
 * Compiles a schema to the source of an ES module that exports `validate`. It
 * imports only small helpers of ajv and of lib/shared/json.
 */
export function compileToModule(schema: JsonSchema, { isVerbose }: ModuleOptions): string {
  const ajv = newAjv({ code, verbose: isVerbose });
  ajv.addSchema({ ...schema, $id: 'validate' });
  const source = standaloneCode.default(ajv, { validate: 'validate' });
  return withoutSchemaPaths(source.replaceAll(ajvEqual, ownEqual));
}

/** A tenth of the code, which nothing reads. Texts of the descriptor are in quotes, too: they are passed over whole. */
function withoutSchemaPaths(source: string): string {
  return source.replaceAll(
    /(,schemaPath:"(?:[^"\\]|\\.)*")|"(?:[^"\\]|\\.)*"/g,
    (text, path: string | undefined) => (path === undefined ? text : ''),
  );
}
