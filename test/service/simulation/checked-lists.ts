/** Lists, each compared with the oracle. */

import type { ManagedMembers } from '../../../lib/headwater/data/search/document-type.ts';
import type { DocumentPage, ListRequest } from '../../../lib/headwater/data/search/list/document-list.ts';
import type { Chance } from './chance.ts';
import { matchesOf, type Oracle, type Span } from './oracle.ts';
import { type Question, sourceQuestions, streamQuestions } from './questions.ts';
import type { Opened } from './subject.ts';

export interface ListCheck {
  /** The beginning of the names that the oracle knows. */
  readonly kind: 'source/' | 'stream/';
  readonly question: Question;
  readonly size: number;
  readonly sort: 'created' | '-created';
  /** A page that takes longer ends. */
  readonly halfTimeMs: number;
}

/** Half of the time of a function. */
const usualHalfMs = 5_000;

/** The total of a list that one read of postings does not reach may lag. */
const longList = 50;

/** More pages than any list of a simulation has. */
const maxPages = 200;

export function randomList(chance: Chance): ListCheck {
  const [kind, questions] = chance.of(0.7)
    ? (['source/', sourceQuestions] as const)
    : (['stream/', streamQuestions] as const);
  const question = chance.pick<Question>(questions);
  return {
    kind,
    question,
    size: chance.pick([1, 2, 3, 10]),
    sort: chance.pick(['created', '-created'] as const),
    halfTimeMs: chance.of(0.7) ? usualHalfMs : chance.whole(1, 1_000),
  };
}

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
    const found: string[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < maxPages; pages++) {
      const page = await this.#read(after === undefined ? { from: 0 } : { from: 0, after });
      found.push(...page.hits.map(({ _id }) => _id));
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
    const { always } = this.#matches({ from: begun, to: begun });
    const wanted = this.#inOrder(always).slice(from, from + this.#check.size);
    const found = hits.map(({ _id }) => _id);
    const isRight = wanted.join() === found.join();
    this.#expect(isRight, 'from', () => `from ${from} has ${found.join(' ')} instead of ${wanted.join(' ')}`);
  }

  /** Every hit is a state that the document had while the page was read. A page without hits gets on, too. */
  async #read(request: Pick<ListRequest, 'from' | 'after'>): Promise<DocumentPage<ManagedMembers>> {
    const { kind, question, size, sort, halfTimeMs } = this.#check;
    const from = this.#oracle.step;
    const { subject, sources, streams, clock } = this.#opened;
    const begun = clock.now();
    const isTimeUp = () => clock.now() - begun > halfTimeMs;
    const list = { query: question.query, size, sort, ...request };
    const page: DocumentPage<ManagedMembers> =
      kind === 'source/'
        ? await subject.listDocuments({ ...sources, isTimeUp }, list)
        : await subject.listDocuments({ ...streams, isTimeUp }, list);
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
    const { always, ever } = this.#matches(span, isLong || this.#check.question.mayLag);
    const isEnough = relation === 'eq' ? always.size <= total : isLong || isTimeUp;
    const wanted = `${always.size} to ${ever.size}`;
    this.#expect(
      isEnough && total <= ever.size,
      'total',
      () => `counts ${total} ${relation} instead of ${wanted}`,
    );
  }

  #expectHits(span: Span, found: readonly string[]): void {
    const isInOrder = this.#inOrder(new Set(found)).join() === found.join();
    this.#expect(isInOrder, 'list', () => `is out of order or has a document twice: ${found.join(' ')}`);
    const { always, inOneState } = this.#matches(span);
    const missing = [...always].filter((id) => !found.includes(id));
    this.#expect(missing.length === 0, 'list', () => `hides ${missing.join(' ')}`);
    const wrong = found.filter((id) => !inOneState.has(id));
    this.#expect(wrong.length === 0, 'list', () => `shows ${wrong.join(' ')}`);
  }

  #matches({ from, to }: Span, mayLag: boolean | undefined = this.#check.question.mayLag) {
    const { kind, question } = this.#check;
    const lag = mayLag ? this.#maxLag : 0;
    const states = this.#oracle.statesOfAll(kind, { from: Math.max(0, from - lag), to });
    return matchesOf(states as ReadonlyMap<string, readonly never[]>, question.condition);
  }

  #inOrder(ids: ReadonlySet<string>): string[] {
    const ascending = [...ids].toSorted();
    return this.#check.sort === 'created' ? ascending : ascending.toReversed();
  }

  get #name(): string {
    const { kind, question, size, sort } = this.#check;
    return `the list of ${kind}${question.query || '*'} (${size} by ${sort})`;
  }

  #expect(isTrue: boolean, kind: 'from' | 'list' | 'state' | 'total', text: () => string): void {
    this.#oracle.expect(isTrue, kind, () => `${this.#name} ${text()}`);
  }
}
