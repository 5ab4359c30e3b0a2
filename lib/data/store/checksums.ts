/**
 * Checksums of items: `verify` finds a value that has changed without them.
 *
 * The attribute `~` has the checksum of all attributes of a put, keys included. An attribute `x` that updates change is not part
 * of it: it has one of its own, `~x`. The checksum of a number is the number; a set has the sum of the checksums of its elements. So an
 * update changes them by its own expression, with their names and values in place of the others: what adds 1 to `x` adds 1 to
 * `~x`. No write has to read the item first.
 *
 * An item without `~` has none: earlier code has put it. A posting has none, to be small: its document has its read units, too.
 */

import { isObject } from '../../shared/json/is-object.ts';
import { crc32 } from './crc32.ts';
import type { Item } from './table-access.ts';

const checkName = '~';

/** Whether it is the name of a checksum. */
export function isCheckName(name: string): boolean {
  return name.startsWith(checkName);
}

/** search/index/postings.ts */
const namesOfPosting: ReadonlySet<string> = new Set(['pk', 'sk', 'u']);

export interface CheckedPut {
  readonly Item: Item | undefined;
  /** The names of attributes that updates change. */
  readonly changing?: readonly string[];
}

/** Adds the checksums to the item of a put. */
export function putWithChecks<Request extends CheckedPut>({
  changing = [],
  ...request
}: Request): Omit<Request, 'changing'> {
  const { Item: item = {} } = request;
  const names = Object.keys(item).filter((name) => item[name] !== undefined);
  if (names.every((name) => namesOfPosting.has(name))) return request;
  const own = changing.filter((name) => names.includes(name));
  const rest = names.filter((name) => !own.includes(name));
  const checks = own.map((name) => [checkName + name, checkOf(item[name])]);
  return { ...request, Item: { ...item, ...Object.fromEntries(checks), [checkName]: sumOf(item, rest) } };
}

export interface CheckedUpdate {
  readonly Key: Item | undefined;
  readonly UpdateExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Item | undefined;
  /** Whether the update makes the item, and no put ever does. */
  readonly isWhole?: boolean;
}

/**
 * Adds the changes of checksums to an update.
 *
 * @example SET #at = :now REMOVE #claim // SET #at = :now, #check_at = :check_now REMOVE #claim, #check_claim
 */
export function updateWithChecks<Request extends CheckedUpdate>({
  isWhole = false,
  ...request
}: Request): Omit<Request, 'isWhole'> {
  const { Key: key = {}, UpdateExpression: expression = '' } = request;
  const names: Record<string, string> = { ...request.ExpressionAttributeNames };
  const values: Record<string, unknown> = { ...request.ExpressionAttributeValues };
  const checked = expression.replaceAll(
    /(SET|ADD|REMOVE) (.*?)(?= SET | ADD | REMOVE |$)/gs,
    (_, word, body) => {
      const twin = String(body).replaceAll(/([#:])(\w+)/g, (place, kind, name) => {
        const other = `${kind}check_${name}`;
        if (kind === '#') names[other] = `${checkName}${names[place]}`;
        else values[other] = checkOf(values[place]);
        return other;
      });
      const whole = isWhole && word === 'SET' ? `, #check = :check` : '';
      return `${word} ${body}, ${twin}${whole}`;
    },
  );
  if (isWhole) {
    names['#check'] = checkName;
    values[':check'] = sumOf(key, Object.keys(key));
  }
  return {
    ...request,
    UpdateExpression: checked,
    ExpressionAttributeNames: names,
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  };
}

/** Whether code with checksums has put the item. */
export function hasChecks(item: Item): boolean {
  return item[checkName] !== undefined;
}

/** The attributes of an item that another put may store. */
export function withoutChecks(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !isCheckName(name)));
}

/** The reason why an item is damaged; undefined if it has its checksums, or none. */
export function damageOf(item: Item): string | undefined {
  const sum = item[checkName];
  if (sum === undefined) return undefined;
  const names = Object.keys(item).filter((name) => !isCheckName(name));
  const own = names.filter((name) => checkName + name in item);
  const rest = names.filter((name) => !own.includes(name));
  const wrong = own.filter((name) => checkOf(item[name]) !== item[checkName + name]);
  const lost = Object.keys(item).filter(
    (name) => isCheckName(name) && name !== checkName && !(name.slice(checkName.length) in item),
  );
  const isRestWrong = sumOf(item, rest) !== sum;
  const what = [...wrong, ...lost.map((name) => name.slice(checkName.length))];
  if (what.length > 0) return `its checksum does not fit ${what.join(', ')}`;
  return isRestWrong ? 'its checksum does not fit its attributes' : undefined;
}

function sumOf(item: Item, names: readonly string[]): number {
  return crc32(textOfMembers(item, names));
}

/** The checksum of one attribute. */
function checkOf(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Set) return [...value].reduce<number>((sum, one) => sum + crc32(textOf(one)), 0);
  return crc32(textOf(value));
}

/** The same text for a value that is put and for the one that DynamoDB returns: it has no order of members and elements. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Uint8Array) return `b${crc32(value)}`;
  if (value instanceof Set) return `s${[...value].map(textOf).toSorted().join()}`;
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (isObject(value)) return textOfMembers(value, Object.keys(value));
  const isExact = typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value);
  return String(isExact ? value : BigInt(value));
}

function textOfMembers(item: Item, names: readonly string[]): string {
  const present = names.filter((name) => item[name] !== undefined);
  const members = present.map((name) => `${JSON.stringify(name)}:${textOf(item[name])}`);
  return `{${members.sort().join()}}`;
}
