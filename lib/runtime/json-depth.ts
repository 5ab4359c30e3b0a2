/** JSON nested without end, refused before it is parsed. */

import { ServiceError } from '../errors.ts';
import { findDeepNesting, maxJsonDepth } from '../plan/json-depth.ts';
import { positionAt } from '../plan/json-syntax.ts';

/** @throws ServiceError malformed_json when arrays and objects are nested deeper than 64 levels. */
export function refuseDeepNesting(text: string): void {
  const at = findDeepNesting(text);
  if (at === undefined) return;
  const detail = `The body is nested deeper than the ${maxJsonDepth} levels that are accepted.`;
  throw new ServiceError('malformed_json', detail, { members: { ...positionAt(text, at) } });
}
