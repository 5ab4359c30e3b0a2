/** The models of all declarations of a service, by the names that may refer to them. */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../shared/json/is-object.ts';
import type { DescriptorFile } from '../../source/descriptor-file.ts';
import { rootOf, type SourceNode } from '../../source/source-node.ts';
import { canBeName } from '../common/names.ts';

export interface SharedModel {
  readonly key: string;
  readonly node: SourceNode;
}

export interface FoundModel extends SharedModel {
  /** The models that it refers to, in the order of the texts that name them; last those of the same file that have it as a sub type. */
  readonly related: () => readonly FoundModel[];
  readonly parents: FoundModel[];
}

/** Real files refer to a model by its key, by its id, or by both. A key takes precedence over an id. */
export function modelNamesOf(
  models: readonly (readonly [key: string, node: SourceNode])[],
): Map<string, string> {
  const byId = models.flatMap(([key, node]): [string, string][] => {
    const id = node.member('id')?.value;
    return typeof id === 'string' ? [[id, key]] : [];
  });
  return new Map([...byId, ...models.map(([key]): [string, string] => [key, key])]);
}

export class SharedModels {
  /** By the path of the file, then by name. */
  readonly #byFile: ReadonlyMap<string, ReadonlyMap<string, FoundModel>>;
  /** Whether two models say the same, apart from what others say. */
  readonly #verdicts = new Map<string, boolean>();

  constructor(files: Iterable<DescriptorFile>) {
    this.#byFile = new Map([...files].map((file) => [file.path, modelsOf(file)]));
  }

  get names(): readonly string[] {
    return [...new Set([...this.#byFile.values()].flatMap((models) => [...models.keys()]))];
  }

  named(name: string): readonly FoundModel[] {
    return [...this.#byFile.values()].flatMap((models) => models.get(name) ?? []);
  }

  /** The models that a type of that file may mean by the name: of the same file, otherwise of any. */
  namedFrom(name: string, file: string): readonly FoundModel[] {
    const own = this.#byFile.get(file)?.get(name);
    return own ? [own] : this.named(name);
  }

  /** Whether both say the same, and so do the models that they refer to or inherit from. */
  areSame(one: SharedModel, other: SharedModel): boolean {
    if (one.node.file.path === other.node.file.path) return one.key === other.key;
    const [ofOne = [], ofOther = []] = [one, other].map((each) => this.#reachedFrom(each));
    return (
      ofOne.length === ofOther.length && ofOne.every((each, index) => this.#isSame(each, ofOther[index]))
    );
  }

  #reachedFrom(model: SharedModel): FoundModel[] {
    const found = this.#byFile.get(model.node.file.path)?.get(model.key);
    const reached = new Set([found ?? { ...model, parents: [], related: () => [] }]);
    // The loop also visits models that it adds to the set.
    for (const { related } of reached) for (const each of related()) reached.add(each);
    return [...reached];
  }

  #isSame(one: SharedModel, other: SharedModel | undefined): boolean {
    const pair = JSON.stringify([one, other].map((each) => [each?.node.file.path, each?.key]));
    const verdict = this.#verdicts.get(pair) ?? isDeepStrictEqual(one.node.value, other?.node.value);
    this.#verdicts.set(pair, verdict);
    return verdict;
  }
}

function modelsOf(file: DescriptorFile): Map<string, FoundModel> {
  const byName = new Map<string, FoundModel>();
  const named = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  const models = rootOf(file).membersOf('models');
  const declared = models.filter(([key, { value }]) => canBeName(key) && isObject(value));
  const byKey = new Map(declared.map(([key, node]) => [key, foundModel(key, node, named)]));
  for (const [name, key] of modelNamesOf(declared)) {
    const model = byKey.get(key);
    if (model) byName.set(name, model);
  }
  for (const parent of byKey.values())
    for (const { parents } of named(parent.node.itemsOf('subTypes').map(({ value }) => String(value))))
      parents.push(parent);
  return byName;
}

/** @param named finds models of the same file. */
function foundModel(
  key: string,
  node: SourceNode,
  named: (names: readonly string[]) => readonly FoundModel[],
): FoundModel {
  const parents: FoundModel[] = [];
  let related: readonly FoundModel[] | undefined;
  return {
    ...{ key, node, parents },
    related: () => {
      related ??= [...named(namesIn(node.value)), ...parents];
      return related;
    },
  };
}

/** The words of all texts, since a type may be `List[Pet]`. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(/[^\w.-]+/)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(namesIn);
}
