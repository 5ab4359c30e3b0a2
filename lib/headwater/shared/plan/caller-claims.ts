/** The claims of callers, as the listing declares them: `x-claims` and `x-tenant`. */

import type { Schema } from './schema.ts';

/** The run-time data: the build writes it into each function that checks credentials. */
export interface CallerClaims {
  /** The declared names. Handlers get no others. */
  readonly names: readonly string[];
  /** The claim that names the tenant of the caller. */
  readonly tenant?: string;
  /** By name: what callers have where nobody needs a credential, as under `npm start`. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export interface CallerClaimsPlan {
  readonly runtime: CallerClaims;
  /** An object with a member for each claim. It refers to no model. */
  readonly schema: Schema;
}
