/**
 * The models that the types of one declaration may name: its own, then its
 * siblings'. A sibling's model is read as if it were declared here, with the
 * models that it refers to.
 */

import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { DescriptorFile } from '../../source/descriptor-file.ts';
import { ignore, type Report } from '../../source/diagnostic.ts';
import { quote, rootOf, type SourceNode } from '../../source/source-node.ts';
import { canBeName } from '../common/names.ts';
import type { ReadContext } from '../common/read-context.ts';
import { typeNames } from './type-names.ts';

export type ModelNodes = readonly [key: string, node: SourceNode][];

/** Input of every reader of types. */
export interface TypeContext extends ReadContext {
  readonly models: ModelNames;
}

/** Empty if there are several that differ, which is reported. */
type FoundModel = Partial<SharedModel>;

export class ModelNames {
  /** The models of this file. */
  readonly own: readonly string[];
  readonly #root: SourceNode;
  readonly #named: ReadonlyMap<string, SharedModel>;
  readonly #shared: SharedModels;
  readonly #report: Report;
  readonly #borrowed = new Map<string, SharedModel>();

  constructor(root: SourceNode, declared: ModelNodes, shared: SharedModels, report: Report) {
    this.#root = root;
    this.#named = modelsByName(declared);
    this.own = [...this.#named.keys()];
    this.#shared = shared;
    this.#report = report;
  }

  /** The models of this file and of its siblings. */
  get all(): readonly string[] {
    return [...this.own, ...this.#shared.names];
  }

  /**
   * The model or the name of the language that a misspelt one means. `Pet` is not `set`: nobody misspells the first
   * letter, and a capital letter begins the name of a model, which is often as short as `date` or `list`.
   */
  nearest(name: string): string | undefined {
    const isCapitalized = /^\p{Lu}/u.test(name);
    const first = name.slice(0, 1).toLowerCase();
    const words = typeNames.filter((word) => word.startsWith(first) && !(isCapitalized && word.length < 5));
    return nearSpelling(name, [...this.all, ...words]);
  }

  /** The models of siblings that were named so far. More may be added while they are read. */
  get borrowed(): Iterable<SharedModel> {
    return this.#borrowed.values();
  }

  /** @param at where the model is named: in this file, or in the model of a sibling. */
  find(at: SourceNode, name: string): FoundModel | undefined {
    const file = at.file.path;
    const isHere = file === this.#root.file.path;
    const own = this.#named.get(name);
    if (isHere && own) return own;
    const candidates = this.#shared.named(name, file);
    const others = candidates.filter(({ node }) => node.file.path !== this.#root.file.path);
    const [first, ...rest] = others;
    if (!first) return own;
    const other = rest.find((each) => !this.#shared.areSame(first, each));
    if (other) return this.#refuse(at, name, [first, other]);
    return this.#borrow(first, at, name);
  }

  #borrow(model: SharedModel, at: SourceNode, name: string): FoundModel {
    const { key, node } = model;
    const here = this.#named.get(key);
    const taken = here?.key === key ? here : this.#borrowed.get(key);
    if (taken && !this.#shared.areSame(taken, model)) return this.#refuse(at, name, [taken, model]);
    if (taken) return taken;
    this.#borrowed.set(key, model);
    for (const parent of model.parents) this.#borrow(parent, node, parent.key);
    return model;
  }

  #refuse(at: SourceNode, name: string, [one, other]: readonly [SharedModel, SharedModel]): FoundModel {
    const files = `${one.node.file.path} and ${other.node.file.path}`;
    const found = `the model ${quote(name)}, which ${files} declare differently`;
    const accepted = 'a model of this file, or one declaration of it';
    this.#report(at.diagnose('E-MODEL', found, accepted));
    return {};
  }
}

interface SharedModel {
  readonly key: string;
  readonly node: SourceNode;
  /** The models of the same file that have it as a sub type. */
  readonly parents: SharedModel[];
}

/** Real files refer to a model by its key, by its id, or by both. A key takes precedence over an id. */
function modelsByName(nodes: ModelNodes): Map<string, SharedModel> {
  const models = nodes.map(([key, node]): SharedModel => ({ key, node, parents: [] }));
  const byId = models.flatMap((model): [string, SharedModel][] => {
    const id = model.node.member('id')?.value;
    return typeof id === 'string' ? [[id, model]] : [];
  });
  const byName = new Map([...byId, ...models.map((model) => [model.key, model] as const)]);
  for (const parent of new Set(byName.values()))
    for (const { value } of parent.node.itemsOf('subTypes')) byName.get(String(value))?.parents.push(parent);
  return byName;
}

/** The models of all declarations of a service, by the names that may refer to them. */
export class SharedModels {
  /** By the path of the file, then by name. */
  readonly #byFile: ReadonlyMap<string, ReadonlyMap<string, SharedModel>>;
  /** Whether two models are the same, by their files and keys. */
  readonly #verdicts = new Map<string, boolean>();
  /** The pairs that are, in the order of their comparison. */
  readonly #same: string[] = [];

  constructor(files: Iterable<DescriptorFile>) {
    this.#byFile = new Map([...files].map((file) => [file.path, modelsOf(file)]));
  }

  get names(): readonly string[] {
    return [...new Set([...this.#byFile.values()].flatMap((models) => [...models.keys()]))];
  }

  /** The models that a type of that file may mean by the name: of the same file, otherwise of any. */
  named(name: string, file: string): readonly SharedModel[] {
    const own = this.#byFile.get(file)?.get(name);
    return own ? [own] : [...this.#byFile.values()].flatMap((models) => models.get(name) ?? []);
  }

  /** Whether both say the same, and so do the models that they refer to or inherit from. */
  areSame(one: SharedModel, other: SharedModel): boolean {
    if (one.node.file === other.node.file) return one.key === other.key;
    const pair = JSON.stringify([one.node.file.path, one.key, other.node.file.path, other.key]);
    const known = this.#verdicts.get(pair);
    if (known !== undefined) return known;
    // Models may refer to themselves: a pair is the same until a difference is found.
    this.#verdicts.set(pair, true);
    const start = this.#same.push(pair) - 1;
    const [ofOne, ofOther] = [this.#relatedTo(one), this.#relatedTo(other)];
    const isSame =
      isDeepStrictEqual(one.node.value, other.node.value) &&
      ofOne.length === ofOther.length &&
      ofOne.every((each, index) => this.areSame(each, ofOther[index] ?? each));
    if (isSame) return true;
    // The pairs compared since then may differ, too.
    for (const each of this.#same.splice(start)) this.#verdicts.delete(each);
    this.#verdicts.set(pair, false);
    return false;
  }

  /** In the order of the texts that name them; parents last. */
  #relatedTo({ node, parents }: SharedModel): SharedModel[] {
    const models = this.#byFile.get(node.file.path);
    return [...wordsIn(node.value).flatMap((name) => models?.get(name) ?? []), ...parents];
  }
}

function modelsOf(file: DescriptorFile): Map<string, SharedModel> {
  const models = rootOf(file, ignore).member('models');
  const declared = models?.members().filter(([key, { value }]) => canBeName(key) && isObject(value));
  return modelsByName(declared ?? []);
}

/** The words of all texts, since a type may be `List[Pet]`. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(/[^\w.-]+/)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsIn);
}
