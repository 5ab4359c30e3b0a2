/** The compiled validator of one operation: of `{ input, body }`, after the cast. */

import type { OperationPlan } from '../../plan/operation-plan.ts';
import { type ModelPlan, modelsNamedIn, type TypePlan } from '../../plan/type-plan.ts';
import { compileToModule } from '../schema/compile-schema.ts';
import { type JsonSchema, objectSchema, toJsonSchema } from '../schema/json-schema.ts';

export function validatorSource(plan: OperationPlan, models: readonly ModelPlan[]): string {
  return `${compileToModule(requestSchema(plan, models))}\n`;
}

export const validatorDeclaration = `import type { EventSchema } from '#lib/runtime/middleware.ts';

export declare const validate: EventSchema;
`;

/** Presence of parameters is the cast's to check: what could not be cast is absent here. */
function requestSchema(plan: OperationPlan, models: readonly ModelPlan[]): JsonSchema {
  const parameters = plan.parameters.map((parameter) => [parameter.name, toJsonSchema(parameter.type)]);
  const types = [...plan.parameters.map(({ type }) => type), ...(plan.body ? [plan.body.type] : [])];
  const used = modelsWithin(types, models);
  return {
    type: 'object',
    properties: {
      input: { type: 'object', properties: Object.fromEntries(parameters) },
      ...(plan.body ? { body: toJsonSchema(plan.body.type) } : {}),
    },
    ...(used.length > 0
      ? { $defs: Object.fromEntries(used.map((model) => [model.id, objectSchema(model)])) }
      : {}),
  };
}

/** The models that types refer to, directly or through others, in the order of their declaration. */
function modelsWithin(types: readonly TypePlan[], models: readonly ModelPlan[]): ModelPlan[] {
  const reached = new Set<string>();
  const pending = types.flatMap(modelsNamedIn);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const model = models.find((candidate) => candidate.id === id);
    pending.push(...(model?.properties ?? []).flatMap((property) => modelsNamedIn(property.type)));
  }
  return models.filter((model) => reached.has(model.id));
}
