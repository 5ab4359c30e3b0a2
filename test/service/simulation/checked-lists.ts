/** Lists, each compared with the oracle. */

import type { ManagedMembers } from '../../../lib/headwater/data/search/document-type.ts';
import type { DocumentPage, ListRequest } from '../../../lib/headwater/data/search/list/document-list.ts';
import type { Chance } from './chance.ts';
import { matchesOf, type Oracle, type Span } from './oracle.ts';
import { type Question, sourceQuestions, streamQuestions } from './questions.ts';
import type { Opened } from './subject.ts';

/** Each change changes the other two: sources have no days of retention, and their lists are not sorted by them. */
type SortName = 'created' | 'updated' | 'retention_days';

type Shown = ManagedMembers & { readonly retention_days?: number };

export interface ListCheck {
  /** The beginning of the names that the oracle knows. */
  readonly kind: 'source/' | 'stream/';
  readonly question: Question;
  readonly size: number;
  readonly sort: SortName | `-${SortName}`;
  /** A page that takes longer ends. */
  readonly halfTimeMs: number;
}

/** Half of the time of a function. */
const usualHalfMs = 5_000;

/** The total of a list that one read of postings does not reach may lag. */
const longList = 50;

/** More pages than any list of a simulation has. */
const maxPages = 200;

const sortsOf = {
  'source/': ['created', '-created', 'updated', '-updated'],
  'stream/': ['created', '-created', 'updated', '-updated', 'retention_days', '-retention_days'],
} as const;

export function randomList(chance: Chance): ListCheck {
  const [kind, questions] = chance.of(0.7)
    ? (['source/', sourceQuestions] as const)
    : (['stream/', streamQuestions] as const);
  const question = chance.pick<Question>(questions);
  return {
    kind,
    question,
    size: chance.pick([1, 2, 3, 10]),
    sort: chance.pick(sortsOf[kind]),
    halfTimeMs: chance.of(0.7) ? usualHalfMs : chance.whole(1, 1_000),
  };
}

const idsOf = (hits: readonly Shown[]) => hits.map(({ _id }) => _id);

export class CheckedList {
  readonly #opened: Opened;
  readonly #oracle: Oracle;
  readonly #check: ListCheck;
  /** How many commits an eventually consistent read may lag behind. */
  readonly #maxLag: number;

  constructor(opened: Opened, oracle: Oracle, check: ListCheck, maxLag: number) {
    this.#opened = opened;
    this.#oracle = oracle;
    this.#check = check;
    this.#maxLag = maxLag;
  }

  /** Reads the list to its end by `after`: every document that matched all the time is there, once and in order. */
  async walk(): Promise<void> {
    const from = this.#oracle.step;
    const found: Shown[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < maxPages; pages++) {
      const page = await this.#read(after === undefined ? { from: 0 } : { from: 0, after });
      found.push(...page.hits);
      after = page.after;
      if (after === undefined) return this.#expectHits({ from, to: this.#oracle.step }, found);
    }
    this.#oracle.fail('list', `${this.#name} has no end`);
  }

  /** Reads one page that skips some hits. Compares it if nothing was written in the meantime: a count is not a snapshot. */
  async skip(from: number): Promise<void> {
    const begun = this.#oracle.step;
    const { hits, isPartial } = await this.#read({ from });
    if (isPartial || this.#maxLag > 0 || this.#oracle.step > begun) return;
    const span = { from: begun, to: begun };
    const { always } = this.#matches(span);
    const all = [...always].flatMap((id) => this.#statesOf(id, span));
    const wanted = idsOf(this.#inOrder(all)).slice(from, from + this.#check.size);
    const found = idsOf(hits);
    const isRight = wanted.join() === found.join();
    this.#expect(isRight, 'from', () => `from ${from} has ${found.join(' ')} instead of ${wanted.join(' ')}`);
  }

  /** Every hit is a state that the document had while the page was read. A page without hits gets on, too. */
  async #read(request: Pick<ListRequest, 'from' | 'after'>): Promise<DocumentPage<Shown>> {
    const { kind, question, size, sort, halfTimeMs } = this.#check;
    const from = this.#oracle.step;
    const { subject, sources, streams, clock } = this.#opened;
    const begun = clock.now();
    const isTimeUp = () => clock.now() - begun > halfTimeMs;
    const list = { query: question.query, size, ...request };
    const page: DocumentPage<Shown> =
      kind === 'source/'
        ? await subject.listDocuments({ ...sources, isTimeUp }, { ...list, sort: sort as 'updated' })
        : await subject.listDocuments({ ...streams, isTimeUp }, { ...list, sort });
    const span = { from, to: this.#oracle.step };
    for (const hit of page.hits) {
      const states = this.#oracle.statesOf(`${kind}${hit._id}`, span).map((one) => JSON.stringify(one));
      this.#expect(states.includes(JSON.stringify(hit)), 'state', () => `shows ${hit._id} as it never was`);
    }
    const isStuck = page.hits.length === 0 && page.after !== undefined && page.after === request.after;
    this.#expect(!isStuck, 'list', () => 'gets on by nothing');
    if (request.after === undefined) this.#expectTotal(span, page, isTimeUp());
    return page;
  }

  /** The total of a short list is exact. A long one, or one whose time is over, may have a lower bound. */
  #expectTotal(span: Span, { total, relation }: DocumentPage<unknown>, isTimeUp: boolean): void {
    const isLong = this.#matches(span).ever.size >= longList;
    const mayLag = isLong || this.#check.question.mayLag;
    const { always, ever } = this.#matches(span, mayLag);
    const its = this.#span(span, mayLag);
    const least = [...always].filter((id) => this.#valuesOf(id, its).size === 1).length;
    // A document that moves while the list is counted may be counted at each of its places.
    const most = [...ever].reduce((sum, id) => sum + this.#valuesOf(id, its).size, 0);
    const isEnough = relation === 'eq' ? least <= total : isLong || isTimeUp;
    const wanted = `${least} to ${most}`;
    this.#expect(
      isEnough && total <= most,
      'total',
      () => `counts ${total} ${relation} instead of ${wanted}`,
    );
  }

  /** One that has moved may be missing, or be there at two places. */
  #expectHits(span: Span, hits: readonly Shown[]): void {
    const found = idsOf(hits);
    const places = new Set(hits.map((hit) => `${this.#valueOf(hit)} ${hit._id}`));
    const isInOrder = idsOf(this.#inOrder(hits)).join() === found.join();
    this.#expect(
      isInOrder && places.size === hits.length,
      'list',
      () => `is out of order or has a document twice: ${found.join(' ')}`,
    );
    const { always, inOneState } = this.#matches(span);
    const its = this.#span(span, this.#check.question.mayLag);
    const missing = [...always].filter((id) => !found.includes(id) && this.#valuesOf(id, its).size === 1);
    this.#expect(missing.length === 0, 'list', () => `hides ${missing.join(' ')}`);
    const wrong = found.filter((id) => !inOneState.has(id));
    this.#expect(wrong.length === 0, 'list', () => `shows ${wrong.join(' ')}`);
  }

  #matches(span: Span, mayLag: boolean | undefined = this.#check.question.mayLag) {
    const { kind, question } = this.#check;
    const states = this.#oracle.statesOfAll(kind, this.#span(span, mayLag));
    return matchesOf(states as ReadonlyMap<string, readonly never[]>, question.condition);
  }

  /** What a read may see. */
  #span({ from, to }: Span, mayLag: boolean | undefined): Span {
    return { from: Math.max(0, from - (mayLag ? this.#maxLag : 0)), to };
  }

  #statesOf(id: string, span: Span): readonly Shown[] {
    const states = this.#oracle.statesOf(`${this.#check.kind}${id}`, span) as readonly (Shown | undefined)[];
    return states.filter((state) => state !== undefined);
  }

  /** By which the list has the document, in the span. */
  #valuesOf(id: string, span: Span): ReadonlySet<number> {
    return new Set(this.#statesOf(id, span).map((state) => this.#valueOf(state)));
  }

  #valueOf({ updated, retention_days: days = 0 }: Shown): number {
    const name = this.#check.sort.replace('-', '');
    // Ids are in the order of creation.
    if (name === 'created') return 0;
    return name === 'updated' ? Date.parse(updated) : days;
  }

  #inOrder(hits: readonly Shown[]): readonly Shown[] {
    const ascending = hits.toSorted(
      (one, other) => this.#valueOf(one) - this.#valueOf(other) || (one._id < other._id ? -1 : 1),
    );
    return this.#check.sort.startsWith('-') ? ascending.toReversed() : ascending;
  }

  get #name(): string {
    const { kind, question, size, sort } = this.#check;
    return `the list of ${kind}${question.query || '*'} (${size} by ${sort})`;
  }

  #expect(isTrue: boolean, kind: 'from' | 'list' | 'state' | 'total', text: () => string): void {
    this.#oracle.expect(isTrue, kind, () => `${this.#name} ${text()}`);
  }
}
