/** Access plans (list-plan.ts), and how they combine under AND, OR and NOT. */

import { everyId, type IdRange, mayBeOfPrefix } from '../index/terms.ts';

export type Walk =
  | { readonly kind: 'term'; readonly term: string; readonly range: IdRange }
  /** `of` is the kind of the terms. */
  | { readonly kind: 'prefix'; readonly of: string; readonly prefix: string; readonly range: IdRange }
  /** The documents in all of `of`, which has at least one walk, and in none of `without`. */
  | { readonly kind: 'all'; readonly of: readonly Walk[]; readonly without: readonly Walk[] }
  /** Leads to other documents, too: each must be checked. */
  | { readonly kind: 'unsure'; readonly of: Walk }
  /** The documents in at least one of the walks; without walks, no documents. */
  | { readonly kind: 'any'; readonly of: readonly Walk[] };

export interface Plan {
  readonly walk: Walk;
  /** Whether the plan leads to no other document, so that a count is the total. */
  readonly isExact: boolean;
}

/** Whether entries of the term determine the walk's documents. */
export function dependsOn(walk: Walk, term: string): boolean {
  switch (walk.kind) {
    case 'term':
      return walk.term === term;
    case 'prefix':
      return mayBeOfPrefix(term, walk);
    case 'unsure':
      return dependsOn(walk.of, term);
    case 'any':
      return walk.of.some((one) => dependsOn(one, term));
    case 'all':
      return [...walk.of, ...walk.without].some((one) => dependsOn(one, term));
  }
}

export const nothing: Plan = { walk: { kind: 'any', of: [] }, isExact: true };

export function anyOf(plans: readonly Plan[]): Plan {
  const walks = plans.map(({ walk }) => walk).flatMap((walk) => (walk.kind === 'any' ? walk.of : [walk]));
  const [first, ...others] = walks;
  return {
    walk: first && others.length === 0 ? first : { kind: 'any', of: walks },
    isExact: plans.every(({ isExact }) => isExact),
  };
}

/** Undefined if the excluded documents are not known exactly. */
export function negationOf(excluded: Plan | undefined, everything: Plan): Plan | undefined {
  if (!excluded?.isExact) return undefined;
  return { walk: { kind: 'all', of: [everything.walk], without: [excluded.walk] }, isExact: true };
}

/**
 * Combines plans under AND. The documents themselves decide what an undefined plan
 * stands for. A range of all documents narrows the other walks.
 *
 * @param all The term of all documents.
 */
export function allOf(plans: readonly (Plan | undefined)[], all: string): Plan {
  const known = plans.filter((plan) => plan !== undefined);
  const inner = known.map(({ walk }) => (walk.kind === 'unsure' ? walk.of : walk));
  const parts = inner.flatMap((walk) => (walk.kind === 'all' ? walk.of : [walk]));
  const without = inner.flatMap((walk) => (walk.kind === 'all' ? walk.without : []));
  let range: IdRange | undefined = everyId;
  const walks: Walk[] = [];
  for (const walk of parts) {
    if (walk.kind === 'term' && walk.term === all) range = range && overlap(range, walk.range);
    else walks.push(walk);
  }
  if (!range || walks.some(isNothing)) return nothing;
  const isExact = known.length === plans.length && known.every((plan) => plan.isExact);
  const rest: Walk = { kind: 'term', term: all, range };
  const plan: Plan = { walk: narrowedTo(range, walks, { without, rest }), isExact: true };
  return isExact ? plan : unsure(plan);
}

export function unsure({ walk }: Plan): Plan {
  return { walk: walk.kind === 'unsure' ? walk : { kind: 'unsure', of: walk }, isExact: false };
}

/** @param rest Stands alone if `walks` is empty. */
function narrowedTo(
  range: IdRange,
  walks: readonly Walk[],
  { without, rest }: { readonly without: readonly Walk[]; readonly rest: Walk },
): Walk {
  const [first = rest, ...others] = walks.map((walk) => narrowed(walk, range));
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
