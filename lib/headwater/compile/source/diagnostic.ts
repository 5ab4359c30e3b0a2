/**
 * Diagnostics of the input of a build. They are values: every check reports what it
 * finds and goes on, so one run shows all of them.
 */

import type { TextPosition } from '../../shared/json/inspect-json.ts';

/** docs/headwater/descriptor-problems.md explains each of them. */
export const diagnosticCodes = [
  ...['E-FILE', 'E-JSON', 'E-LISTING', 'E-TOO-LARGE', 'E-NAME', 'E-SHAPE', 'E-KEY', 'E-METHOD', 'E-NICKNAME'],
  ...['E-SEGMENT', 'E-GREEDY', 'E-TEMPLATE', 'E-DUPLICATE', 'E-INPUT-CLASH', 'E-PARAM', 'E-BODY', 'E-TYPE'],
  ...['E-MODEL', 'E-REF', 'E-INHERITANCE', 'E-LIMIT', 'E-PATTERN', 'E-REGEX', 'E-DEFAULT', 'E-EXAMPLE'],
  ...[
    'E-AUTHORIZATION',
    'E-CLAIM',
    'E-STATUS',
    'E-UNSUPPORTED',
    'E-HEADER',
    'E-FILTER',
    'E-DEPRECATION',
    'E-IDEMPOTENT',
  ],
  ...['E-MEDIA-VERSION', 'E-BACKGROUND', 'E-ROUTE', 'E-HANDLER', 'E-CODE', 'E-BUNDLE', 'E-ROLE', 'E-USES'],
  ...['E-SETTING', 'E-BUDGET'],
  ...['W-AUTHORIZATION', 'W-BASE-PATH', 'W-BODY', 'W-BUDGET', 'W-DEFAULT', 'W-DISCRIMINATOR', 'W-EXAMPLE'],
  ...['W-FILE', 'W-FLAG', 'W-FORMAT', 'W-HANDLER', 'W-IDEMPOTENT', 'W-JSON', 'W-KEY'],
  ...[
    'W-LEADING-SLASH',
    'W-LIMIT',
    'W-LISTING',
    'W-MEDIA-TYPE',
    'W-MODEL',
    'W-MODEL-ID',
    'W-NICKNAME',
    'W-PARAM',
    'W-REGEX',
  ],
  ...['W-RESOURCE-PATH', 'W-RESPONSE', 'W-RESULT', 'W-RISK', 'W-SEGMENT', 'W-SHAPE', 'W-TRAILING-SLASH'],
  ...['W-UNSUPPORTED', 'W-TYPE', 'W-USES'],
] as const;

export type DiagnosticCode = (typeof diagnosticCodes)[number];

export interface Diagnostic {
  readonly code: DiagnosticCode;
  /** Relative to the project, with `/`. */
  readonly file: string;
  /** JSON pointer (RFC 6901); empty for the whole file, or if the file is not JSON. */
  readonly pointer: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  readonly found: string;
  readonly accepted: string;
  /** A change of the file that a program can make to remove the diagnostic. */
  readonly fix?: Fix;
}

export interface Fix {
  /** Path of the value to change; -1 at its end means a new item of an array. */
  readonly path: readonly (string | number)[];
  /** The new value. */
  readonly value?: unknown;
  /** The new name of the member. With neither, the value is removed. */
  readonly rename?: string;
}

/** A diagnostic of a whole file or of its text, which has no JSON pointer. */
export function fileDiagnostic(
  file: string,
  code: DiagnosticCode,
  found: string,
  accepted: string,
  { line, column }: TextPosition = { line: 1, column: 1 },
): Diagnostic {
  return { code, file, pointer: '', line, column, found, accepted };
}

export type Report = (diagnostic: Diagnostic) => void;

/** For parts whose diagnostics are reported elsewhere. */
export const ignore: Report = () => undefined;

/** Tells whether a diagnostic is new, for parts that are read several times. */
export function unseen(): (diagnostic: Diagnostic) => boolean {
  const known = new Set<string>();
  return ({ code, pointer, found }) => known.size < known.add(JSON.stringify([code, pointer, found])).size;
}

export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.code.startsWith('E-');
}

/** By file, then by place in it; stable for the same place. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) =>
      compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.code, b.code),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The text of a diagnostic.
 *
 * @example
 * descriptors/bookmark.json:12:9 E-METHOD at /apis/0/operations/0/httpMethod
 *   found     "FETCH"
 *   accepted  one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS
 */
export function describeDiagnostic(diagnostic: Diagnostic): string {
  const where = diagnostic.pointer === '' ? '' : ` at ${diagnostic.pointer}`;
  return [
    `${diagnostic.file}:${diagnostic.line}:${diagnostic.column} ${diagnostic.code}${where}`,
    `  found     ${diagnostic.found}`,
    `  accepted  ${diagnostic.accepted}`,
  ].join('\n');
}
