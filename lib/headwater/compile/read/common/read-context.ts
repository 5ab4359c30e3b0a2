import type { DeclaredProblem } from '../../../shared/errors.ts';
import type { Report } from '../../source/diagnostic.ts';
import type { AccessDefaults } from './authorizations.ts';
import type { SharedVerdicts } from './pattern-verdicts.ts';

/** Values from the listing for what a descriptor of resources does not declare itself. */
export interface ResourceDefaults extends AccessDefaults {
  readonly apiVersion: string;
  /** Absent if the listing has none. */
  readonly basePath?: string;
  readonly mediaVendor?: string;
}

/** Input of readers besides the node that they read. */
export interface ReadContext {
  readonly report: Report;
  readonly verdicts: SharedVerdicts;
  /** Problems that the listing declares; none by default. */
  readonly problems?: readonly DeclaredProblem[];
  /** The gateway bounds the length of the value that is read: it allows 10,240 bytes. */
  readonly isBounded?: boolean;
}
