/** The compiled validator of one operation: of `{ input, body }`, after the cast. */

import type { OperationPlan } from '../../plan/operation-plan.ts';
import type { ModelPlan, TypePlan } from '../../plan/type-plan.ts';
import { compileToModule } from '../schema/compile-schema.ts';
import { type JsonSchema, modelSchema, toJsonSchema } from '../schema/json-schema.ts';

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
      ? { $defs: Object.fromEntries(used.map((model) => [model.id, modelSchema(model)])) }
      : {}),
  };
}

/** The models that types refer to, directly or through others, in the order of their declaration. */
function modelsWithin(types: readonly TypePlan[], models: readonly ModelPlan[]): ModelPlan[] {
  const reached = new Set<string>();
  const pending = [...types];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.kind === 'array') pending.push(next.items);
    if (next.kind !== 'model' || reached.has(next.id)) continue;
    const { id } = next;
    reached.add(id);
    pending.push(
      ...(models.find((model) => model.id === id)?.properties ?? []).map((property) => property.type),
    );
  }
  return models.filter((model) => reached.has(model.id));
}
