/** The models of a declaration: named object types, and the examples in them. */

import { isDeepStrictEqual } from 'node:util';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitUndefined } from '../../../shared/json/omit-undefined.ts';
import type { ModelPlan, Models } from '../../../shared/plan/schema.ts';
import { referenceTo } from '../../schema/references.ts';
import { checkMembers, type KnownMembers } from '../../source/misspelt-members.ts';
import { isFlag, quote, type SourceNode } from '../../source/source-node.ts';
import { wrongClaims } from '../common/check-values.ts';
import { isSafeName } from '../common/names.ts';
import { readShape } from './data-type.ts';
import type { TypeContext } from './model-names.ts';

/** Far more than any real file has. A model is compiled into every validator that refers to it. */
const maxModels = 1_000;

export type ModelNodes = readonly [key: string, node: SourceNode][];

/**
 * `declared` includes refused models, so that references to them are not reported, too. `areKnown` is false if `models`
 * cannot be read.
 */
export function readModelNodes(root: SourceNode): {
  readonly declared: ModelNodes;
  readonly readable: ModelNodes;
  readonly areKnown: boolean;
} {
  const models = root.member('models');
  const areKnown = models?.expect('object') !== undefined || !models;
  const declared = models?.members() ?? [];
  reportSecondModels(declared);
  const isTooLarge = declared.length > maxModels;
  const accepted = `at most ${maxModels} models in a file`;
  if (isTooLarge) root.at('models').report('E-TOO-LARGE', `${declared.length} models`, accepted);
  const readable = isTooLarge ? [] : declared.filter(([key, node]) => isSafeName(key, node));
  return { declared, readable, areKnown };
}

/** Two models with the same id must be the same model. */
function reportSecondModels(modelNodes: ModelNodes): void {
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
    id.report('E-DUPLICATE', found, 'each id once, or the same model both times');
  }
}

/**
 * `x-example` of a model: a value that satisfies it. Documents show it in place of one that is made.
 *
 * @param nodes of the models that the file declares.
 * @param models those that are read, complete.
 */
export function reportExamples(nodes: ModelNodes, models: Models): void {
  const claims = nodes.flatMap(([id, model]) => {
    const node = model.member('x-example');
    return node && models.has(id)
      ? { id, node, value: node.value, schema: referenceTo(id), use: 'model' as const }
      : [];
  });
  for (const [{ id, node }, keyword, pointer] of wrongClaims(claims, models)) {
    const found = `an example whose ${quote(pointer)} does not satisfy ${quote(keyword)}`;
    node.report('E-EXAMPLE', found, `a value of the model ${quote(id)}`);
  }
}

const needed = ['properties', 'required', 'additionalProperties', 'subTypes', 'discriminator'];
export const modelMembers: KnownMembers = { known: [...needed, 'id', 'description'], needed };

/** A model as it is declared, without what it inherits. */
export interface DeclaredModel {
  readonly plan: ModelPlan;
  readonly node: SourceNode;
}

export function readModel(key: string, model: SourceNode, context: TypeContext): DeclaredModel | undefined {
  if (!model.expect('object')) return undefined;
  const node = checkMembers(model, modelMembers);
  const other = node.member('id');
  if (other && other.value !== key)
    other.report('W-MODEL-ID', quote(other.value), `its key ${quote(key)}; references may use either`);
  const required = node.member('required');
  // Swagger 1.1 marks each property, so `true` and `false` have no meaning here.
  if (required && !isFlag(required.value)) required.expect('array');
  // Generators write "" for no discriminator and [] for no sub types.
  const discriminator = node.text('discriminator') || undefined;
  const plan = {
    id: key,
    schema: { ...readShape(node, context), ...node.describe(), ...node.extensions().extensions },
    ...omitUndefined({ discriminator, subTypes: readSubTypes(node, context) }),
  };
  return { plan, node };
}

function readSubTypes(node: SourceNode, { models }: TypeContext): string[] | undefined {
  const subTypes = node.list('subTypes')?.flatMap((item) => {
    const name = String(item.value);
    const found = models.find(item, name);
    if (!found) {
      const meant = nearSpelling(name, models.all);
      const fix = { path: item.path, ...omitUndefined({ value: meant }) };
      const accepted = meant === undefined ? 'a model of this file' : quote(meant);
      item.report('E-MODEL', `the unknown model ${quote(item.value)}`, accepted, fix);
    }
    return found?.key ?? [];
  });
  return subTypes?.length ? subTypes : undefined;
}
