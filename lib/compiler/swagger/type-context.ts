import type { Report } from '../source/problem.ts';

/** What every reader of types needs. */
export interface TypeContext {
  /** The keys of the models declared in the same file, by the names that may refer to them. */
  readonly modelKeys: ReadonlyMap<string, string>;
  readonly report: Report;
}
