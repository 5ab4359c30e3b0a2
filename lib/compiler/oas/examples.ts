/** `example` and `examples` of models: those that satisfy their model stand in documents and mocks in place of made ones. */

import type { ModelPlan } from '../../plan/type-plan.ts';
import { compileSchema } from '../schema/compile-schema.ts';
import { modelSchema, toJsonSchema } from '../schema/json-schema.ts';
import { modelsById, modelsNamedInShape } from '../schema/models.ts';
import type { Report } from '../source/problem.ts';
import { items, problemAt, quote, type SourceNode, toPointer } from '../source/source-node.ts';
import { asSet } from '../swagger/model-examples.ts';
import { nodeAt } from './references.ts';

/** @param root of the document, in which each model has its first example as one of `examples`. */
export function withExamples(models: readonly ModelPlan[], root: SourceNode, report: Report): ModelPlan[] {
  const schemas = nodeAt(root, ['components', 'schemas']);
  const examples = new Map(
    models.flatMap(({ id }): [string, SourceNode][] => {
      const declared = schemas && nodeAt(schemas, [id, 'examples']);
      const [first] = declared ? items(declared) : [];
      return first ? [[id, first]] : [];
    }),
  );
  // Without a model that is refused, the others cannot be checked.
  if (examples.size === 0 || !isComplete(models)) return [...models];
  const wrong = wrongExamples(models, examples);
  return models.map((model) => {
    const example = examples.get(model.id);
    const keyword = wrong.get(model.id);
    if (!example || model.extensions?.['x-example'] !== undefined) return model;
    if (keyword === undefined)
      return { ...model, extensions: { ...model.extensions, 'x-example': example.value } };
    const found = `an example that does not satisfy ${quote(keyword)}, which is ignored`;
    report(problemAt(example, 'W-EXAMPLE', found, `a value of the schema ${quote(model.id)}`));
    return model;
  });
}

function isComplete(models: readonly ModelPlan[]): boolean {
  const known = new Set(models.map(({ id }) => id));
  return models.every((model) =>
    [...modelsNamedInShape(model), ...(model.subTypes ?? [])].every((id) => known.has(id)),
  );
}

/** All at once: a schema takes longer to compile than to use. @returns the word that each wrong one violates. */
function wrongExamples(
  models: readonly ModelPlan[],
  examples: ReadonlyMap<string, SourceNode>,
): ReadonlyMap<string, string> {
  // A result has the members that the service sets.
  const byId = modelsById(models.map((model) => ({ ...model, properties: model.properties.map(asSet) })));
  const ids = [...examples.keys()];
  const isValid = compileSchema({
    type: 'object',
    properties: Object.fromEntries(ids.map((id) => [id, toJsonSchema({ kind: 'model', id })])),
    $defs: Object.fromEntries([...byId].map(([id, model]) => [id, modelSchema(model, byId)])),
  });
  isValid(Object.fromEntries([...examples].map(([id, { value }]) => [id, value])));
  const errors = isValid.errors ?? [];
  const firstIn = (id: string) =>
    errors.find(({ instancePath }) => `${instancePath}/`.startsWith(`${toPointer([id])}/`));
  return new Map(
    ids.flatMap((id): [string, string][] => {
      const error = firstIn(id);
      return error ? [[id, error.keyword]] : [];
    }),
  );
}
