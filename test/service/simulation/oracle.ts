/**
 * What must be true whatever happens. The table tells it of every write that was
 * applied, so it knows each state of each source, and when it was stored.
 *
 * - No posting that a stored source needs is ever missing.
 * - A change that was acknowledged was made once; one that failed for good was
 *   not; any other was made at most once.
 * - A list has every source that matched from its beginning to its end, once and
 *   in order, and none that never did.
 */

import type { SourceRecord } from '../../../lib/service/sources/source-record.ts';
import type { Question } from './questions.ts';
import { idOfEntry, idOfSource, postingKeysOf, sourceIn } from './source-items.ts';
import type { Key, StoredItems } from './stored-items.ts';
import type { Table, Write } from './table.ts';

export type Kind =
  /** A stored source lacks a posting. */
  | 'posting'
  /** A change that was acknowledged was not made once, or one that failed was made, or one was made twice. */
  | 'change'
  /** A source is read or listed as it never was. */
  | 'state'
  /** A list hides a source, shows a wrong one, or shows one twice. */
  | 'list'
  /** A page that skips some hits has others than it should. */
  | 'from'
  | 'total'
  | 'error';

export interface Violation {
  readonly kind: Kind;
  readonly text: string;
}

/** Since a write of the table, counted. */
interface State {
  readonly step: number;
  readonly source: SourceRecord | undefined;
}

/** Between two writes of the table. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Expected {
  /** The sources that matched all the time. */
  readonly always: ReadonlySet<string>;
  /** The sources that matched at some time. */
  readonly ever: ReadonlySet<string>;
}

export class Oracle {
  readonly violations: Violation[] = [];
  /** How many writes an eventually consistent read may lag behind. */
  maxLag = 0;
  readonly #states = new Map<string, State[]>();
  readonly #changes = new Map<number, number>();
  #items: StoredItems | undefined;

  watch(table: Table): void {
    this.#items = table.items;
  }

  readonly onWrite = (write: Write): void => {
    const id = idOfSource(write.key);
    if (id !== undefined) this.#onSource(id, sourceIn(write.after));
    else if (!write.after) this.#onDeletion(write.key);
  };

  get step(): number {
    return this.#items?.step ?? 0;
  }

  fail(kind: Kind, text: string): void {
    this.violations.push({ kind, text });
  }

  expect(isTrue: boolean, kind: Kind, text: () => string): void {
    if (!isTrue) this.fail(kind, text());
  }

  /** How often a change was made. Its number is an option of a preprocessor of the source. */
  timesMade(change: number): number {
    return this.#changes.get(change) ?? 0;
  }

  idsOf(span: Span, { matches, branches = [matches] }: Pick<Question, 'matches' | 'branches'>): Expected {
    const always = new Set<string>();
    const ever = new Set<string>();
    for (const id of this.#states.keys()) {
      const states = this.statesOf(id, span);
      if (states.some((source) => source && matches(source))) ever.add(id);
      if (branches.some((branch) => states.every((source) => source && branch(source)))) always.add(id);
    }
    return { always, ever };
  }

  /** The states of a source within the span; undefined while there was none. */
  statesOf(id: string, { from, to }: Span): readonly (SourceRecord | undefined)[] {
    const states = this.#states.get(id) ?? [];
    const before = states.findLast(({ step }) => step <= from)?.source;
    return [before, ...states.filter(({ step }) => step > from && step <= to).map(({ source }) => source)];
  }

  #onSource(id: string, source: SourceRecord | undefined): void {
    const states = this.#states.get(id) ?? [];
    this.#states.set(id, [...states, { step: this.step, source }]);
    if (!source) return;
    const change = changeIn(source);
    if (change !== undefined) this.#changes.set(change, this.timesMade(change) + 1);
    for (const key of postingKeysOf(source)) this.#expectEntry(key, source);
  }

  #onDeletion(key: Key): void {
    const id = idOfEntry(key);
    const source = this.#states.get(id)?.at(-1)?.source;
    const needed = source ? postingKeysOf(source) : [];
    if (source && needed.some(({ pk, sk }) => pk === key.pk && sk === key.sk))
      this.fail('posting', `revision ${source.revision} of ${id} loses its posting ${key.pk} ${key.sk}`);
  }

  #expectEntry(key: Key, { _id, revision }: SourceRecord): void {
    this.expect(
      this.#items?.read(key) !== undefined,
      'posting',
      () => `revision ${revision} of ${_id} is stored without its posting ${key.pk} ${key.sk}`,
    );
  }
}

/** The number of the change that made this state of a source. */
export function changeIn({ preprocessors }: SourceRecord): number | undefined {
  const change = preprocessors[0]?.['change'];
  return typeof change === 'number' ? change : undefined;
}
