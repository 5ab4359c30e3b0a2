/**
 * YAML 1.2 with the core schema (section 10.3): plain scalars are strings unless
 * they are JSON values; no merge keys, no dates, no tags of other types.
 */

import { Composer, type Document, type ParsedNode, type YAMLError } from 'yaml';
import type { TextPosition } from '../../shared/json/inspect-json.ts';
import { maxValues, type ParsedFile, refuse, textDiagnostic, tooDeep, tooMany } from './descriptor-file.ts';
import { offsetsIn, positionsIn } from './text-positions.ts';
import { explainStart } from './unreadable-text.ts';
import { maxTokens, parseTokens, type YamlExcess, YamlLimitError } from './yaml-tokens.ts';
import { childrenOf, offsetOf, toValue, type YamlValue } from './yaml-value.ts';

const start: TextPosition = { line: 1, column: 1 };
const accepted = 'YAML 1.2 that stands for JSON';

/** The first error of a text causes most of the others. */
const maxErrors = 20;

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
  if (unreadable) return refuse(path, 'E-JSON', { at: start, ...unreadable });
  const positionOf = positionsIn(text);
  const [document, second] = firstTwo(text);
  if (!document) return refuse(path, 'E-JSON', { at: start, found: 'an empty file', accepted });
  if (second) {
    const at = positionOf(second.range[0]);
    return refuse(path, 'E-JSON', { at, found: 'a second document', accepted: 'one document' });
  }
  const errors = [
    ...document.errors,
    ...document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED'),
  ];
  if (errors.length > 0) return refuseErrors(path, errors.slice(0, maxErrors), positionOf);
  const { value, flaws }: YamlValue = toValue(document);
  const diagnostics = flaws.map(({ offset, ...flaw }) =>
    textDiagnostic(path, 'E-JSON', positionOf(offset), flaw),
  );
  if (diagnostics.length > 0) return { diagnostics };
  return { file: { path, value, locate: locatorOf(document, positionOf) }, diagnostics };
}

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

function refuseErrors(
  path: string,
  errors: readonly YAMLError[],
  positionOf: (offset: number) => TextPosition,
): ParsedFile {
  if (errors.some(({ message }) => message.includes('call stack'))) return tooDeep(path);
  const diagnostics = errors.map(({ message, pos }) =>
    textDiagnostic(path, 'E-JSON', positionOf(pos[0]), { found: message, accepted }),
  );
  return { diagnostics };
}

function locatorOf(document: Document.Parsed, positionOf: (offset: number) => TextPosition) {
  // A document with content has been composed of parsed nodes.
  const root = document.contents as ParsedNode | null;
  if (!root) return () => start;
  const offsetAt = offsetsIn(root, { offsetOf, childrenOf });
  return (path: readonly (string | number)[]) => positionOf(offsetAt(path));
}
