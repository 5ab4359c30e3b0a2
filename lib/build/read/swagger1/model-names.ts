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
import type { ModelNodes } from './models.ts';
import { typeNames } from './type-names.ts';

export interface DeclarationContext extends ReadContext {
  readonly shared: SharedModels;
}

/** Input of every reader of types. */
export interface TypeContext extends DeclarationContext {
  readonly models: ModelNames;
}

interface FoundModel {
  /** Undefined if there are several that differ, which is reported. */
  readonly key?: string;
}

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
    const ownKey = this.#named.get(name)?.key;
    if (isHere && ownKey !== undefined) return { key: ownKey };
    const candidates = isHere ? this.#shared.named(name) : this.#shared.namedFrom(name, file);
    const others = candidates.filter(({ node }) => node.file.path !== this.#root.file.path);
    const [first, ...rest] = others;
    if (!first) return ownKey === undefined ? undefined : { key: ownKey };
    const other = rest.find((each) => !this.#shared.areSame(first, each));
    if (other) return this.#refuse(at, name, [first, other]);
    return this.#borrow(first, at, name);
  }

  #borrow(model: SharedModel, at: SourceNode, name: string): FoundModel {
    const { key, node } = model;
    const here = this.#named.get(key);
    const taken = here?.key === key ? here : this.#borrowed.get(key);
    if (taken && !this.#shared.areSame(taken, model)) return this.#refuse(at, name, [taken, model]);
    if (taken) return { key };
    this.#borrowed.set(key, model);
    for (const parent of this.#shared.parentsOf(model)) this.#borrow(parent, node, parent.key);
    return { key };
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
}

/** Real files refer to a model by its key, by its id, or by both. A key takes precedence over an id. */
function modelsByName(nodes: ModelNodes): Map<string, SharedModel> {
  const models = nodes.map(([key, node]) => ({ key, node }));
  const byId = models.flatMap((model): [string, SharedModel][] => {
    const id = model.node.member('id')?.value;
    return typeof id === 'string' ? [[id, model]] : [];
  });
  return new Map([...byId, ...models.map((model) => [model.key, model] as const)]);
}

/** The models of all declarations of a service, by the names that may refer to them. */
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
  const declared = models?.members().filter(([key, { value }]) => canBeName(key) && isObject(value));
  return modelsByName(declared ?? []);
}

/** The words of all texts, since a type may be `List[Pet]`. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(/[^\w.-]+/)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(namesIn);
}
