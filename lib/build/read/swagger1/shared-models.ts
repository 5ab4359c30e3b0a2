/** The models of all declarations of a service, by the names that may refer to them. */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../shared/json/is-object.ts';
import type { DescriptorFile } from '../../source/descriptor-file.ts';
import { ignore } from '../../source/diagnostic.ts';
import { rootOf, type SourceNode } from '../../source/source-node.ts';
import { canBeName } from '../common/names.ts';

export interface SharedModel {
  readonly key: string;
  readonly node: SourceNode;
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
  readonly #byFile = new Map<string, ReadonlyMap<string, SharedModel>>();
  readonly #byName = new Map<string, SharedModel[]>();
  /** By the path of the file, then by the key of the sub type. */
  readonly #parents = new Map<string, ReadonlyMap<string, SharedModel[]>>();
  readonly #verdicts = new Map<string, boolean>();

  constructor(files: Iterable<DescriptorFile>) {
    for (const file of files) {
      const models = modelsOf(file);
      this.#byFile.set(file.path, models);
      for (const [name, model] of models) this.#byName.set(name, [...(this.#byName.get(name) ?? []), model]);
    }
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  named(name: string): readonly SharedModel[] {
    return this.#byName.get(name) ?? [];
  }

  /** The models that a type of that file may mean by the name: of the same file, otherwise of any. */
  namedFrom(name: string, file: string): readonly SharedModel[] {
    const own = this.#byFile.get(file)?.get(name);
    return own ? [own] : this.named(name);
  }

  /** The models of the same file that have it as a sub type. */
  parentsOf({ key, node }: SharedModel): readonly SharedModel[] {
    const { path } = node.file;
    const parents = this.#parents.get(path) ?? this.#parentsIn(path);
    this.#parents.set(path, parents);
    return parents.get(key) ?? [];
  }

  #parentsIn(file: string): Map<string, SharedModel[]> {
    const models = this.#byFile.get(file);
    const parents = new Map<string, SharedModel[]>();
    for (const parent of new Set(models?.values())) {
      for (const { value } of parent.node.itemsOf('subTypes')) {
        const subType = models?.get(String(value));
        if (subType) parents.set(subType.key, [...(parents.get(subType.key) ?? []), parent]);
      }
    }
    return parents;
  }

  /** Whether both say the same, and so do the models that they refer to or inherit from. */
  areSame(one: SharedModel, other: SharedModel): boolean {
    const pairs = new Set<string>();
    const verdict = this.#compare(one, other, pairs);
    // The pairs compared before a difference was found may differ, too.
    const decided = verdict ? pairs : [pairOf(one, other)];
    for (const pair of decided) this.#verdicts.set(pair, verdict);
    return verdict;
  }

  #compare(one: SharedModel, other: SharedModel, pairs: Set<string>): boolean {
    if (one.node.file === other.node.file) return one.key === other.key;
    const pair = pairOf(one, other);
    const verdict = this.#verdicts.get(pair);
    if (verdict !== undefined || pairs.has(pair)) return verdict ?? true;
    pairs.add(pair);
    if (!isDeepStrictEqual(one.node.value, other.node.value)) return false;
    const related = [this.#relatedTo(one), this.#relatedTo(other)] as const;
    const [ofOne, ofOther] = related;
    return (
      ofOne.length === ofOther.length &&
      ofOne.every((each, index) => {
        const counterpart = ofOther[index];
        return counterpart !== undefined && this.#compare(each, counterpart, pairs);
      })
    );
  }

  /** In the order of the texts that name them; parents last. */
  #relatedTo(model: SharedModel): SharedModel[] {
    const { path } = model.node.file;
    const named = namesIn(model.node.value).flatMap((name) => this.#byFile.get(path)?.get(name) ?? []);
    return [...named, ...this.parentsOf(model)];
  }
}

function pairOf(one: SharedModel, other: SharedModel): string {
  return JSON.stringify([one.node.file.path, one.key, other.node.file.path, other.key]);
}

function modelsOf(file: DescriptorFile): Map<string, SharedModel> {
  const models = rootOf(file, ignore).member('models');
  const declared = (models?.members() ?? []).filter(([key, { value }]) => canBeName(key) && isObject(value));
  const byKey = new Map(declared.map(([key, node]) => [key, { key, node }]));
  const names = [...modelNamesOf(declared)];
  return new Map(
    names.flatMap(([name, key]) => {
      const model = byKey.get(key);
      return model ? [[name, model] as const] : [];
    }),
  );
}

/** The words of all texts, since a type may be `List[Pet]`. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(/[^\w.-]+/)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(namesIn);
}
