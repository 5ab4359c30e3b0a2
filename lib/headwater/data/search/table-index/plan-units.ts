import type { AccessPath, AccessPlan } from './combine-plans.ts';

/** The first read of a term, and a count of 1,000 of its postings. */
export const termUnits = 4;
/** The same for a term of a combination, whose postings are read and not only counted. */
const combinedUnits = 8;
/** Up to 16 terms, or all postings at once. */
const prefixUnits = 25;

/** All postings of a range of values at once. */
const valueUnits = 12;

/** The most read units of postings that a first page with its total takes; Infinity if documents must be checked. */
export function unitsOfPlan({ path, isExact }: AccessPlan): number {
  return isExact ? unitsOfPath(path, termUnits) : Number.POSITIVE_INFINITY;
}

function unitsOfPath(path: AccessPath, units: number): number {
  switch (path.kind) {
    case 'term':
      return units;
    case 'prefix':
      return prefixUnits;
    case 'values':
      return valueUnits;
    case 'needsRecheck':
      return Number.POSITIVE_INFINITY;
    case 'any':
      return sumOf(path.of, units);
    case 'all':
      return sumOf([...path.of, ...path.without], combinedUnits);
  }
}

function sumOf(paths: readonly AccessPath[], units: number): number {
  return paths.reduce((sum, path) => sum + unitsOfPath(path, units), 0);
}
