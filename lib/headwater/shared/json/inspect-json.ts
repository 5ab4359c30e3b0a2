/**
 * Checks a JSON text before it is parsed, in one pass of jsonc-parser's `visit`.
 * JSON.parse keeps the last of two members of the same name, rounds integers,
 * accepts half a surrogate pair, any depth and `__proto__`, and its syntax errors quote the text.
 */

import { type JSONPath, type JSONVisitor, visit } from 'jsonc-parser';
import { explainSyntax, type SyntaxExplanation } from './explain-syntax.ts';
import { hasTooManyDigits, maxDigits } from './long-integers.ts';
import { isLongInteger } from './lossless-json.ts';
import { maxJsonDepth } from './max-json-depth.ts';
import { toPointer } from './pointer.ts';

/** The maximum number of issues in a response. */
const maxFindings = 20;

/** Both count from 1, in UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The reason to refuse the whole text. */
export type JsonError = TextPosition &
  ({ readonly kind: 'too_deep' } | ({ readonly kind: 'syntax' } & SyntaxExplanation));

export type JsonFlaw =
  | 'duplicate_name'
  | 'forbidden_name'
  | 'lone_surrogate'
  | 'not_exact'
  | 'not_finite'
  | 'too_many_digits';

/** These members could replace the prototype of an object. */
export const forbiddenNames = '"__proto__", or "constructor" with a "prototype"';

/** What would be accepted instead, as a predicate. */
export const flawMessages: Readonly<Record<JsonFlaw, string>> = {
  duplicate_name: 'must not be given twice',
  forbidden_name: `must have another name than ${forbiddenNames}`,
  lone_surrogate: 'must not have one half of a surrogate pair',
  not_exact:
    'must be an integer that a double holds, as all are up to 9007199254740991, or have a fraction or an exponent',
  not_finite: 'must be a number that a double holds',
  too_many_digits: `must be an integer of at most ${maxDigits} digits`,
};

/** A member or item that JSON.parse would change silently, or that is not safe to copy. */
export interface JsonFinding extends TextPosition {
  readonly flaw: JsonFlaw;
  /** A JSON pointer (RFC 6901). */
  readonly pointer: string;
}

interface JsonInspection {
  /** The first error; absent if the text is JSON (RFC 8259) of at most 64 levels. */
  readonly error?: JsonError;
  /** At most 20 findings, in text order; if there is an error, only the findings before it. */
  readonly findings: readonly JsonFinding[];
  /** Present if the text has integers beyond 2^53 in places where they keep their digits: parse it with `parseExactly`. */
  readonly hasLongIntegers?: true;
}

/** Whether integers beyond 2^53 keep their digits at a place. */
export type IsExact = (path: JSONPath) => boolean;

/**
 * @param isExact Selects the places where integers beyond 2^53 are accepted; by default none.
 * @example inspectJson('[1e400]').findings // [{ flaw: 'not_finite', pointer: '/0', line: 1, column: 2 }]
 */
export function inspectJson(text: string, isExact: IsExact = () => false): JsonInspection {
  const findings: JsonFinding[] = [];
  const report: Report = (flaw, path, position) => {
    if (findings.length < maxFindings) findings.push({ flaw, pointer: pointerOf(path()), ...position });
  };
  let hasLongIntegers = false;
  const keepsDigits: IsExact = (path) => {
    const isKept = isExact(path);
    hasLongIntegers ||= isKept;
    return isKept;
  };
  try {
    visit(text, visitorOf(text, report, keepsDigits), { disallowComments: true });
  } catch (cause) {
    if (cause instanceof Refusal) return { error: cause.error, findings };
    throw cause;
  }
  return hasLongIntegers ? { findings, hasLongIntegers } : { findings };
}

/** `path` is a function, because most texts have no finding. */
type Report = (flaw: JsonFlaw, path: () => JSONPath, position: TextPosition) => void;

/** Ends the recursive visit: no text nests deeper than the limit, and only the first error matters. */
class Refusal extends Error {
  readonly error: JsonError;

  constructor(error: JsonError) {
    super(error.kind);
    this.error = error;
  }
}

function visitorOf(text: string, report: Report, keepsDigits: IsExact): JSONVisitor {
  const namesOfOpenObjects: Set<string>[] = [];
  let depth = 0;
  const open = (position: TextPosition) => {
    depth++;
    if (depth > maxJsonDepth) throw new Refusal({ kind: 'too_deep', ...position });
  };
  return {
    onArrayBegin: (_offset, _length, line, column) => open(positionOf(line, column)),
    onArrayEnd: () => {
      depth--;
    },
    onObjectBegin: (_offset, _length, line, column) => {
      open(positionOf(line, column));
      namesOfOpenObjects.push(new Set());
    },
    onObjectEnd: () => {
      depth--;
      namesOfOpenObjects.pop();
    },
    onObjectProperty: (name, ...[, , line, column, parent]) => {
      // Code that copies such a member replaces the prototype of an object.
      const isForbidden = name === '__proto__' || (name === 'prototype' && parent().at(-1) === 'constructor');
      const names = namesOfOpenObjects.at(-1);
      const isKnown = names?.has(name) === true;
      names?.add(name);
      // Closures are made for flaws only: a body has up to 400,000 members.
      if (!isKnown && !isForbidden && name.isWellFormed()) return;
      const path = () => [...parent(), name];
      if (isForbidden) report('forbidden_name', path, positionOf(line, column));
      if (isKnown) report('duplicate_name', path, positionOf(line, column));
      if (!name.isWellFormed()) report('lone_surrogate', path, positionOf(line, column));
    },
    onLiteralValue: (value: unknown, ...[offset, length, line, column, path]) => {
      const flaw =
        typeof value === 'number' && !Number.isSafeInteger(value)
          ? flawOfNumber(value, text.slice(offset, offset + length), () => keepsDigits(path()))
          : flawOfText(value);
      if (flaw) report(flaw, path, positionOf(line, column));
    },
    onError: (code, offset, _length, line, column) => {
      throw new Refusal({
        kind: 'syntax',
        ...explainSyntax(text, code, offset),
        ...positionOf(line, column),
      });
    },
  };
}

/** @param line Counts from 0, and so does `column`. */
function positionOf(line: number, column: number): TextPosition {
  return { line: line + 1, column: column + 1 };
}

function flawOfText(value: unknown): JsonFlaw | undefined {
  return typeof value !== 'string' || value.isWellFormed() ? undefined : 'lone_surrogate';
}

/**
 * A literal of digits means exactly that integer. A literal with a fraction or an
 * exponent is a floating-point number, which may be rounded.
 */
function flawOfNumber(value: number, literal: string, isKept: () => boolean): JsonFlaw | undefined {
  const isLong = isLongInteger(value, literal);
  if (isLong && isKept()) return hasTooManyDigits(literal) ? 'too_many_digits' : undefined;
  if (!Number.isFinite(value)) return 'not_finite';
  // 2^70 in full, or with zeros at its end, as JavaScript and others write the same double.
  const isExact = !isLong || String(value) === literal || BigInt(literal) === BigInt(value);
  return isExact ? undefined : 'not_exact';
}

/** The limit in characters: names may be as long as the body, and a response has several pointers. */
const maxPointerLength = 1_000;

function pointerOf(path: JSONPath): string {
  const pointer = toPointer(path.map((step) => String(step).slice(0, maxPointerLength)));
  const shown = pointer.length > maxPointerLength ? `${pointer.slice(0, maxPointerLength - 1)}…` : pointer;
  return shown.toWellFormed();
}
