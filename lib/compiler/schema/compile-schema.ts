/** The one place that knows ajv. Nothing of it runs in a function: only the code that it writes does. */

import { _, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { formats } from '../../json/formats.ts';
import type { JsonSchema } from './json-schema.ts';

const options: Options = {
  allErrors: true,
  // Without it `required: ["toString"]` would be met by the prototype.
  ownProperties: true,
  // Parameters may have the names of anything; only the schema is strict.
  strict: true,
  // Of several variants only the one that an object says it is gets checked, and reported on.
  discriminator: true,
  strictRequired: false,
  strictTypes: false,
  // The schemas are written by json-schema.ts: checking each against the schema of schemas would take most of the time.
  meta: false,
  validateSchema: false,
  // Errors carry the schema they broke, from which the message says what would be accepted.
  verbose: true,
  messages: false,
  formats,
};

/** How the written code finds the formats: esbuild turns the call into an import. */
const code = { source: true, esm: true, lines: true, formats: _`require("#lib/json/formats.ts").formats` };

/** How the written code compares unique items, and how it should. */
const ajvEqual = 'require("ajv/dist/runtime/equal").default';
const ownEqual = 'require("#lib/json/equal.ts").equal';

/** Compiles for use in the build itself. */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  return new Ajv2020(options).compile(schema);
}

/**
 * The source of an ES module whose one export `validate` is the compiled
 * schema; nothing else is needed to run it but ajv's own small helpers.
 */
export function compileToModule(schema: JsonSchema): string {
  const ajv = new Ajv2020({ ...options, code });
  ajv.addSchema({ ...schema, $id: 'validate' });
  const source = standaloneCode.default(ajv, { validate: 'validate' });
  return source.replaceAll(ajvEqual, ownEqual);
}
