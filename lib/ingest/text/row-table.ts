/** Rows by what they match: values, ranges of numbers, or networks. */

import { exactNumberOf } from '../../headwater/shared/json/long-integers.ts';
import { ownMember } from '../../headwater/shared/json/own-member.ts';
import { type DataRecord, isRecord, type RecordValue, readMember, textOf } from '../base/record.ts';
import { bitsWithinIpv6, ipv6BytesOf, networkOf } from './ip-address.ts';

/** The rows that match a value, the best first. */
export type FindRows = (value: RecordValue) => readonly DataRecord[];

interface RowKey {
  readonly row: DataRecord;
  readonly key: RecordValue;
}

/** The keys of each row: the value of the member, or each value of its list. @returns the index of a row without one. */
export function keysOf(rows: readonly DataRecord[], member: string): readonly RowKey[] | number {
  const keys: RowKey[] = [];
  for (const [index, row] of rows.entries()) {
    const value = readMember(row, member);
    const own = Array.isArray(value) ? value : [value];
    for (const key of own) {
      if (key === undefined || key === null) return index;
      keys.push({ row, key });
    }
    if (own.length === 0) return index;
  }
  return keys;
}

/** Rows whose key is equal, as texts: 1 matches `"1"`. @returns the key that is neither a text, a number nor a boolean. */
export function findByValue(keys: readonly RowKey[]): FindRows | { readonly wrong: RecordValue } {
  const wrong = keys.find(({ key }) => typeof key === 'object');
  if (wrong) return { wrong: wrong.key };
  const rows = Map.groupBy(keys, ({ key }) => textOf(key));
  return (value) => (rows.get(textOf(value)) ?? []).map(({ row }) => row);
}

/** Rows whose key is a network or a range that has the value, the smallest network first. @returns the key that is neither. */
export function findByRange(keys: readonly RowKey[]): FindRows | { readonly wrong: RecordValue } {
  const wrong = keys.find(({ key }) => !isRange(key) && !isNetwork(key));
  if (wrong) return { wrong: wrong.key };
  const networks = networksOf(keys.filter(({ key }) => typeof key === 'string'));
  const ranges = keys.filter(({ key }) => isRecord(key));
  return (value) => [
    ...(typeof value === 'string' ? networks(value) : []),
    ...ranges.flatMap(({ row, key }) => (isWithin(value, key as DataRecord) ? [row] : [])),
  ];
}

const comparisons: Readonly<Record<string, (value: number | bigint, limit: number | bigint) => boolean>> = {
  gte: (value, limit) => value >= limit,
  gt: (value, limit) => value > limit,
  lte: (value, limit) => value <= limit,
  lt: (value, limit) => value < limit,
};

function isRange(key: RecordValue): boolean {
  if (!isRecord(key)) return false;
  const limits = Object.entries(key);
  return (
    limits.length > 0 &&
    limits.every(
      ([name, limit]) =>
        Object.hasOwn(comparisons, name) && (typeof limit === 'number' || typeof limit === 'bigint'),
    )
  );
}

/** A text is read as a number, since logs write numbers as texts. */
function isWithin(value: RecordValue, range: DataRecord): boolean {
  const number = typeof value === 'string' ? exactNumberOf(value.trim()) : value;
  if (typeof number !== 'number' && typeof number !== 'bigint') return false;
  // `isRange` has checked the limits.
  return Object.entries(range).every(([name, limit]) =>
    ownMember(comparisons, name)?.(number, limit as number),
  );
}

function isNetwork(key: RecordValue): boolean {
  return typeof key === 'string' && typeof networkOf(key) === 'function';
}

/** By the length of the prefix, and the prefix: each length that occurs takes one look. */
function networksOf(keys: readonly RowKey[]): (ip: string) => readonly DataRecord[] {
  const rows = new Map<string, DataRecord[]>();
  const lengths = new Set<number>();
  for (const { row, key } of keys) {
    const [address = '', bits = ''] = String(key).split('/');
    const prefix = bitsWithinIpv6(address, Number(bits));
    const name = prefixOf(ipv6BytesOf(address) ?? [], prefix);
    rows.set(name, [...(rows.get(name) ?? []), row]);
    lengths.add(prefix);
  }
  const longestFirst = [...lengths].toSorted((one, other) => other - one);
  return (ip) => {
    const bytes = ipv6BytesOf(ip);
    return bytes ? longestFirst.flatMap((prefix) => rows.get(prefixOf(bytes, prefix)) ?? []) : [];
  };
}

function prefixOf(bytes: readonly number[], prefix: number): string {
  const whole = prefix >> 3;
  const rest = (bytes[whole] ?? 0) & (0xff00 >> (prefix & 7)) & 0xff;
  return `${prefix}/${bytes.slice(0, whole).join('.')}/${rest}`;
}
