/**
 * Which entries of the index lead to all sources that a query asks for, and
 * perhaps to more: what no entry says is checked on the sources themselves.
 * Pure; nothing is read here.
 */

import { firstId, firstIdAt, lastId, neighbourId } from '../../store/ids.ts';
import type { IdRange } from '../index/index-entries.ts';
import { allSources, type TermKind, termOf } from '../index/index-terms.ts';
import type { Clause, PrefixClause, Query, RangeClause, TermClause } from '../query/syntax-tree.ts';

export type Walk =
  | { readonly kind: 'term'; readonly term: string; readonly range: IdRange }
  | { readonly kind: 'prefix'; readonly of: TermKind; readonly prefix: string; readonly range: IdRange }
  /** The sources that are in all of them, of which there is one or more, and in none of the others. */
  | { readonly kind: 'all'; readonly of: readonly Walk[]; readonly without: readonly Walk[] }
  /** Of these some are not what is asked for. */
  | { readonly kind: 'unsure'; readonly of: Walk }
  /** The sources that are in any of them: none if there are none. */
  | { readonly kind: 'any'; readonly of: readonly Walk[] };

export interface Plan {
  readonly walk: Walk;
  /** Leads to nothing else: what is counted here is the total. */
  readonly isExact: boolean;
}

const everyId: IdRange = { low: firstId, high: lastId };
const nothing: Plan = { walk: { kind: 'any', of: [] }, isExact: true };
const everything = sourcesIn(everyId);

/** Fields of which an entry's term is a whole value. */
const keywordKinds: Readonly<Record<string, TermKind>> = { tags: 't', 'preprocessors.type': 'p' };
const fieldsOfAll: ReadonlySet<string | undefined> = new Set([
  undefined,
  '_id',
  'created',
  'updated',
  'revision',
  'format',
]);

/** @param query Undefined: everything. */
export function planQuery(query: Query | undefined): Plan {
  if (query === undefined) return everything;
  return plan(query) ?? unsure(everything);
}

/** Undefined when no entry says anything about it. */
function plan(query: Query): Plan | undefined {
  switch (query.kind) {
    case 'and':
      return planAll(query.of.map(plan));
    case 'or': {
      const plans = query.of.map(plan);
      return plans.every((one) => one !== undefined) ? anyOf(plans) : undefined;
    }
    case 'not':
      return planNone(plan(query.of));
    default:
      return planClause(query);
  }
}

function planClause(clause: Clause): Plan | undefined {
  switch (clause.kind) {
    case 'term':
    case 'prefix':
      return clause.field === undefined
        ? anyOf([planKeyword('t', clause), planWords(clause)])
        : planField(clause.field, clause);
    case 'range':
      return clause.field === 'created' ? planCreated(clause) : undefined;
    case 'exists':
      return fieldsOfAll.has(clause.field) ? everything : undefined;
  }
}

function planField(field: string, clause: TermClause | PrefixClause): Plan | undefined {
  if (field === '_id') return planId(clause);
  // An entry does not say whether its word is in the name or in the description.
  if (field === 'name' || field === 'description') return unsure(planWords(clause));
  const kind = keywordKinds[field];
  return kind && planKeyword(kind, clause);
}

function planKeyword(of: TermKind, { kind, value }: TermClause | PrefixClause): Plan {
  if (kind === 'term') return termIn(of, value);
  return { walk: { kind, of, prefix: value, range: everyId }, isExact: true };
}

/** All the words; whether they follow on each other is not in the index. */
function planWords({ kind, words }: TermClause | PrefixClause): Plan {
  const whole = kind === 'prefix' ? words.slice(0, -1) : words;
  const plans = whole.map((word) => termIn('w', word));
  const prefix = kind === 'prefix' ? words.at(-1) : undefined;
  if (prefix) plans.push({ walk: { kind: 'prefix', of: 'w', prefix, range: everyId }, isExact: true });
  if (words.length === 0) return nothing;
  const all = planAll(plans);
  return words.length === 1 ? all : unsure(all);
}

function planId({ kind, value }: TermClause | PrefixClause): Plan {
  const { length } = firstId;
  if (!/^[0-9a-f]+$/.test(value) || value.length > length) return nothing;
  if (kind === 'term') return value.length === length ? sourcesIn({ low: value, high: value }) : nothing;
  return sourcesIn({ low: value.padEnd(length, '0'), high: value.padEnd(length, 'f') });
}

/** Ids are made at the time of creation, which they say. */
function planCreated({ from, to }: RangeClause): Plan {
  const low = from === undefined ? firstId : firstIdAt(from);
  const end = to === undefined ? undefined : firstIdAt(to);
  const high = end === undefined ? lastId : neighbourId(end, -1);
  return low !== undefined && high !== undefined && low <= high ? sourcesIn({ low, high }) : nothing;
}

function termIn(kind: TermKind, text: string): Plan {
  return { walk: { kind: 'term', term: termOf(kind, text), range: everyId }, isExact: true };
}

function sourcesIn(range: IdRange): Plan {
  return { walk: { kind: 'term', term: allSources, range }, isExact: true };
}

function anyOf(plans: readonly Plan[]): Plan {
  const walks = plans.map(({ walk }) => walk).flatMap((walk) => (walk.kind === 'any' ? walk.of : [walk]));
  const [first, ...others] = walks;
  return {
    walk: first && others.length === 0 ? first : { kind: 'any', of: walks },
    isExact: plans.every(({ isExact }) => isExact),
  };
}

/** All sources but these: when it is not known exactly which, then it is not known at all. */
function planNone(excluded: Plan | undefined): Plan | undefined {
  if (!excluded?.isExact) return undefined;
  return { walk: { kind: 'all', of: [everything.walk], without: [excluded.walk] }, isExact: true };
}

/** What is undefined is left to be checked; what is said of all sources narrows the others. */
function planAll(plans: readonly (Plan | undefined)[]): Plan {
  const given = plans.filter((one) => one !== undefined);
  const inner = given.map(({ walk }) => (walk.kind === 'unsure' ? walk.of : walk));
  const parts = inner.flatMap((walk) => (walk.kind === 'all' ? walk.of : [walk]));
  const without = inner.flatMap((walk) => (walk.kind === 'all' ? walk.without : []));
  let range: IdRange | undefined = everyId;
  const walks: Walk[] = [];
  for (const walk of parts) {
    if (walk.kind === 'term' && walk.term === allSources) range = range && overlap(range, walk.range);
    else walks.push(walk);
  }
  if (!range || walks.some(isNothing)) return nothing;
  const isExact = given.length === plans.length && given.every((one) => one.isExact);
  const all: Plan = { walk: allOf(walks, without, range), isExact: true };
  return isExact ? all : unsure(all);
}

function unsure({ walk }: Plan): Plan {
  return { walk: walk.kind === 'unsure' ? walk : { kind: 'unsure', of: walk }, isExact: false };
}

function allOf(walks: readonly Walk[], without: readonly Walk[], range: IdRange): Walk {
  const [first = sourcesIn(range).walk, ...others] = walks.map((walk) => narrowed(walk, range));
  return others.length + without.length === 0 ? first : { kind: 'all', of: [first, ...others], without };
}

function isNothing(walk: Walk): boolean {
  return walk.kind === 'any' && walk.of.length === 0;
}

function narrowed(walk: Walk, range: IdRange): Walk {
  if (walk.kind === 'unsure') return { ...walk, of: narrowed(walk.of, range) };
  if (walk.kind === 'all') return { ...walk, of: walk.of.map((inner) => narrowed(inner, range)) };
  if (walk.kind === 'any')
    return { kind: 'any', of: walk.of.map((inner) => narrowed(inner, range)).filter((w) => !isNothing(w)) };
  const both = overlap(walk.range, range);
  return both ? { ...walk, range: both } : nothing.walk;
}

function overlap(one: IdRange, other: IdRange): IdRange | undefined {
  const low = one.low > other.low ? one.low : other.low;
  const high = one.high < other.high ? one.high : other.high;
  return low <= high ? { low, high } : undefined;
}
