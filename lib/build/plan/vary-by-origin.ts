/** `Vary: Origin`, where CORS allows some origins only. */

import type { RuntimeOperation } from '../../shared/plan/operation-plan.ts';

/** Origins that CORS allows; `*` is any. */
export type AllowedOrigins = readonly string[];

/** The gateway copies the request's origin into the response, unless every origin is allowed. */
export function varyByOrigin(runtime: RuntimeOperation, origins: AllowedOrigins): RuntimeOperation {
  return origins.some((origin) => origin !== '*') ? { ...runtime, variesByOrigin: true } : runtime;
}
