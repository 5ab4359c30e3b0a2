/**
 * Packs records for an item: columns of JSON, compressed. With level 3 of zstd, the
 * raw record and the document of a line of an access log take about 55 bytes
 * together (bench/service/streams.ts).
 */

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ServiceError } from 'headwater/errors';
import { readJson, writeJson } from 'headwater/json';

export interface Row {
  /** The offset of its position from the first one of its batch. */
  readonly offset: number;
  readonly value: unknown;
  readonly raw: unknown;
}

/** Offsets of rows, both ends included. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

export interface PackedRows extends RowRange {
  readonly bytes: Uint8Array;
}

/** DynamoDB limits an item to 400 KB. */
export const maxPackedBytes = 350 * 1024;

/**
 * The limit of unpacked text. One response returns a record with its document; Lambda allows 6 MB, with quotes counted
 * twice.
 */
const maxTextBytes = 2_621_440;

const params = { [constants.ZSTD_c_compressionLevel]: 3 };

/**
 * @param rawText The raw records as JSON, if it is known.
 * @throws ServiceError content_too_large when one row does not fit into an item, or into a response.
 */
export function packRows(rows: readonly Row[], rawText = rawTextOf(rows)): PackedRows[] {
  const [first, last] = [rows[0]?.offset, rows.at(-1)?.offset];
  if (first === undefined || last === undefined) return [];
  const isDense = last - first === rows.length - 1;
  const columns = [isDense ? first : rows.map(({ offset }) => offset), rows.map(({ value }) => value)];
  const text = [...columns.map((column) => writeJson(column)), rawText].join('\n');
  const textBytes = Buffer.byteLength(text);
  const bytes = textBytes <= maxTextBytes ? packText(text) : undefined;
  if (bytes && bytes.length <= maxPackedBytes) return [{ first, last, bytes }];
  if (rows.length === 1) throw tooLarge(bytes?.length, textBytes);
  const middle = Math.ceil(rows.length / 2);
  return [...packRows(rows.slice(0, middle)), ...packRows(rows.slice(middle))];
}

function rawTextOf(rows: readonly Row[]): string {
  return writeJson(rows.map(({ raw }) => raw));
}

export function unpackRows(bytes: Uint8Array): Row[] {
  const [offsetColumn = '', valueColumn = '', rawColumn = ''] = unpackText(bytes).split('\n');
  const offsets = readJson(offsetColumn) as number | number[];
  const values = readJson(valueColumn) as unknown[];
  let raws: unknown[] | undefined;
  return values.map((value, index) => ({
    offset: typeof offsets === 'number' ? offsets + index : (offsets[index] ?? 0),
    value,
    // Half of the text: who wants documents alone does not read it.
    get raw() {
      raws ??= readJson(rawColumn) as unknown[];
      return raws[index];
    },
  }));
}

export function rangeOf({ first, last }: RowRange): RowRange {
  return { first, last };
}

export function packText(text: string): Uint8Array {
  return zstdCompressSync(text, { params });
}

export function unpackText(bytes: Uint8Array): string {
  return zstdDecompressSync(bytes).toString();
}

function tooLarge(packedBytes: number | undefined, textBytes: number): ServiceError {
  const [form, bytes, most] =
    packedBytes === undefined
      ? ['as JSON', textBytes, maxTextBytes]
      : ['compressed', packedBytes, maxPackedBytes];
  const detail = `A record takes ${bytes} bytes, ${form} and with its document; at most ${most} can be stored.`;
  return new ServiceError('content_too_large', detail, { members: { max_bytes: most } });
}
