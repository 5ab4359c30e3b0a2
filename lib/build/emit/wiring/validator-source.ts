/** The compiled validator of an operation checks `{ input, body }` after the cast; of a consumer, `{ body }`. */

import type { ConsumerPlan } from '../../../shared/plan/function-plan.ts';
import type { BodyPlan, OperationPlan, ParameterPlan } from '../../../shared/plan/operation-plan.ts';
import type { ModelPlan, TypePlan } from '../../../shared/plan/type-plan.ts';
import { type JsonSchema, modelSchema, toCastSchema, toJsonSchema } from '../../schema/json-schema.ts';
import { modelsById, modelsWithin } from '../../schema/models.ts';
import type { ValidatorModules } from '../../schema/validator-modules.ts';

export function validatorSource(
  plan: OperationPlan,
  models: readonly ModelPlan[],
  modules: ValidatorModules,
): string {
  // Their messages say what is in the schema.
  const isVerbose = hasModels(plan) || plan.parameters.some(({ type }) => hasMessage(type));
  return `${modules.compile(requestSchema(plan, models), { isVerbose })}\n`;
}

export function changeValidatorSource(
  { type }: ConsumerPlan,
  models: readonly ModelPlan[],
  modules: ValidatorModules,
): string {
  const schema = { properties: { body: toJsonSchema(type) }, ...definitionsFor([type], models) };
  return `${modules.compile(schema, { isVerbose: true })}\n`;
}

/** Whether something that is checked is JSON, a model or a union: its errors need `modelRules`. */
export function hasModels({ body, parameters }: Pick<OperationPlan, 'body' | 'parameters'>): boolean {
  return (body !== undefined && body.type.kind !== 'file') || parameters.some(({ type }) => isModel(type));
}

function isModel(type: TypePlan): boolean {
  if (type.kind === 'array' && !type.checks) return isModel(type.items);
  return (
    type.kind === 'model' || type.kind === 'object' || type.kind === 'union' || type.checks !== undefined
  );
}

export const validatorDeclaration = `import type { EventSchema } from '#lib/run/http/steps/check-request.ts';

export declare const validate: EventSchema;
`;

/** The cast checks that required parameters are present; a parameter with an issue is absent here. */
function requestSchema(plan: OperationPlan, models: readonly ModelPlan[]): JsonSchema {
  const types = [...plan.parameters.map(({ type }) => type), ...(plan.body ? [plan.body.type] : [])];
  return {
    properties: {
      input: valuesSchema(plan.parameters),
      ...(plan.body ? { body: bodySchema(plan.body) } : {}),
    },
    ...definitionsFor(types, models),
  };
}

/** The models that the types refer to. */
function definitionsFor(types: readonly TypePlan[], models: readonly ModelPlan[]): JsonSchema {
  const byId = modelsById(models);
  const used = modelsWithin(types, byId);
  const definitions = models.filter(({ id }) => used.has(id));
  if (definitions.length === 0) return {};
  return { $defs: Object.fromEntries(definitions.map((model) => [model.id, modelSchema(model, byId)])) };
}

function hasMessage(type: TypePlan): boolean {
  if (type.kind === 'array') return hasMessage(type.items);
  return type.kind === 'string' && type.message !== undefined;
}

function valuesSchema(parameters: readonly ParameterPlan[]): JsonSchema {
  const schemas = parameters.map(({ runtime, type }) => [runtime.name, toCastSchema(type)] as const);
  return { properties: Object.fromEntries(schemas.filter(([, schema]) => Object.keys(schema).length > 0)) };
}

function bodySchema({ fields, type }: BodyPlan): JsonSchema {
  return fields ? valuesSchema(fields) : toJsonSchema(type);
}
