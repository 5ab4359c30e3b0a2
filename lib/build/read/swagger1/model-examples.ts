/** `x-example` of models: a value that satisfies the model. Documents show it in place of one that is made. */

import type { ModelPlan, PropertyPlan } from '../../../shared/plan/type-plan.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { schemaWith } from '../../schema/json-schema.ts';
import { modelsById } from '../../schema/models.ts';
import type { Report } from '../../source/problem.ts';
import { member, problemAt, quote } from '../../source/source-node.ts';
import type { ModelNodes } from './models.ts';

/** @param nodes of the models that the file declares. @param models those that are read, complete. */
export function reportExamples(nodes: ModelNodes, models: readonly ModelPlan[], report: Report): void {
  // A result has the members that the service sets.
  const byId = modelsById(models.map((model) => ({ ...model, properties: model.properties.map(asSet) })));
  for (const [id, node] of nodes) {
    const example = member(node, 'x-example');
    if (!example || !byId.has(id)) continue;
    const isValid = compileSchema(schemaWith({ kind: 'model', id }, byId));
    if (isValid(example.value)) continue;
    const [first] = isValid.errors ?? [];
    const found = `an example whose ${quote(first?.instancePath ?? '')} does not satisfy ${quote(first?.keyword ?? '')}`;
    report(problemAt(example, 'E-EXAMPLE', found, `a value of the model ${quote(id)}`));
  }
}

export function asSet({ isReadOnly: _isReadOnly, ...property }: PropertyPlan): PropertyPlan {
  return property;
}
