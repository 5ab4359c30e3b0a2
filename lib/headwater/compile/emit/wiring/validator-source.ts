/** The compiled validator of an operation checks `{ input, body }` after the cast; of a consumer, `{ body }`. */

import type { CallerClaimsPlan } from '../../../shared/plan/caller-claims.ts';
import type { ConsumerPlan } from '../../../shared/plan/function-plan.ts';
import { keyOf, type OperationPlan, type ParameterPlan } from '../../../shared/plan/operation-plan.ts';
import type { Models } from '../../../shared/plan/schema.ts';
import { compileToModule, partImport } from '../../schema/compile-schema.ts';
import {
  definitionsWith,
  type JsonSchema,
  schemaWith,
  toCastSchema,
  toJsonSchema,
} from '../../schema/json-schema.ts';
import type { ValidatorModules } from '../../schema/validator-parts.ts';
import { claimsValidatorPath, itemsValidatorPath, validatorPath } from './generated-files.ts';
import type { EmittedFile } from './wiring.ts';

/** The module of the validator, with its types, and of the part that it loads when it needs it. */
export function validatorFiles(
  plan: OperationPlan | ConsumerPlan,
  byId: Models,
  modules: ValidatorModules,
): EmittedFile[] {
  const path = validatorPath(plan);
  const itemsPath = itemsValidatorPath(path);
  const { main, items } = modules.compile(checkedSchema(plan, byId));
  return [
    [path, `${main.replace(partImport, `import(${JSON.stringify(`#generated/${itemsPath}`)})`)}\n`],
    declarationOf(path),
    ...(items === undefined ? [] : [[itemsPath, `${items}\n`] as const]),
  ];
}

/** What checks the claims of callers, as the member `body`. A project without validation of requests has it, too. */
export function claimsValidatorFiles({ schema }: CallerClaimsPlan): EmittedFile[] {
  const main = compileToModule(schemaWith({ properties: { body: schema } }, new Map()));
  // A function has the validator of its requests, too.
  const named = `${main}\nexport { validate as validateClaims };\n`;
  return [[claimsValidatorPath, named], declarationOf(claimsValidatorPath, 'validateClaims')];
}

function declarationOf(path: string, name = 'validate'): EmittedFile {
  return [path.replace(/\.mjs$/, '.d.mts'), validatorDeclaration(name)];
}

/** What the validator checks: the state of a request, or of a change. */
export function checkedSchema(plan: OperationPlan | ConsumerPlan, byId: Models): JsonSchema {
  return 'method' in plan
    ? requestSchema(plan, byId)
    : schemaWith({ properties: { body: plan.schema } }, byId);
}

const validatorDeclaration = (
  name: string,
) => `import type { EventSchema } from 'headwater/internal/steps/check-request';

export declare const ${name}: EventSchema;
`;

/** The cast checks that required parameters are present; a parameter with an issue is absent here. */
function requestSchema({ parameters, body }: OperationPlan, byId: Models): JsonSchema {
  const input = valuesSchema(parameters, byId);
  const schemas = [...parameters, ...(body ? [body] : [])].map(({ schema }) => schema);
  const checked = body && (body.fields ? valuesSchema(body.fields, byId) : toJsonSchema(body.schema, byId));
  return { properties: { input, ...(checked ? { body: checked } : {}) }, ...definitionsWith(schemas, byId) };
}

/** The cast checks no items of an array that is JSON. */
function checkedValue({ runtime, schema }: ParameterPlan, byId: Models): JsonSchema {
  return runtime.cast === 'json-array' ? toJsonSchema(schema, byId) : toCastSchema(schema, byId);
}

function valuesSchema(parameters: readonly ParameterPlan[], byId: Models): JsonSchema {
  const schemas = parameters.map((each) => [keyOf(each.runtime), checkedValue(each, byId)] as const);
  return { properties: Object.fromEntries(schemas.filter(([, schema]) => Object.keys(schema).length > 0)) };
}
