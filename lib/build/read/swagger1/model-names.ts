/**
 * The models that the types of one declaration may name: its own, then its
 * siblings'. A sibling's model is read as if it were declared here, with the
 * models that it refers to.
 */

import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { Report } from '../../source/diagnostic.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import type { ReadContext } from '../common/read-context.ts';
import type { ModelNodes } from './models.ts';
import { modelNamesOf, type SharedModel, type SharedModels } from './shared-models.ts';
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
  readonly #own: ReadonlyMap<string, SourceNode>;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #shared: SharedModels;
  readonly #report: Report;
  readonly #borrowed = new Map<string, SharedModel>();

  constructor(root: SourceNode, declared: ModelNodes, shared: SharedModels, report: Report) {
    this.#root = root;
    this.#own = new Map(declared);
    this.#keys = modelNamesOf(declared);
    this.own = [...this.#keys.keys()];
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
    const ownKey = this.#keys.get(name);
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
    const here = this.#own.get(key);
    const taken = here ? { key, node: here } : this.#borrowed.get(key);
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
