/**
 * Bodies of application/merge-patch+json (RFC 7396). Every member of the declared
 * type is optional, and null removes it. Objects are merged recursively; all other
 * values, lists included, are replaced.
 */

import { omitUndefined } from '../../../shared/json/omit.ts';
import { mergePatchMediaType } from '../../../shared/plan/operation-plan.ts';
import type { ModelPlan, Models, Schema } from '../../../shared/plan/schema.ts';
import type { ResourcePlan } from '../../../shared/plan/service-plan.ts';
import {
  annotationsOf,
  isAny,
  isNever,
  mapApiOperations,
  mapValues,
  modelOf,
  referenceTo,
  withoutAnnotations,
} from '../../schema/walk.ts';

/** The resource with patch types for such bodies, and with the models that these types need. */
export function withPatchTypes(resource: ResourcePlan): ResourcePlan {
  const models = new PatchModels(resource.models);
  const apis = mapApiOperations(resource.apis, (operation) => {
    const { body } = operation;
    if (!body?.runtime.mediaTypes.includes(mergePatchMediaType)) return operation;
    return { ...operation, body: { ...body, schema: models.patchOf(body.schema) } };
  });
  return models.made.size === 0
    ? resource
    : { ...resource, apis, models: new Map([...resource.models, ...models.made]) };
}

class PatchModels {
  readonly made = new Map<string, ModelPlan>();
  readonly #declared: Models;
  readonly #idOf = new Map<string, string>();

  constructor(declared: Models) {
    this.#declared = declared;
  }

  patchOf(schema: Schema): Schema {
    const id = modelOf(schema);
    if (id !== undefined) return { ...schema, ...referenceTo(this.#patchModelOf(id)) };
    if (schema.type !== 'object') return schema;
    const { properties, required: _, additionalProperties: others, ...rest } = schema;
    return {
      ...rest,
      ...omitUndefined({
        properties: properties && mapValues(properties, (each) => this.#patchPropertyOf(each)),
        additionalProperties: others && orNull(others),
      }),
    };
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
      const patch = this.patchOf(withoutAnnotations(model.schema));
      // An example of the model is a patch, too: one that makes such an object.
      const { examples, 'x-example': example } = model.schema;
      const schema = { ...patch, description, ...omitUndefined({ examples, 'x-example': example }) };
      this.made.set(patchId, { id: patchId, schema });
    }
    return patchId;
  }

  #patchPropertyOf({ default: _, ...property }: Schema): Schema {
    return orNull(this.patchOf(property));
  }
}

function orNull(schema: Schema): Schema {
  if (isAny(schema) || isNever(schema)) return schema;
  if (typeof schema.type === 'string' && !schema.enum) return { ...schema, type: [schema.type, 'null'] };
  const value = withoutAnnotations(schema);
  return { anyOf: [...(value.anyOf ?? [value]), { type: 'null' }], ...annotationsOf(schema) };
}
