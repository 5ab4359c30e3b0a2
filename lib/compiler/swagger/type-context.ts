import type { Report } from '../source/problem.ts';
import type { SharedVerdicts } from './pattern-verdicts.ts';

/** What readers need besides the node that they read. */
export interface ReadContext {
  readonly report: Report;
  readonly verdicts: SharedVerdicts;
}

/** What every reader of types needs. */
export interface TypeContext extends ReadContext {
  /** The keys of the models declared in the same file, by the names that may refer to them. */
  readonly modelKeys: ReadonlyMap<string, string>;
}
