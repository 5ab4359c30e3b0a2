/** The path of a value in a record: `a.b`, `list.0.c`, and `a['b.c']` for a name with dots. */

import { hasNotes, isDecimal, noteForm, noteItems } from '../../headwater/shared/json/decimals.ts';
import { withDigits } from '../../headwater/shared/json/lossless-json.ts';
import { type Failure, failure } from './failure.ts';
import {
  type DataRecord,
  detach,
  isInherited,
  kindInWords,
  type RecordValue,
  readMember,
  writeMember,
} from './record.ts';

/** Deeper paths are refused, as deeper records are. */
export const maxSegments = 64;

const cache = new Map<string, FieldPath | string>();
const maxCached = 4096;
const maxCachedLength = 512;

/** Parses a path; paths that come from records are cached. @returns what is wrong with the path, as a text. */
export function findPath(name: string): FieldPath | string {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const text = name.length <= maxCachedLength ? detach(name) : name;
  const segments = splitPath(text);
  const path = typeof segments === 'string' ? segments : new FieldPath(text, segments);
  if (cache.size >= maxCached) cache.clear();
  if (text.length <= maxCachedLength) cache.set(text, path);
  return path;
}

/** The path of a field that a type always writes. */
export function knownPath(name: string): FieldPath {
  const path = findPath(name);
  if (typeof path === 'string') throw new Error(path);
  return path;
}

/** The parts of a path. As in Java, dots at the end make no empty part; a run of dots is tried once, from its first one. */
function splitPath(text: string): readonly string[] | string {
  const plain = text.startsWith('_source.') ? text.slice(8) : text;
  const segments = plain.includes("['") ? splitQuoted(plain) : plain.replace(/(?<!\.)\.+$/, '').split('.');
  if (segments.length === 0 || (segments.length === 1 && segments[0] === '')) return 'a path cannot be empty';
  if (segments.length > maxSegments) return `a path has at most ${maxSegments} parts`;
  return segments.some((segment) => segment === '')
    ? `the path ${JSON.stringify(text.slice(0, 100))} has an empty part`
    : segments;
}

/** @example splitQuoted("a['b.c'].d") // ['a', 'b.c', 'd'] */
function splitQuoted(text: string): readonly string[] {
  const segments: string[] = [];
  const part = /\['((?:[^'\\]|\\.)*)'\]|\.?((?:(?!\[')[^.])+)/gy;
  let end = 0;
  for (const match of text.matchAll(part)) {
    end = match.index + match[0].length;
    segments.push(match[1] === undefined ? (match[2] ?? '') : match[1].replace(/\\(.)/g, '$1'));
  }
  return end === text.length ? segments : ['', ''];
}

type Parent = DataRecord | RecordValue[];

export class FieldPath {
  readonly text: string;
  readonly segments: readonly string[];
  readonly #first: string;
  /** A member of the record itself, with a name that no object inherits. */
  readonly #isSimple: boolean;

  constructor(text: string, segments: readonly string[]) {
    this.text = text;
    this.segments = segments;
    this.#first = segments[0] ?? '';
    this.#isSimple = segments.length === 1 && !isInherited(this.#first);
  }

  /** Undefined when the path leads to nothing. */
  get(record: DataRecord): RecordValue | undefined {
    if (this.#isSimple) return record[this.#first];
    let value: RecordValue | undefined = record;
    for (const segment of this.segments) {
      if (typeof value !== 'object' || value === null) return undefined;
      value = Array.isArray(value) ? value[indexOf(segment)] : readMember(value, segment);
    }
    return value;
  }

  has(record: DataRecord): boolean {
    return this.get(record) !== undefined;
  }

  /** An index on the way is beyond the end of its list. */
  isBeyondList(record: DataRecord): boolean {
    let value: RecordValue | undefined = record;
    for (const segment of this.segments) {
      if (value === undefined) return false;
      if (Array.isArray(value) && indexOf(segment) >= value.length) return true;
      value = step(value, segment);
    }
    return false;
  }

  /** Why `get` returned undefined. */
  explain(record: DataRecord): Failure {
    let value: RecordValue = record;
    for (const segment of this.segments) {
      const next = step(value, segment);
      if (next === undefined) return this.#dead(value, segment);
      value = next;
    }
    return this.#failure('missing_field', `${this.text} is absent.`);
  }

  #dead(parent: RecordValue, segment: string): Failure {
    if (Array.isArray(parent)) {
      const index = indexOf(segment);
      return Number.isNaN(index)
        ? this.#failure('wrong_path', `${segment} in ${this.text} must be an index of a list.`)
        : this.#failure(
            'wrong_path',
            `The list in ${this.text} has ${parent.length} values, so none at ${segment}.`,
          );
    }
    if (typeof parent === 'object' && parent !== null)
      return this.#failure('missing_field', `${this.text} is absent.`);
    return this.#failure('wrong_path', `${this.text} leads through ${kindInWords(parent)}.`);
  }

  /** Whether the number at the path has the form of a decimal, such as 1.0. */
  isDecimal(record: DataRecord): boolean {
    if (!hasNotes(record)) return false;
    const parent = this.#parentIn(record);
    if (typeof parent !== 'object' || parent === null) return false;
    return isDecimal(parent, this.segments.at(-1) ?? '', this.get(record));
  }

  /** Sets the value and makes the objects on the way. */
  set(record: DataRecord, value: RecordValue): Failure | undefined {
    if (this.#isSimple) {
      record[this.#first] = value;
      return undefined;
    }
    const parent = this.#makeParent(record);
    if (isFailure(parent)) return parent;
    return this.#setLast(parent.at, value);
  }

  /**
   * Like `set`.
   *
   * @param hasPoint Gives a whole number, or those of a list, the form of a decimal, if the record has notes.
   */
  setWithForm(record: DataRecord, value: RecordValue, hasPoint: boolean): Failure | undefined {
    const problem = this.set(record, value);
    if (problem || !hasNotes(record)) return problem;
    const parent = this.#parentIn(record);
    if (Array.isArray(value)) {
      if (hasPoint) noteItems(value);
    } else if (typeof parent === 'object' && parent !== null)
      noteForm(parent, this.segments.at(-1) ?? '', value, hasPoint);
    return undefined;
  }

  #setLast(parent: Parent, value: RecordValue): Failure | undefined {
    const last = this.segments.at(-1) ?? '';
    if (!Array.isArray(parent)) writeMember(parent, last, value);
    else if (parent[indexOf(last)] === undefined) return this.#dead(parent, last);
    else parent[indexOf(last)] = value;
    return undefined;
  }

  /** Adds values: a single value becomes a list, and an absent field a new list. */
  append(
    record: DataRecord,
    values: readonly RecordValue[],
    options: { readonly allowDuplicates: boolean },
  ): Failure | undefined {
    const old = this.get(record);
    const isList = Array.isArray(old);
    const list = old === undefined ? [] : isList ? old : [old];
    const added = options.allowDuplicates ? values : withoutKnown(list, values);
    // The list belongs to the record of the run, so it can grow in place.
    for (const value of added) list.push(value);
    // As in Elasticsearch, a single value stays single when nothing is added.
    return isList || (added.length === 0 && old !== undefined) ? undefined : this.set(record, list);
  }

  /** Removes the value. Top-level members become undefined, which is faster than `delete`. */
  remove(record: DataRecord): Failure | undefined {
    if (this.get(record) === undefined) return this.explain(record);
    if (this.#isSimple) {
      record[this.#first] = undefined;
      return undefined;
    }
    const parent = this.#parentIn(record);
    const last = this.segments.at(-1) ?? '';
    if (Array.isArray(parent)) parent.splice(indexOf(last), 1);
    else if (typeof parent === 'object' && parent !== null) delete parent[last];
    return undefined;
  }

  #parentIn(record: DataRecord): RecordValue | undefined {
    let parent: RecordValue | undefined = record;
    for (const segment of this.segments.slice(0, -1)) parent = parent && step(parent, segment);
    return parent;
  }

  #makeParent(record: DataRecord): Failure | { readonly at: Parent } {
    let value: Parent = record;
    for (const segment of this.segments.slice(0, -1)) {
      let next = step(value, segment);
      if (next === undefined) {
        if (Array.isArray(value)) return this.#dead(value, segment);
        next = {};
        writeMember(value, segment, next);
      }
      if (typeof next !== 'object' || next === null)
        return this.#failure(
          'wrong_path',
          `${this.text} leads through ${segment}, which is ${kindInWords(next)}.`,
        );
      value = next;
    }
    return { at: value };
  }

  #failure(code: 'missing_field' | 'wrong_path', message: string): Failure {
    return failure(code, message, { path: this.text });
  }
}

function isFailure(value: Failure | { readonly at: Parent }): value is Failure {
  return 'code' in value;
}

function step(value: RecordValue, segment: string): RecordValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) ? value[indexOf(segment)] : readMember(value, segment);
}

/** NaN unless the text is an index: such a member of a list is undefined. */
function indexOf(segment: string): number {
  return /^\d{1,9}$/.test(segment) ? Number(segment) : Number.NaN;
}

/** The values that are not in the list, once each. */
function withoutKnown(list: readonly RecordValue[], values: readonly RecordValue[]): readonly RecordValue[] {
  const seen = new Set(list.map(identity));
  return values.filter((value) => {
    const key = identity(value);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Equal values have equal texts; a text and a number never do. */
function identity(value: RecordValue): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : withDigits(inner),
  );
}
