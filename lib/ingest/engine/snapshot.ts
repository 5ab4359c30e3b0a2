import { equal } from '../../headwater/shared/json/equal.ts';
import { cutText } from '../base/failure.ts';
import { copyValue, type DataRecord, isRecord, type RecordValue } from '../base/record.ts';

/** The paths of values that came, went, or are others. */
export interface Differences {
  readonly added: string[];
  readonly removed: string[];
  readonly changed: string[];
}

/** Names around a value that are longer are shown cut: they would be written once for each member. */
const maxShown = 512;

type Kept = Exclude<RecordValue, DataRecord> | Snapshot | undefined;

/** A copy of a record that is brought up to date: a document of many members is not copied for every step. */
export class Snapshot {
  #names: string[] = [];
  /** One per name. */
  #values: Kept[] = [];

  constructor(record: DataRecord) {
    for (const name of Object.keys(record)) this.#push(name, keep(record[name]));
  }

  /** Adds to `found` where the record differs from this snapshot, which is like the record afterwards. */
  update(record: DataRecord, found: Differences, prefix = ''): void {
    const names = Object.keys(record);
    let same = 0;
    while (same < this.#names.length && this.#names[same] === names[same]) {
      const old = this.#values[same];
      const value = record[names[same] as string];
      if (old !== value) this.#values[same] = follow(old, value, { path: prefix + names[same], found });
      same++;
    }
    if (same < this.#names.length) this.#rearrange(same, record, { prefix, found });
    else
      for (const name of names.slice(same))
        this.#push(name, follow(undefined, record[name], { path: prefix + name, found }));
  }

  /** Members are gone, or others are in their places: those from `start` on are compared by name. */
  #rearrange(
    start: number,
    record: DataRecord,
    { prefix, found }: { readonly prefix: string; readonly found: Differences },
  ): void {
    const rest = Object.keys(record).slice(start);
    const isThere = new Set(rest);
    const values = new Map<string, Kept>();
    for (const [index, name] of this.#names.entries()) {
      if (index < start) continue;
      const value = isThere.has(name) ? record[name] : undefined;
      values.set(name, follow(this.#values[index], value, { path: prefix + name, found }));
    }
    this.#names.length = start;
    this.#values.length = start;
    for (const name of rest) {
      if (!values.has(name))
        values.set(name, follow(undefined, record[name], { path: prefix + name, found }));
      this.#push(name, values.get(name));
    }
  }

  #push(name: string, kept: Kept): void {
    this.#names.push(name);
    this.#values.push(kept);
  }
}

function keep(value: RecordValue | undefined): Kept {
  if (isRecord(value)) return new Snapshot(value);
  return Array.isArray(value) ? value.map(copyValue) : value;
}

/** What is kept of the value from now on. */
function follow(
  old: Kept,
  value: RecordValue | undefined,
  { path, found }: { readonly path: string; readonly found: Differences },
): Kept {
  if (old instanceof Snapshot && isRecord(value)) {
    old.update(value, found, `${cutText(path, maxShown)}.`);
    return old;
  }
  if (old === undefined && value !== undefined) found.added.push(path);
  else if (old !== undefined && value === undefined) found.removed.push(path);
  else if (old instanceof Snapshot || !equal(old, value)) found.changed.push(path);
  else return old;
  return keep(value);
}
