import type { Report } from '../../source/problem.ts';
import type { ModelNames } from './model-names.ts';
import type { SharedVerdicts } from './pattern-verdicts.ts';
import type { SharedModels } from './shared-models.ts';

/** What readers need besides the node that they read. */
export interface ReadContext {
  readonly report: Report;
  readonly verdicts: SharedVerdicts;
  readonly shared: SharedModels;
  /** The gateway bounds the length of the value that is read. */
  readonly isBounded?: boolean;
}

/** What every reader of types needs. */
export interface TypeContext extends ReadContext {
  readonly models: ModelNames;
}
