/** The models of a declaration: their nodes, and the examples in these. */

import { isDeepStrictEqual } from 'node:util';
import type { ModelPlan, PropertyPlan } from '../../../shared/plan/type-plan.ts';
import { compileSchema } from '../../schema/compile-schema.ts';
import { schemaWith } from '../../schema/json-schema.ts';
import { modelsById } from '../../schema/models.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { isSafeName } from '../common/names.ts';

/** Far more than any real file has. A model is compiled into every validator that refers to it. */
const maxModels = 1_000;

export type ModelNodes = readonly [key: string, node: SourceNode][];

interface ReadModelNodes {
  /** Includes refused models, so that references to them are not reported, too. */
  readonly declared: ModelNodes;
  readonly readable: ModelNodes;
  /** False if `models` cannot be read. */
  readonly areKnown: boolean;
}

export function readModelNodes(root: SourceNode, report: Report): ReadModelNodes {
  const models = root.member('models');
  if (!models) return { declared: [], readable: [], areKnown: true };
  if (!models.expect('object', report)) return { declared: [], readable: [], areKnown: false };
  const declared = models.members();
  reportSecondModels(declared, report);
  if (declared.length <= maxModels) {
    const readable = declared.filter(([key, node]) => isSafeName(key, node, report));
    return { declared, readable, areKnown: true };
  }
  const found = `${declared.length} models`;
  report(models.diagnose('E-TOO-LARGE', found, `at most ${maxModels} models in a file`));
  return { declared, readable: [], areKnown: true };
}

/** For a file whose models cannot be read: does not report every reference to one. */
export function withoutUnknownModels(report: Report): Report {
  return (diagnostic) => {
    if (diagnostic.code !== 'E-MODEL') report(diagnostic);
  };
}

/** Two models with the same id must be the same model. */
function reportSecondModels(modelNodes: ModelNodes, report: Report): void {
  const byId = new Map<unknown, readonly [key: string, node: SourceNode]>();
  for (const [key, node] of modelNodes) {
    const id = node.member('id');
    const first = id && byId.get(id.value);
    if (!id || !first) {
      byId.set(id?.value ?? key, [key, node]);
      continue;
    }
    if (isDeepStrictEqual(first[1].value, node.value)) continue;
    const found = `the model ${quote(id.value)} a second time, different from ${quote(first[0])}`;
    report(id.diagnose('E-DUPLICATE', found, 'each id once, or the same model both times'));
  }
}

/**
 * `x-example` of a model: a value that satisfies it. Documents show it in place of one that is made.
 *
 * @param nodes of the models that the file declares.
 * @param models those that are read, complete.
 */
export function reportExamples(nodes: ModelNodes, models: readonly ModelPlan[], report: Report): void {
  // A result has the members that the service sets.
  const byId = modelsById(models.map((model) => ({ ...model, properties: model.properties.map(asSet) })));
  for (const [id, node] of nodes) {
    const example = node.member('x-example');
    if (!example || !byId.has(id)) continue;
    const isValid = compileSchema(schemaWith({ kind: 'model', id }, byId));
    if (isValid(example.value)) continue;
    const [first] = isValid.errors ?? [];
    const found = `an example whose ${quote(first?.instancePath ?? '')} does not satisfy ${quote(first?.keyword ?? '')}`;
    report(example.diagnose('E-EXAMPLE', found, `a value of the model ${quote(id)}`));
  }
}

function asSet({ isReadOnly: _isReadOnly, ...property }: PropertyPlan): PropertyPlan {
  return property;
}
