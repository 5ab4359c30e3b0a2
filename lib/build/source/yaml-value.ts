/** A composed YAML document as a JSON value, in one walk: as many steps as the text has nodes. */

import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { maxJsonDepth } from '../../shared/json/inspect-json.ts';
import { maxValues } from './descriptor-file.ts';
import { YamlLimitError } from './yaml-tokens.ts';

/** Something that YAML allows and a descriptor does not. */
export interface YamlFlaw {
  readonly offset: number;
  readonly found: string;
  readonly accepted: string;
}

export interface YamlValue {
  readonly value: unknown;
  readonly flaws: readonly YamlFlaw[];
}

/** @throws YamlLimitError for too many or too deep values, where each use of an alias counts in full. */
export function toValue(document: Document.Parsed): YamlValue {
  const walk = new Walk();
  const { value } = walk.read(document.contents, 0);
  return { value, flaws: walk.flaws };
}

interface Known {
  readonly value: unknown;
  /** The number of values in it, itself included. */
  readonly size: number;
  /** 0 for a scalar, otherwise one more than the deepest value in it. */
  readonly depth: number;
}

const nothing: Known = { value: null, size: 1, depth: 0 };
const emptyCollection: Known = { ...nothing, depth: 1 };

/** More are not reported: no person repeats so many names. */
const maxFlaws = 1_000;

class Walk {
  readonly flaws: YamlFlaw[] = [];
  /** `open` while the anchored value is being read. */
  readonly #anchors = new Map<string, Known | 'open'>();
  #size = 0;

  read(node: Node | null, level: number): Known {
    if (node === null) return this.#count(nothing, level);
    if (isAlias(node)) return this.#count(this.#aliased(node), level);
    const { anchor } = node as { anchor?: string };
    if (anchor !== undefined) this.#anchors.set(anchor, 'open');
    const before = this.#size;
    this.#count(isMap(node) || isSeq(node) ? emptyCollection : nothing, level);
    const { value, depth } = this.#content(node, level);
    const known = { value, depth, size: this.#size - before };
    if (anchor !== undefined) this.#anchors.set(anchor, known);
    return known;
  }

  #count(known: Known, level: number): Known {
    this.#size += known.size;
    if (this.#size > maxValues) throw new YamlLimitError('values');
    if (level + known.depth > maxJsonDepth) throw new YamlLimitError('depth');
    return known;
  }

  #content(node: Node, level: number): Pick<Known, 'value' | 'depth'> {
    if (isMap(node)) return this.#mapping(node, level);
    if (isSeq(node)) {
      const items = node.items.map((item) => this.read(item as Node | null, level + 1));
      return { value: items.map(({ value }) => value), depth: depthOver(items) };
    }
    return { value: (node as Scalar).value, depth: 0 };
  }

  #mapping(map: YAMLMap, level: number): Pick<Known, 'value' | 'depth'> {
    const members = new Map<string, Known>();
    for (const pair of map.items) {
      const name = keyOf(pair);
      const offset = offsetOf(pair.key);
      if (members.has(name)) {
        const found = `the name ${JSON.stringify(name)} a second time in one mapping`;
        this.#report({ offset, found, accepted: 'each name once' });
      }
      if (isMergeKey(pair)) this.#report({ offset, ...mergeKey });
      members.set(name, this.read(pair.value as Node | null, level + 1));
    }
    const known = [...members.values()];
    const value = Object.fromEntries([...members].map(([name, member]) => [name, member.value]));
    return { value, depth: depthOver(known) };
  }

  #aliased(alias: Alias): Known {
    const known = this.#anchors.get(alias.source);
    if (known === 'open') throw new YamlLimitError('depth');
    if (known) return known;
    const found = `the alias *${alias.source}, which has no anchor before it`;
    this.#report({ offset: offsetOf(alias), found, accepted: `an anchor &${alias.source} before it` });
    return nothing;
  }

  #report(flaw: YamlFlaw): void {
    if (this.flaws.length < maxFlaws) this.flaws.push(flaw);
  }
}

const mergeKey = {
  found: 'the merge key <<, which is not part of YAML 1.2',
  accepted: 'the members themselves; an alias stands for a whole value only',
};

/** Quoted, it is a name like any other. */
function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

/** The parser has refused keys that are not scalars. */
function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value ?? '') : '';
}

function depthOver(children: readonly Known[]): number {
  return children.reduce((depth, child) => Math.max(depth, child.depth + 1), 1);
}

/** Every parsed node has a range. */
export function offsetOf(node: unknown): number {
  return (node as { range?: readonly number[] } | null)?.range?.[0] ?? 0;
}

/** The children of a composed node, by name or index. */
export function childrenOf(node: Node): ReadonlyMap<string | number, Node> {
  if (isSeq(node)) return new Map(node.items.flatMap((item, index) => (item ? [[index, item as Node]] : [])));
  if (!isMap(node)) return new Map();
  const members = node.items.flatMap((pair): [string, Node][] =>
    isPair(pair) && pair.value ? [[keyOf(pair), pair.value as Node]] : [],
  );
  // The first of a repeated name.
  return new Map(members.toReversed());
}
