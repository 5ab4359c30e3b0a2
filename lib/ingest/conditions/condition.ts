/**
 * Compiles conditions (docs/service/conditions.md): the grammar of docs/headwater/query.md about the fields of a record, with
 * clauses of its own.
 */

import { combine, negate, type Predicate } from '../../headwater/shared/query/evaluate.ts';
import {
  type ClausePlace,
  expectedValue,
  type Lexeme,
  parseWith,
} from '../../headwater/shared/query/query-parser.ts';
import { InvalidQuery, invalidQuery, Scanner } from '../../headwater/shared/query/scanner.ts';
import { InvalidOption } from '../base/definition.ts';
import { type FieldPath, findPath } from '../base/field-path.ts';
import { type DataRecord, isRecord, type RecordValue } from '../base/record.ts';
import { type ClauseType, takeOwnClause } from './own-clause.ts';
import { type Needs, needsExactly, needsFields, needsNothing, needsTerms } from './record-terms.ts';
import { findScript, refuseScript } from './refuse-script.ts';
import {
  comparisons,
  exactPrefixTest,
  exactTest,
  prefixTest,
  rangeTest,
  regexTest,
  termTest,
  type ValueTest,
} from './value-tests.ts';

/** The context is the meaning of `now` in a date, in milliseconds since 1970. */
export type Condition = Predicate<DataRecord, number>;

/** @throws InvalidOption with what is expected and where. */
export function compileCondition(text: string): Condition {
  try {
    return compileQuery(text).matches;
  } catch (cause) {
    if (cause instanceof InvalidQuery) throw new InvalidOption('if', `is not a query: ${cause.message}`);
    throw cause;
  }
}

/**
 * A condition that is stored. A script that was stored before scripts were refused matches nothing, as ever: a refusal
 * would stop the streams of the source.
 *
 * @throws InvalidOption as `compileCondition`.
 */
export function compileStoredCondition(text: string): Condition {
  return findScript(text) === undefined ? compileCondition(text) : () => false;
}

interface RecordQuery {
  readonly matches: Condition;
  /** Records without it do not match, whatever the time. */
  readonly needs: Needs;
  /** The fields that it names. */
  readonly fields: readonly FieldPath[];
}

type QueryPart = Pick<RecordQuery, 'matches' | 'needs'>;

/**
 * A query about records that no index has.
 *
 * @throws InvalidQuery with what is expected and where.
 * @example compileQuery('type:long').matches({ path: 'a', type: 'long' }, Date.now()) // true
 */
export function compileQuery(text: string): RecordQuery {
  refuseScript(text);
  return parseQuery(new Scanner(text));
}

/**
 * The query at a place of a longer text.
 *
 * @param place In characters.
 * @throws InvalidQuery as `compileQuery`, with offsets in the whole text.
 */
export function compileQueryIn(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): RecordQuery {
  const characters = [...text];
  refuseScript(characters.slice(start, end).join(''), start);
  const scanner = new Scanner(characters.slice(0, end).join(''));
  scanner.at = start;
  return parseQuery(scanner);
}

function parseQuery(scanner: Scanner): RecordQuery {
  const fields: FieldPath[] = [];
  const fieldOf: PathReader = ({ text: name, at }, where = 'before the colon') => {
    const path = findPath(name);
    if (typeof path === 'string') throw invalidQuery(at, `Expected the path of a field ${where}`, path);
    fields.push(path);
    return path;
  };
  const part = parseWith<FieldPath, QueryPart>(scanner, {
    field: fieldOf,
    clause: (place) => ownClause(place, scanner, fieldOf),
    term: ({ field }, written) =>
      compileClause(
        field,
        termTest(written, field !== undefined),
        needsTerms(written.text, field !== undefined),
      ),
    prefix: ({ field }, written) => compileClause(field, prefixTest(written, field !== undefined)),
    range: ({ field }, _at, take) => compileClause(field, rangeTest(take())),
    exists: ({ field }) =>
      field ? compileClause(field, () => true) : { matches: () => true, needs: needsNothing },
    combine: combineParts,
    negate: ({ matches }) => ({ matches: negate(matches), needs: needsNothing }),
  });
  if (!part) throw invalidQuery(scanner.at, expectedValue(undefined));
  return { ...part, fields };
}

/** Records may match both parts of an AND without one record that does. */
function combineParts(kind: 'and' | 'or', parts: readonly QueryPart[]): QueryPart {
  return {
    matches: combine(
      kind,
      parts.map(({ matches }) => matches),
    ),
    needs: { kind, of: parts.map(({ needs }) => needs) },
  };
}

/** @throws InvalidQuery for a text that is no path. */
type PathReader = (name: Lexeme, where?: string) => FieldPath;

/** Consumes a clause that queries about documents do not have, if one begins here. */
function ownClause(
  { field }: ClausePlace<FieldPath>,
  scanner: Scanner,
  fieldOf: PathReader,
): QueryPart | undefined {
  const clause = takeOwnClause(scanner, field?.text);
  if (!clause) return undefined;
  if (clause.kind === 'regex') return compileClause(field, regexTest(clause.source, clause.flags));
  if (!field) return undefined;
  switch (clause.kind) {
    case 'type':
      return { matches: isOfType(field, clause.type), needs: needsFields(field) };
    case 'exact':
      return compileClause(field, exactTest(clause.text), needsExactly(clause.text));
    case 'prefix':
      return compileClause(field, exactPrefixTest(clause.text));
    case 'null':
      return { matches: isNull(field), needs: needsFields(field) };
    case 'field':
      return compareFields(field, fieldOf(clause.other, 'in the braces'), comparisons[clause.symbol]);
  }
}

/** The type of the value itself, not of the values of a list. */
function isOfType(field: FieldPath, type: ClauseType): Condition {
  return (record) => {
    const value = field.get(record);
    if (value === undefined || value === null) return false;
    if (type === 'list') return Array.isArray(value);
    if (type === 'object') return isRecord(value);
    if (type === 'number') return typeof value === 'number' || typeof value === 'bigint';
    return typeof value === (type === 'text' ? 'string' : type);
  };
}

/**
 * Without a field, any value of the record may match.
 *
 * @param needs What records with such a value have.
 */
function compileClause(
  field: FieldPath | undefined,
  test: ValueTest,
  needs: Needs = needsNothing,
): QueryPart {
  if (!field) return { matches: (record, now) => anyValue(record, test, now), needs };
  return {
    matches: (record, now) => {
      const value = field.get(record);
      return value !== undefined && value !== null && anyItem(value, test, now);
    },
    needs: { kind: 'and', of: [needsFields(field), needs] },
  };
}

function anyItem(value: RecordValue, test: ValueTest, now: number): boolean {
  return Array.isArray(value) ? value.some((item) => item !== null && test(item, now)) : test(value, now);
}

function anyValue(value: RecordValue, test: ValueTest, now: number): boolean {
  if (value === null) return false;
  if (typeof value !== 'object') return test(value, now);
  const inner = Array.isArray(value) ? value : Object.values(value);
  return inner.some((item) => item !== undefined && anyValue(item, test, now));
}

function isNull(field: FieldPath): Condition {
  return (record) => {
    const value = field.get(record);
    return value === null || (Array.isArray(value) && value.includes(null));
  };
}

/** Whether a value of one field compares with a value of the other; null and an absent field with nothing. */
function compareFields(
  field: FieldPath,
  other: FieldPath,
  compare: (one: RecordValue, other: RecordValue) => boolean,
): QueryPart {
  const matches: Condition = (record, now) => {
    const second = other.get(record);
    if (second === undefined || second === null) return false;
    const first = field.get(record);
    if (first === undefined || first === null) return false;
    return anyItem(first, (one) => anyItem(second, (two) => compare(one, two), now), now);
  };
  return { matches, needs: needsFields(field, other) };
}
