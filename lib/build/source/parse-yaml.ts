/**
 * YAML 1.2 with the core schema (section 10.3): plain scalars are strings unless
 * they are JSON values; no merge keys, no dates, no tags of other types.
 */

import {
  type Alias,
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  type ParsedNode,
  Parser,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { maxJsonDepth, type TextPosition } from '../../shared/json/inspect-json.ts';
import {
  maxValues,
  offsetsIn,
  type ParsedFile,
  positionsIn,
  refuse,
  textDiagnostic,
  tooDeep,
  tooMany,
} from './descriptor-file.ts';
import { explainStart, explainYamlError } from './unreadable-text.ts';

const start: TextPosition = { line: 1, column: 1 };
const accepted = 'YAML 1.2 that stands for JSON';

const options = {
  schema: 'core',
  version: '1.2',
  // Compares each key with every other. `toValue` reports repeated names.
  uniqueKeys: false,
  stringKeys: true,
  prettyErrors: false,
} as const;

export function parseYaml(path: string, text: string): ParsedFile {
  try {
    return parseBounded(path, text);
  } catch (error) {
    if (!(error instanceof YamlLimitError)) throw error;
    return refuseExcess[error.excess](path);
  }
}

const refuseExcess: Readonly<Record<YamlExcess, (path: string) => ParsedFile>> = {
  depth: (path) => tooDeep(path),
  values: (path) => tooMany(path, `${maxValues} values, where each use of an alias counts`),
  tokens: (path) => tooMany(path, `${maxTokens} tokens of YAML`),
};

function parseBounded(path: string, text: string): ParsedFile {
  const unreadable = explainStart(text);
  if (unreadable) return refuse(path, 'E-JSON', unreadable);
  const positionOf = positionsIn(text);
  const [document, second] = firstTwo(text);
  if (!document) return refuse(path, 'E-JSON', { found: 'an empty file', accepted });
  if (second) {
    const at = positionOf(second.range[0]);
    return refuse(path, 'E-JSON', { at, found: 'a second document', accepted: 'one document' });
  }
  const errors = [
    ...document.errors,
    ...document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED'),
  ];
  // The first error of a text causes most of the others.
  const [first] = errors;
  if (errors.some(({ message }) => message.includes('call stack'))) return tooDeep(path);
  if (first) {
    const { code, message, pos } = first;
    const explained = explainYamlError(text, { code, message, offset: pos[0] });
    const offset = code === 'MISSING_CHAR' ? (lastQuoteIn(text) ?? pos[0]) : pos[0];
    return refuse(path, 'E-JSON', { at: positionOf(offset), ...(explained ?? { found: message, accepted }) });
  }
  const { value, flaws }: YamlValue = toValue(document);
  const diagnostics = flaws.map(({ offset, ...flaw }) =>
    textDiagnostic(path, 'E-JSON', positionOf(offset), flaw),
  );
  if (diagnostics.length > 0) return { diagnostics };
  return { file: { path, value, locate: locatorOf(document, positionOf) }, diagnostics };
}

/** Where the last text with quotes begins: one without its closing quote lasts to the end of the file. */
function lastQuoteIn(text: string): number | undefined {
  let offset = 0;
  let last: number | undefined;
  for (const token of new Lexer().lex(text)) {
    if (/^["']/.test(token)) last = offset;
    if (!marksOfLexer.has(token)) offset += token.length;
  }
  return last;
}

/** Tokens that the text does not have: of a document, of a scalar, of an error. */
const marksOfLexer = new Set(['\u0002', '\u001f', '\u0018']);

/** The documents of a text, at most two. */
function firstTwo(text: string): readonly Document.Parsed[] {
  const documents: Document.Parsed[] = [];
  const { stackTraceLimit } = Error;
  // An error of the composer is a value here. Its stack would take most of the time of a text with many.
  Error.stackTraceLimit = 0;
  try {
    for (const document of new Composer(options).compose(parseTokens(text))) {
      documents.push(document as Document.Parsed);
      if (documents.length === 2) break;
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return documents;
}

function locatorOf(document: Document.Parsed, positionOf: (offset: number) => TextPosition) {
  // A document with content has been composed of parsed nodes.
  const root = document.contents as ParsedNode | null;
  if (!root) return () => start;
  const offsetAt = offsetsIn(root, { offsetOf, childrenOf });
  return (path: readonly (string | number)[]) => positionOf(offsetAt(path));
}

/** Something that YAML allows and a descriptor does not. */
interface YamlFlaw {
  readonly offset: number;
  readonly found: string;
  readonly accepted: string;
}

interface YamlValue {
  readonly value: unknown;
  readonly flaws: readonly YamlFlaw[];
}

/** One walk: as many steps as the text has nodes. @throws YamlLimitError for too many or too deep values, where each use of an alias counts in full. */
function toValue(document: Document.Parsed): YamlValue {
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
function offsetOf(node: unknown): number {
  return (node as { range?: readonly number[] } | null)?.range?.[0] ?? 0;
}

/** The children of a composed node, by name or index. */
function childrenOf(node: Node): ReadonlyMap<string | number, Node> {
  if (isSeq(node)) return new Map(node.items.flatMap((item, index) => (item ? [[index, item as Node]] : [])));
  if (!isMap(node)) return new Map();
  const members = node.items.flatMap((pair): [string, Node][] =>
    isPair(pair) && pair.value ? [[keyOf(pair), pair.value as Node]] : [],
  );
  // The first of a repeated name.
  return new Map(members.toReversed());
}

/** Words, signs, spaces, comments and line ends are tokens. A YAML file of a megabyte has 200,000 of them. */
const maxTokens = 2_000_000;

type YamlExcess = 'depth' | 'values' | 'tokens';

/** Thrown by the parse of a text that exceeds a limit. */
class YamlLimitError extends Error {
  readonly excess: YamlExcess;

  constructor(excess: YamlExcess) {
    super(excess);
    this.excess = excess;
  }
}

/**
 * The tokens of a text, for the composer, which recurses, and needs a hundred bytes for each.
 *
 * @throws YamlLimitError while they are read.
 */
function* parseTokens(text: string): Generator<CST.Token> {
  const parser = new Parser();
  const count = limitCounter();
  for (const source of new Lexer().lex(text)) {
    count(source);
    yield* parser.next(source);
  }
  yield* parser.end();
}

/** The change of the number of open brackets by a token. */
const bracketChange: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/** @returns a check of the next token. */
function limitCounter(): (source: string) => void {
  let tokens = 0;
  let brackets = 0;
  let dashes = 0;
  return (source) => {
    if (++tokens > maxTokens) throw new YamlLimitError('tokens');
    brackets += bracketChange[source] ?? 0;
    // `- - - a` is a list in a list in a list.
    if (source === '-' || source === '?') dashes++;
    else if (source.includes('\n')) dashes = 0;
    if (Math.max(brackets, dashes) > maxJsonDepth) throw new YamlLimitError('depth');
  };
}
