/**
 * YAML 1.2 with the core schema (section 10.3): plain scalars are strings unless
 * they are JSON values; no merge keys, no dates, no tags of other types.
 */

import {
  type Alias,
  type Document,
  isNode,
  LineCounter,
  type ParsedNode,
  parseAllDocuments,
  visit,
  type YAMLError,
} from 'yaml';
import { maxJsonDepth, type TextPosition } from '../../json/inspect-json.ts';
import {
  holdsTooMany,
  type JsonPath,
  type ParsedFile,
  refuse,
  textProblem,
  tooDeep,
  tooMany,
} from './descriptor-file.ts';

const start: TextPosition = { line: 1, column: 1 };
const accepted = 'YAML 1.2 that stands for JSON';

/** The maximum expansion of aliases. A file that exceeds it is meant to exhaust memory. */
const maxAliasCount = 100;

/** The parser recurses. Brackets are counted in prose too, where they need not be closed, hence the wide bound. */
const maxOpenBrackets = 500;
const dashesPattern = new RegExp(`^(?: *- +){${maxJsonDepth + 1}}`, 'm');

const parseOptions = {
  schema: 'core',
  version: '1.2',
  uniqueKeys: true,
  stringKeys: true,
  prettyErrors: false,
} as const;

export function parseYaml(path: string, text: string): ParsedFile {
  if (hasManyOpenBrackets(text) || dashesPattern.test(text)) return tooDeep(path);
  const lineCounter = new LineCounter();
  const positionOf = (offset: number): TextPosition => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  const [document, second] = parseAllDocuments(text, { ...parseOptions, lineCounter }) as Document.Parsed[];
  if (!document) return refuse(path, 'E-JSON', { at: start, found: 'an empty file', accepted });
  if (second) {
    const at = positionOf(second.range[0]);
    return refuse(path, 'E-JSON', { at, found: 'a second document', accepted: 'one document' });
  }
  const errors = [
    ...document.errors,
    ...document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED'),
  ];
  if (errors.length > 0) return refuseErrors(path, errors, positionOf);
  const dangling = findDanglingAlias(document);
  if (dangling) {
    const at = positionOf(dangling.range?.[0] ?? 0);
    return refuse(path, 'E-JSON', {
      at,
      found: `the alias *${dangling.source}, which has no anchor`,
      accepted,
    });
  }
  const value = expandAliases(document);
  if (value === tooManyAliases)
    return refuse(path, 'E-TOO-LARGE', {
      at: start,
      found: 'aliases that expand to too many values',
      accepted: 'fewer',
    });
  if (holdsTooMany(value)) return tooMany(path);
  if (isDeeperThan(value, maxJsonDepth)) return tooDeep(path);
  return { file: { path, value, locate: locator(document, positionOf) }, problems: [] };
}

function hasManyOpenBrackets(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfQuoted(text, at);
    else if (character === '[' || character === '{') open++;
    else if (character === ']' || character === '}') open--;
    if (open > maxOpenBrackets) return true;
  }
  return false;
}

/** @returns the offset of the closing quote, or the end of the text. */
function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function findDanglingAlias(document: Document.Parsed): Alias.Parsed | undefined {
  let found: Alias.Parsed | undefined;
  const anchors = new Set<string>();
  visit(document, {
    Node(_key, node) {
      if ('anchor' in node && typeof node.anchor === 'string') anchors.add(node.anchor);
    },
    Alias(_key, node) {
      if (anchors.has(node.source)) return undefined;
      // What was parsed knows its place.
      found = node as Alias.Parsed;
      return visit.BREAK;
    },
  });
  return found;
}

const tooManyAliases = Symbol('too many aliases');

function expandAliases(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount });
  } catch (error) {
    if (error instanceof ReferenceError) return tooManyAliases;
    throw error;
  }
}

function refuseErrors(
  path: string,
  errors: readonly YAMLError[],
  positionOf: (offset: number) => TextPosition,
): ParsedFile {
  if (errors.some(({ message }) => message.includes('call stack'))) return tooDeep(path);
  const problems = errors.map(({ message, pos }) =>
    textProblem(path, 'E-JSON', positionOf(pos[0]), { found: message, accepted }),
  );
  return { problems };
}

function locator(document: Document.Parsed, positionOf: (offset: number) => TextPosition) {
  return (path: JsonPath): TextPosition => {
    for (let length = path.length; length >= 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      const range = isNode(node) ? (node as ParsedNode).range : undefined;
      if (range) return positionOf(range[0]);
    }
    return start;
  };
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}
