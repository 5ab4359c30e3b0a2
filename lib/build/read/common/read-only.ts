/** PUT and PATCH take the members back that the service sets: which JSON bodies may have them. */

import type { OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import type { ModelPlan, ObjectShape, TypePlan } from '../../../shared/plan/type-plan.ts';
import { modelsById, modelsWithin, variantsOf } from '../../schema/models.ts';

export function withReadOnly(resource: ResourcePlan): ResourcePlan {
  const byId = modelsById(resource.models);
  const apis = resource.apis.map((api) => ({
    ...api,
    operations: api.operations.map((operation) => marked(operation, byId)),
  }));
  return { ...resource, apis };
}

function marked(operation: OperationPlan, byId: ReadonlyMap<string, ModelPlan>): OperationPlan {
  const { body, method } = operation;
  if (!body || body.fields || (method !== 'PUT' && method !== 'PATCH')) return operation;
  if (!hasReadOnly(body.type, byId)) return operation;
  const runtime = { ...body.runtime, hasReadOnly: true } as const;
  return { ...operation, runtime: { ...operation.runtime, body: runtime }, body: { ...body, runtime } };
}

function hasReadOnly(type: TypePlan, byId: ReadonlyMap<string, ModelPlan>): boolean {
  const models = [...modelsWithin([type], byId)].flatMap((id) => variantsOf(id, byId));
  return [...models, ...shapesIn(type)].some((shape) => isMarked(shape));
}

function isMarked({ properties, additional }: ObjectShape): boolean {
  return (
    properties.some(({ isReadOnly, type }) => isReadOnly || shapesIn(type).some(isMarked)) ||
    (additional !== undefined && shapesIn(additional).some(isMarked))
  );
}

/** The objects that a type describes itself, without models. */
function shapesIn(type: TypePlan): ObjectShape[] {
  if (type.kind === 'object') return type.shape ? [type.shape] : [];
  if (type.kind === 'array') return shapesIn(type.items);
  return type.kind === 'union' ? type.of.flatMap(shapesIn) : [];
}
