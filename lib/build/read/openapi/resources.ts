/** Which resource an operation of a document belongs to, and the models of each. */

import type { Models } from '../../../shared/plan/schema.ts';
import type { ApiPlan } from '../../../shared/plan/service-plan.ts';
import { modelsWithin, schemasOf } from '../../schema/models.ts';
import type { SourceNode } from '../../source/source-node.ts';
import { isResourceName } from '../common/names.ts';

interface PlacedOperation {
  readonly node: SourceNode;
  /** Below the base path. */
  readonly path: string;
}

/**
 * The first tag of an operation names its resource, or the first segment of its path if it has none. If all operations
 * have the same name by that rule, the file names it.
 *
 * @example assignResources(operationsOfPetstore, 'petstore') // 'pet', 'store' and 'user'
 */
export function assignResources(
  operations: readonly PlacedOperation[],
  fileName: string,
): ReadonlyMap<SourceNode, string> {
  const wanted = operations.map(({ node, path }) => [node, resourceNameOf(node, path) ?? fileName] as const);
  // Names that differ in letter case or punctuation are one: folders may not tell them apart.
  const first = new Map<string, string>();
  for (const [, name] of wanted) if (!first.has(keyOf(name))) first.set(keyOf(name), name);
  const isOne = first.size === 1;
  return new Map(wanted.map(([node, name]) => [node, isOne ? fileName : (first.get(keyOf(name)) ?? name)]));
}

function keyOf(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

function resourceNameOf(node: SourceNode, path: string): string | undefined {
  const [tag] = node.itemsOf('tags');
  const segment = path.split('/')[1] ?? '';
  return [String(tag?.value ?? ''), segment.includes('{') ? '' : segment]
    .map(asResourceName)
    .find(isResourceName);
}

/** @example asResourceName('Météo & air') // 'Meteo-air' */
export function asResourceName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z]+|-+$/g, '');
}

/** The models that the operations need, directly or through others. */
export function modelsFor(apis: readonly ApiPlan[], models: Models): Models {
  const operations = apis.flatMap((api) => api.operations);
  const reached = modelsWithin(operations.flatMap(schemasOf), models);
  return new Map([...models].filter(([id]) => reached.has(id)));
}
