/** Access plans (query-plan.ts makes them), and how they combine under AND, OR and NOT. */

import { everyId, type IdRange, overlap } from '../index/terms.ts';

export type AccessPath =
  | { readonly kind: 'term'; readonly term: string; readonly range: IdRange }
  /** `of` is the kind of the terms. */
  | { readonly kind: 'prefix'; readonly of: string; readonly prefix: string; readonly range: IdRange }
  /** The documents of a term by whose values lists sort, with values in `positions`. */
  | {
      readonly kind: 'values';
      readonly term: string;
      readonly positions: IdRange;
      readonly range: IdRange;
    }
  /** The documents in all of `of`, which has at least one path, and in none of `without`. */
  | { readonly kind: 'all'; readonly of: readonly AccessPath[]; readonly without: readonly AccessPath[] }
  /** Leads to other documents, too: each must be checked. */
  | { readonly kind: 'needsRecheck'; readonly of: AccessPath }
  /** The documents in at least one of the paths; without paths, no documents. */
  | { readonly kind: 'any'; readonly of: readonly AccessPath[] };

export interface AccessPlan {
  readonly path: AccessPath;
  /** Whether the plan leads to no other document, so that a count is the total. */
  readonly isExact: boolean;
}

export const nothing: AccessPlan = { path: { kind: 'any', of: [] }, isExact: true };

export function anyOf(plans: readonly AccessPlan[]): AccessPlan {
  const paths = plans.map(({ path }) => path).flatMap((path) => (path.kind === 'any' ? path.of : [path]));
  const [first, ...others] = paths;
  return {
    path: first && others.length === 0 ? first : { kind: 'any', of: paths },
    isExact: plans.every(({ isExact }) => isExact),
  };
}

/** Undefined if the excluded documents are not known exactly. */
export function negationOf(excluded: AccessPlan | undefined, everything: AccessPlan): AccessPlan | undefined {
  if (!excluded?.isExact) return undefined;
  return { path: { kind: 'all', of: [everything.path], without: [excluded.path] }, isExact: true };
}

/**
 * Combines plans under AND. The documents themselves decide what an undefined plan
 * stands for. A range of all documents narrows the other paths.
 *
 * @param all The term of all documents.
 */
export function allOf(plans: readonly (AccessPlan | undefined)[], all: string): AccessPlan {
  const known = plans.filter((plan) => plan !== undefined);
  const inner = known.map(({ path }) => (path.kind === 'needsRecheck' ? path.of : path));
  const parts = inner.flatMap((path) => (path.kind === 'all' ? path.of : [path]));
  const without = inner.flatMap((path) => (path.kind === 'all' ? path.without : []));
  let range: IdRange | undefined = everyId;
  const paths: AccessPath[] = [];
  for (const path of parts) {
    if (path.kind === 'term' && path.term === all) range = range && overlap(range, path.range);
    else paths.push(path);
  }
  if (!range || paths.some(isNothing)) return nothing;
  const isExact = known.length === plans.length && known.every((plan) => plan.isExact);
  const rest: AccessPath = { kind: 'term', term: all, range };
  const plan: AccessPlan = { path: narrowedTo(range, paths, { without, rest }), isExact: true };
  return isExact ? plan : needsRecheck(plan);
}

export function needsRecheck({ path }: AccessPlan): AccessPlan {
  return { path: path.kind === 'needsRecheck' ? path : { kind: 'needsRecheck', of: path }, isExact: false };
}

/** @param rest Stands alone if `paths` is empty. */
function narrowedTo(
  range: IdRange,
  paths: readonly AccessPath[],
  { without, rest }: { readonly without: readonly AccessPath[]; readonly rest: AccessPath },
): AccessPath {
  const [first = rest, ...others] = paths.map((path) => narrowed(path, range));
  return others.length + without.length === 0 ? first : { kind: 'all', of: [first, ...others], without };
}

function isNothing(path: AccessPath): boolean {
  return path.kind === 'any' && path.of.length === 0;
}

function narrowed(path: AccessPath, range: IdRange): AccessPath {
  if (path.kind === 'needsRecheck') return { ...path, of: narrowed(path.of, range) };
  if (path.kind === 'all') return { ...path, of: path.of.map((inner) => narrowed(inner, range)) };
  if (path.kind === 'any')
    return { kind: 'any', of: path.of.map((inner) => narrowed(inner, range)).filter((w) => !isNothing(w)) };
  const both = overlap(path.range, range);
  return both ? { ...path, range: both } : nothing.path;
}
