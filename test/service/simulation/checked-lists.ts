/** Lists, each compared with the oracle. */

import type { ListRequest } from '../../../lib/data/search/list/document-list.ts';
import type { SourcePage, SourceRecord } from '../../../lib/service/sources/source-record.ts';
import type { SourceRepository } from '../support/source-repository.ts';
import type { Oracle, Span } from './oracle.ts';
import type { Question } from './questions.ts';

export interface ListCheck {
  readonly question: Question;
  readonly size: number;
  readonly sort: 'created' | '-created';
}

/** More pages than any list of a simulation has. */
const maxPages = 100;

/** Reads a list to its end by `after`: every source that matched all the time is there, once and in order. */
export async function walkList(
  lists: Pick<SourceRepository, 'list'>,
  oracle: Oracle,
  check: ListCheck,
): Promise<void> {
  const from = oracle.step;
  const hits: SourceRecord[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await readPage(lists, oracle, requestOf(check, { from: 0, after }));
    hits.push(...page.hits);
    after = page.after;
    if (after === undefined) {
      expectHits(oracle, check, { from, to: oracle.step }, hits);
      return;
    }
  }
  oracle.fail('list', `${nameOf(check)} has no end`);
}

/**
 * Reads one page that skips some hits. Compares it if no read lags and nothing
 * was written in the meantime: a page counts the skipped hits, and a count is
 * not a snapshot (docs/query.md).
 */
export async function skipInList(
  lists: Pick<SourceRepository, 'list'>,
  oracle: Oracle,
  { check, from }: { readonly check: ListCheck; readonly from: number },
): Promise<void> {
  const begun = oracle.step;
  const page = await readPage(lists, oracle, requestOf(check, { from }));
  if (page.partial || oracle.maxLag > 0 || oracle.step > begun) return;
  const { always } = oracle.idsOf({ from: begun, to: begun }, check.question);
  const wanted = inOrder(always, check).slice(from, from + check.size);
  const found = page.hits.map(({ _id }) => _id);
  oracle.expect(
    wanted.join() === found.join(),
    'from',
    () => `${nameOf(check)} from ${from} has ${found.join(' ')} instead of ${wanted.join(' ')}`,
  );
}

/** The total, when nothing else happens. */
export async function countList(
  lists: Pick<SourceRepository, 'list'>,
  oracle: Oracle,
  check: ListCheck,
): Promise<void> {
  const { total, total_relation: relation } = await lists.list(requestOf(check, { from: 0 }));
  const { always } = oracle.idsOf({ from: oracle.step, to: oracle.step }, check.question);
  oracle.expect(
    total === always.size && relation === 'eq',
    'total',
    () => `${nameOf(check)} counts ${total} ${relation} instead of ${always.size}`,
  );
}

function requestOf(
  { question, size, sort }: ListCheck,
  { from, after }: { readonly from: number; readonly after?: string | undefined },
): ListRequest {
  return { query: question.query, size, sort, from, ...(after === undefined ? {} : { after }) };
}

/** Every hit is a state that the source had while the page was read. */
async function readPage(
  lists: Pick<SourceRepository, 'list'>,
  oracle: Oracle,
  request: ListRequest,
): Promise<SourcePage> {
  const from = oracle.step;
  const page = await lists.list(request);
  const span = { from, to: oracle.step };
  for (const hit of page.hits) {
    const states = oracle.statesOf(hit._id, span).map((source) => JSON.stringify(source));
    oracle.expect(
      states.includes(JSON.stringify(hit)),
      'state',
      () => `${hit._id} is listed as it never was`,
    );
  }
  return page;
}

function expectHits(oracle: Oracle, check: ListCheck, span: Span, hits: readonly SourceRecord[]): void {
  const found = hits.map(({ _id }) => _id);
  const ordered = inOrder(new Set(found), check);
  oracle.expect(
    ordered.join() === found.join(),
    'list',
    () => `${nameOf(check)} is out of order or has a source twice: ${found.join(' ')}`,
  );
  const lag = check.question.mayLag ? oracle.maxLag : 0;
  const { always, ever } = oracle.idsOf({ ...span, from: Math.max(0, span.from - lag) }, check.question);
  const missing = [...always].filter((id) => !found.includes(id));
  oracle.expect(missing.length === 0, 'list', () => `${nameOf(check)} hides ${missing.join(' ')}`);
  const wrong = found.filter((id) => !ever.has(id));
  oracle.expect(wrong.length === 0, 'list', () => `${nameOf(check)} shows ${wrong.join(' ')}`);
}

function inOrder(ids: ReadonlySet<string>, { sort }: ListCheck): string[] {
  const ascending = [...ids].toSorted();
  return sort === 'created' ? ascending : ascending.toReversed();
}

function nameOf({ question, size, sort }: ListCheck): string {
  return `the list of ${question.query || 'everything'} (${size} by ${sort})`;
}
