import { arrayItems } from '../../headwater/shared/json/array-items.ts';
import {
  flawMessages,
  forbiddenNames,
  inspectJson,
  type JsonError,
} from '../../headwater/shared/json/inspect-json.ts';
import { parseExactly } from '../../headwater/shared/json/lossless-json.ts';
import { maxJsonDepth } from '../../headwater/shared/json/max-json-depth.ts';
import { isPlainJson } from '../../headwater/shared/json/plain-json.ts';
import { type DataRecord, isRecord, kindInWords, type RecordValue } from '../base/record.ts';
import { type ReadRecord, readPiece } from './malformed.ts';
import { malformedRecord, ReadError, type RecordPlace } from './read-error.ts';
import type { RecordText } from './read-records.ts';
import { linesOf } from './text-lines.ts';

/**
 * One object a line; blank lines are skipped.
 *
 * @example [...ndjsonRecords({ content: '{"a":1}\n\n{"a":2}' })] // [{ a: 1 }, { a: 2 }]
 */
export function* ndjsonRecords({ content, damage }: RecordText, reparse?: Reparse): Generator<ReadRecord> {
  for (const { text, number: line } of linesOf(content))
    if (!isBlank(text))
      yield readPiece({ text, place: { line }, damage }, (one, place) => readObject(one, place, { reparse }));
}

/** JSON allows no other white space (RFC 8259 section 2). */
function isBlank(line: string): boolean {
  return /^[ \t\r]*$/.test(line);
}

/**
 * Reads the objects of an array. A byte order mark before it is skipped.
 *
 * @throws ReadError `invalid_json` for any syntax error, `not_an_array` for other JSON.
 */
export function* jsonRecords({ content, damage }: RecordText, reparse?: Reparse): Generator<ReadRecord> {
  let index = 0;
  const array = content.replace(/^\ufeff/, '');
  for (const text of arrayItems(array)) {
    if (text === undefined) throw noArray(array);
    const place = { pointer: `/${index++}` };
    yield readPiece({ text, place, damage }, (item) =>
      readObject(item, place, { notJson: () => noArray(array), reparse }),
    );
  }
}

/** Parses a record once more, with what the first parser does not keep; it is JSON for certain. */
export type Reparse = (text: string) => unknown;

interface ReadOptions {
  /** Thrown if the text is not JSON. */
  readonly notJson?: (error: JsonError & { readonly kind: 'syntax' }) => ReadError;
  readonly reparse?: Reparse | undefined;
}

/** @throws ReadError */
export function readObject(
  text: string,
  place: RecordPlace,
  { reparse, ...options }: ReadOptions = {},
): DataRecord {
  const record = readPlain(text) ?? inspectObject(text, place, options);
  return reparse ? (reparse(text) as DataRecord) : record;
}

function inspectObject(
  text: string,
  place: RecordPlace,
  {
    notJson = ({ what, column }) =>
      malformedRecord({ ...place, column }, `is not JSON: ${what} at column ${column}`),
  }: Omit<ReadOptions, 'reparse'>,
): DataRecord {
  const { error, findings, hasLongIntegers } = inspectJson(text, () => true);
  if (error?.kind === 'syntax') throw notJson(error);
  if (error)
    throw malformedRecord({ ...place, column: error.column }, `is nested deeper than ${maxJsonDepth} levels`);
  const [flaw] = findings;
  if (flaw) {
    const { pointer, column } = flaw;
    const reason =
      flaw.flaw === 'forbidden_name'
        ? `has a member ${forbiddenNames}`
        : `is not exact: ${pointer} ${flawMessages[flaw.flaw]}`;
    throw malformedRecord({ ...place, column }, reason);
  }
  // The text is JSON: a record or another JSON value.
  const value = (hasLongIntegers ? parseExactly(text) : JSON.parse(text)) as RecordValue;
  if (!isRecord(value)) throw malformedRecord(place, `is ${kindInWords(value)}, not an object`);
  return value;
}

/** Most records are plain: the parser and its check take a third of the time of the inspection. */
function readPlain(text: string): DataRecord | undefined {
  try {
    const value = JSON.parse(text) as RecordValue;
    return isRecord(value) && isPlainJson(value, text) ? value : undefined;
  } catch {
    return undefined;
  }
}

function noArray(content: string): ReadError {
  const { error } = inspectJson(content);
  if (error) {
    const { line, column } = error;
    const detail =
      error.kind === 'too_deep'
        ? `The body is not an array of JSON, and is nested deeper than ${maxJsonDepth} levels.`
        : `The body is not JSON: ${error.what} at line ${line}, column ${column}.`;
    return new ReadError('invalid_json', detail, { place: { line, column } });
  }
  return new ReadError('not_an_array', 'The body is JSON, but not an array.');
}
