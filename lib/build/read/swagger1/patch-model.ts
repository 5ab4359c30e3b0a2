/**
 * Bodies of application/merge-patch+json (RFC 7396). Every member of the declared
 * type is optional, and null removes it. Objects are merged recursively; all other
 * values, lists included, are replaced.
 */

import { mergePatchMediaType, type OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import type { ModelPlan, ObjectShape, PropertyPlan, TypePlan } from '../../../shared/plan/type-plan.ts';
import { mapApiOperations } from '../../schema/map-type.ts';
import { modelsById } from '../../schema/models.ts';

/** The resource with patch types for such bodies, and with the models that these types need. */
export function withPatchTypes(resource: ResourcePlan): ResourcePlan {
  const models = new PatchModels(resource.models);
  const apis = mapApiOperations(resource.apis, (operation) => withPatchType(operation, models));
  return models.made.length === 0
    ? resource
    : { ...resource, apis, models: [...resource.models, ...models.made] };
}

function withPatchType(operation: OperationPlan, models: PatchModels): OperationPlan {
  const { body } = operation;
  if (!body?.runtime.mediaTypes.includes(mergePatchMediaType)) return operation;
  return { ...operation, body: { ...body, type: models.patchOf(body.type) } };
}

class PatchModels {
  readonly made: ModelPlan[] = [];
  readonly #declared: ReadonlyMap<string, ModelPlan>;
  readonly #idOf = new Map<string, string>();

  constructor(declared: readonly ModelPlan[]) {
    this.#declared = modelsById(declared);
  }

  patchOf(type: TypePlan): TypePlan {
    if (type.kind === 'model') return { kind: 'model', id: this.#patchModelOf(type.id) };
    if (type.kind !== 'object' || !type.shape) return type;
    return { ...type, shape: this.#patchShapeOf(type.shape) };
  }

  /** Models may be recursive, so the id is registered before the members are read. */
  #patchModelOf(id: string): string {
    const known = this.#idOf.get(id);
    if (known !== undefined) return known;
    let patchId = `${id}Patch`;
    while (this.#declared.has(patchId)) patchId += '_';
    this.#idOf.set(id, patchId);
    const model = this.#declared.get(id);
    if (model) {
      const description = `Changes of a ${id}, as a merge patch (RFC 7396). null removes a member`;
      this.made.push({ id: patchId, description, ...this.#patchShapeOf(model) });
    }
    return patchId;
  }

  #patchShapeOf({ properties, additional }: ObjectShape): ObjectShape {
    return {
      properties: properties.map((property) => this.#patchPropertyOf(property)),
      ...(additional ? { additional: orNull(additional) } : {}),
    };
  }

  #patchPropertyOf({ defaultValue: _, ...property }: PropertyPlan): PropertyPlan {
    return { ...property, type: orNull(this.patchOf(property.type)), required: false };
  }
}

function orNull(type: TypePlan): TypePlan {
  if (type.kind === 'any') return type;
  return { kind: 'union', of: [...(type.kind === 'union' ? type.of : [type]), { kind: 'null' }] };
}
