import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import type { TypePlan } from '../../../shared/plan/type-plan.ts';
import { modelsById, modelsWithin } from '../../schema/models.ts';

/** Marks the models that only consumers name: no client ever meets them. */
export function withInternalModels(resource: ResourcePlan): ResourcePlan {
  const { background = [], models, apis } = resource;
  const byId = modelsById(models);
  const changes = background.flatMap((plan) => (plan.kind === 'consumer' ? [plan.type] : []));
  if (changes.length === 0) return resource;
  const internal = modelsWithin(changes, byId);
  const served = modelsWithin(
    apis.flatMap(({ operations }) => operations.flatMap(typesOf)),
    byId,
  );
  return {
    ...resource,
    models: models.map((model) =>
      internal.has(model.id) && !served.has(model.id) ? { ...model, isInternal: true } : model,
    ),
  };
}

type Operation = ResourcePlan['apis'][number]['operations'][number];

function typesOf({ result, versions = [], body, parameters, errorResponses }: Operation): TypePlan[] {
  const named = errorResponses.flatMap(({ responseModel }) => responseModel ?? []);
  return [
    ...[result, ...versions.map(({ type }) => type), ...(body ? [body.type] : [])],
    ...[...parameters, ...(body?.fields ?? [])].map(({ type }) => type),
    ...named.map((id): TypePlan => ({ kind: 'model', id })),
  ];
}
