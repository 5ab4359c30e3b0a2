/**
 * What must be true whatever happens. The table tells it of every commit, so it knows each state of each document and
 * sample, and when it was stored.
 *
 * - After each commit, every document has exactly the postings that it needs, and nothing else has one.
 * - After each commit, a source has its count of streams that are not closed, and exists if there is one, or a sample.
 * - A change that was acknowledged was made once, one that was refused was not, and any other at most once.
 * - A list has every document that matched from its beginning to its end, once and in order, and none that never did.
 */

import type { StreamRecord } from '../../../lib/service/streams/stream-record.ts';
import type { Condition } from './questions.ts';
import { changeIn, meaningOf, neededPostings, type Stored, storedIn } from './source-items.ts';
import type { Key } from './stored-items.ts';
import type { Write } from './table.ts';

export type Kind =
  /** A document lacks a posting, or has one too many. */
  | 'posting'
  /** A source has a wrong count, or what needs it exists without it. */
  | 'source'
  /** A change that was acknowledged was not made once, or one that was refused was made, or one was made twice. */
  | 'change'
  /** A document is read or listed as it never was. */
  | 'state'
  /** A list hides a document, shows a wrong one, or shows one twice. */
  | 'list'
  /** A page that skips some hits has others than it should. */
  | 'from'
  | 'total'
  | 'error';

export interface Violation {
  readonly kind: Kind;
  readonly text: string;
}

/** Whether a change was made: after a transient failure nobody knows. */
export type Ended = 'made' | 'not made' | 'unknown';

/** Between two commits of the table, which are counted. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Since a commit. */
interface State {
  readonly step: number;
  readonly stored: Stored | undefined;
}

export class Oracle {
  readonly violations: Violation[] = [];
  /** The number of commits. */
  step = 0;
  readonly #states = new Map<string, State[]>();
  /** The postings in the table, by the ids of their documents. */
  readonly #postings = new Map<string, Set<string>>();
  /** The counts beside sources, by id. */
  readonly #counts = new Map<string, string | undefined>();
  readonly #timesMade = new Map<number, number>();
  readonly #ended = new Map<number, Ended>();
  /** How many removals of each document were not refused. */
  readonly #removals = new Map<string, number>();

  readonly onCommit = (writes: readonly Write[]): void => {
    this.step++;
    const changed = new Set(writes.map((write) => this.#apply(write)));
    for (const id of changed) {
      this.#expectPostings(id);
      this.#expectSource(id);
    }
  };

  fail(kind: Kind, text: string): void {
    this.violations.push({ kind, text });
  }

  expect(isTrue: boolean, kind: Kind, text: () => string): void {
    if (!isTrue) this.fail(kind, text());
  }

  /** Compares what the client was told of a change with what has happened, now and at the end of the run. */
  note(change: number, ended: Ended): void {
    this.#ended.set(change, ended);
    this.#expectChange(change);
  }

  /** A removal begins; with -1 it was refused. */
  noteRemoval(name: string, count: 1 | -1): void {
    this.#removals.set(name, (this.#removals.get(name) ?? 0) + count);
  }

  /** At the end of a run, when nothing is on its way any more. */
  expectOutcomes(): void {
    for (const change of this.#ended.keys()) this.#expectChange(change);
    for (const name of this.#states.keys()) {
      const isWrong = !name.startsWith('sample/') && !this.#now(name) && !this.#removals.get(name);
      this.expect(!isWrong, 'change', () => `${name} is gone, and every removal of it was refused`);
    }
  }

  /** The names that begin with `kind`, and the states of each within the span. */
  statesOfAll(kind: string, span: Span): ReadonlyMap<string, readonly (Stored | undefined)[]> {
    const names = [...this.#states.keys()].filter((name) => name.startsWith(kind));
    return new Map(names.map((name) => [name.slice(kind.length), this.statesOf(name, span)]));
  }

  /** Undefined while nothing was stored. */
  statesOf(name: string, { from, to }: Span): readonly (Stored | undefined)[] {
    const states = this.#states.get(name) ?? [];
    const before = states.findLast(({ step }) => step <= from)?.stored;
    return [before, ...states.filter(({ step }) => step > from && step <= to).map(({ stored }) => stored)];
  }

  /** @returns the id of the document to which the item belongs. */
  #apply({ key, after }: Write): string {
    const { kind, id } = meaningOf(key);
    if (kind === 'posting') this.#onPosting(id, textOf(key), after !== undefined);
    if (kind === 'count') this.#counts.set(id, after?.['count']?.N);
    if (kind === 'document') this.#onState(key.pk, after && storedIn(key, after));
    if (kind === 'sample') this.#onState(`sample/${id}`, after && storedIn(key, after));
    return id;
  }

  #onPosting(id: string, key: string, isThere: boolean): void {
    const its = this.#postings.get(id) ?? new Set<string>();
    this.#postings.set(id, its);
    if (isThere) its.add(key);
    else its.delete(key);
  }

  #onState(name: string, stored: Stored | undefined): void {
    const states = this.#states.get(name) ?? [];
    const before = states.at(-1)?.stored;
    this.#states.set(name, [...states, { step: this.step, stored }]);
    const change = stored && changeIn(stored);
    if (change !== undefined && change !== (before && changeIn(before)))
      this.#timesMade.set(change, (this.#timesMade.get(change) ?? 0) + 1);
  }

  #now(name: string): Stored | undefined {
    return this.#states.get(name)?.at(-1)?.stored;
  }

  #expectPostings(id: string): void {
    const stored = this.#now(`source/${id}`) ?? this.#now(`stream/${id}`);
    const needed = new Set(stored && !('records' in stored) ? neededPostings(stored).map(textOf) : []);
    const wrong = [...needed.symmetricDifference(this.#postings.get(id) ?? new Set<string>())];
    this.expect(
      wrong.length === 0,
      'posting',
      () =>
        `${id} ${wrong.map((key) => `${needed.has(key) ? 'lacks' : 'has needlessly'} ${key}`).join(', ')}`,
    );
  }

  /** @param id Of a source, of its sample, or of one of its streams. */
  #expectSource(changed: string): void {
    const stream = this.#states.get(`stream/${changed}`)?.findLast(({ stored }) => stored)?.stored;
    const id = stream ? (stream as StreamRecord).source : changed;
    const isThere = this.#now(`source/${id}`) !== undefined;
    const its = [...this.#states.entries()].filter(([name, states]) => {
      const stored = states.at(-1)?.stored as StreamRecord | undefined;
      return name.startsWith('stream/') && stored?.source === id && stored.state !== 'closed';
    });
    const count = this.#counts.get(id);
    this.expect(
      Number(count ?? 0) === its.length && (isThere || count === undefined),
      'source',
      () => `${id} has the count ${count} and ${its.length} streams`,
    );
    const isNeeded = its.length > 0 || this.#now(`sample/${id}`) !== undefined;
    this.expect(isThere || !isNeeded, 'source', () => `${id} is gone, and still needed`);
  }

  #expectChange(change: number): void {
    const times = this.#timesMade.get(change) ?? 0;
    const ended = this.#ended.get(change);
    const isRight = ended === 'unknown' ? times <= 1 : times === (ended === 'made' ? 1 : 0);
    this.expect(isRight, 'change', () => `change ${change} ended as ${ended} and was made ${times} times`);
  }
}

/** The documents that match a condition at each moment of the span, at some moment, and in one state. */
export function matchesOf<Document>(
  all: ReadonlyMap<string, readonly (Document | undefined)[]>,
  { always, ever }: Condition<Document>,
): Readonly<Record<'always' | 'ever' | 'inOneState', ReadonlySet<string>>> {
  const idsOf = (isWanted: (states: readonly (Document | undefined)[]) => boolean) =>
    new Set([...all].filter(([, states]) => isWanted(states)).map(([id]) => id));
  return {
    always: idsOf((states) => states.every((state) => state !== undefined) && always(states)),
    ever: idsOf((states) => states.some((state) => state !== undefined) && ever(states)),
    inOneState: idsOf((states) => states.some((state) => state !== undefined && always([state]))),
  };
}

function textOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}
