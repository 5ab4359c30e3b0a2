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
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml';
import {
  type Children,
  type Excess,
  excessOf,
  locatorIn,
  maxTokens,
  type ParsedFile,
  positionsIn,
  refuse,
  refuseExcess,
} from './descriptor-file.ts';
import { type Diagnostic, fileDiagnostic } from './diagnostic.ts';
import { explainStart, explainYamlError } from './unreadable-text.ts';

const accepted = 'YAML 1.2 that stands for JSON';

const options = {
  schema: 'core',
  // JSON does not have their values: dates, bytes and sets.
  resolveKnownTags: false,
  version: '1.2',
  // Compares each key with every other. `jsonValue` reports repeated names.
  uniqueKeys: false,
  stringKeys: true,
  prettyErrors: false,
} as const;

export function parseYaml(path: string, text: string): ParsedFile {
  try {
    return parseBounded(path, text);
  } catch (error) {
    if (!(error instanceof YamlLimitError)) throw error;
    return refuseExcess(path, error.message);
  }
}

function parseBounded(path: string, text: string): ParsedFile {
  const unreadable = explainStart(text);
  if (unreadable) return refuse(path, 'E-JSON', ...unreadable);
  const positionOf = positionsIn(text);
  const [document, second] = firstTwo(text);
  if (!document?.contents) return refuse(path, 'E-JSON', 'an empty file', accepted);
  if (second) return refuse(path, 'E-JSON', 'a second document', 'one document', positionOf(second.range[0]));
  // The first error of a text causes most of the others.
  const first = document.errors[0] ?? document.warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED');
  if (first) {
    const { code, message, pos } = first;
    const explained = explainYamlError(text, first) ?? ([message, accepted] as const);
    let [offset] = pos;
    // A text without its closing quote lasts to the end of the file: the person looks where it begins.
    const find = (_key: unknown, { range }: Scalar) => {
      if (range && range[0] <= offset && offset <= range[1]) [offset] = range;
    };
    if (code === 'MISSING_CHAR') visit(document, { Scalar: find });
    return refuse(path, 'E-JSON', ...explained, positionOf(offset));
  }
  const diagnostics: Diagnostic[] = [];
  const value = jsonValue(document, (node, found, wanted) => {
    if (diagnostics.length < maxFlaws)
      diagnostics.push(fileDiagnostic(path, 'E-JSON', found, wanted, positionOf(offsetOf(node))));
  });
  const excess = excessOf(value);
  if (excess) return refuseExcess(path, excess);
  if (diagnostics.length > 0) return { diagnostics };
  const { contents } = document;
  const locate = locatorIn<Node>(text, () => contents, offsetOf, childrenOf);
  return { file: { path, value, locate }, diagnostics };
}

/** The documents of a text, at most two. */
function firstTwo(text: string): readonly Document.Parsed[] {
  const { stackTraceLimit } = Error;
  // An error of the composer is a value here. Its stack would take most of the time of a text with many.
  Error.stackTraceLimit = 0;
  try {
    return new Composer(options).compose(parseTokens(text)).take(2).toArray() as Document.Parsed[];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** More are not reported: no person repeats so many names. */
const maxFlaws = 1_000;

/** Reports what YAML allows and a descriptor does not. */
type ReportFlaw = (node: unknown, found: string, accepted: string) => void;

/**
 * The same alias may stand for the same value many times. `toJS` of the document would compare each alias with all others.
 *
 * @throws YamlLimitError for a value in itself.
 */
function jsonValue(document: Document.Parsed, report: ReportFlaw): unknown {
  const anchors = new Map<string, unknown>();
  const aliased = (alias: Alias) => {
    const { source } = alias;
    if (!anchors.has(source)) {
      const found = `the alias *${source}, which has no anchor before it`;
      report(alias, found, `an anchor &${source} before it`);
    }
    const value = anchors.get(source) ?? null;
    if (value === open) throw new YamlLimitError('depth');
    return value;
  };
  const mapping = ({ items }: YAMLMap) => {
    const members = new Map<string, unknown>();
    for (const pair of items) {
      const name = keyOf(pair);
      if (members.has(name))
        report(pair.key, `the name ${JSON.stringify(name)} a second time in one mapping`, 'each name once');
      const { key } = pair;
      // Quoted, it is a name like any other.
      if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN') report(key, ...mergeKey);
      members.set(name, read(pair.value));
    }
    return Object.fromEntries(members);
  };
  const content = (node: unknown): unknown => {
    if (isMap(node)) return mapping(node);
    if (isSeq(node)) return node.items.map(read);
    if (!isScalar(node)) return null;
    const { value, source } = node;
    if (typeof value === 'number' && !Number.isFinite(value))
      report(node, `the number ${source}, which is not finite`, 'a finite number');
    return value;
  };
  const read = (node: unknown): unknown => {
    if (isAlias(node)) return aliased(node);
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor === undefined) return content(node);
    anchors.set(anchor, open);
    const value = content(node);
    anchors.set(anchor, value);
    return value;
  };
  return read(document.contents);
}

/** The value of an anchor while it is being read. */
const open = Symbol('open');

const mergeKey = [
  'the merge key <<, which is not part of YAML 1.2',
  'the members themselves; an alias stands for a whole value only',
] as const;

/** The parser has refused keys that are not scalars. */
function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value ?? '') : '';
}

/** Every parsed node has a range. */
function offsetOf(node: unknown): number {
  return (node as { range?: readonly number[] } | null)?.range?.[0] ?? 0;
}

function childrenOf(node: Node): Children<Node> {
  if (isSeq<Node>(node)) return node.items.map((item, index) => [index, item]);
  return isMap<unknown, Node>(node) ? node.items.map((pair) => [keyOf(pair), pair.value]) : [];
}

/** Its message is the limit that is exceeded. */
class YamlLimitError extends Error {
  declare readonly message: Excess;
}

/** The most values within each other that the composer gets, which recurses: about 1,500 exhaust its stack. */
const mostOpen = 500;

/**
 * The tokens of a text, for the composer, which needs a hundred bytes for each.
 *
 * @throws YamlLimitError while they are read.
 */
function* parseTokens(text: string): Generator<CST.Token> {
  const parser = new Parser();
  let tokens = 0;
  for (const source of new Lexer().lex(text)) {
    if (++tokens > maxTokens) throw new YamlLimitError('tokens');
    yield* parser.next(source);
    if (parser.stack.length > mostOpen) throw new YamlLimitError('depth');
  }
  yield* parser.end();
}
