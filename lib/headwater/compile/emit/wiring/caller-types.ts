/** The type of the context of an operation: who calls, with which claims. */

import type { CallerClaimsPlan } from '../../../shared/plan/caller-claims.ts';
import type { RuntimeOperation } from '../../../shared/plan/operation-plan.ts';
import { never } from '../../schema/walk.ts';
import { claimsPath } from './generated-files.ts';
import { SchemaTypes } from './schema-types.ts';
import { type Code, code, docComment, identifier, imported, lineComment } from './source-text.ts';

/** The module with the type of the claims that the listing declares. */
export function claimsSource({ schema: { additionalProperties: _, ...declared } }: CallerClaimsPlan): string {
  const type = new SchemaTypes(new Map()).of({ ...declared, additionalProperties: never });
  return code`${lineComment('The claims of callers that the listing declares. Written by `npm run build`: do not edit.')}

${docComment('Of the caller of an operation: `context.caller.claims`.')}export interface Claims ${type}
`.text;
}

/** @example contextType(runtime, undefined) // OperationContext<Caller> */
export function contextType(runtime: RuntimeOperation, claims: CallerClaimsPlan | undefined): Code {
  const { access, isIdempotent } = runtime;
  const kind =
    isIdempotent === 'document' ? 'DocumentContext' : isIdempotent ? 'IdempotentContext' : 'OperationContext';
  const context = imported(kind, 'headwater/http', 'type');
  if (!access) return code`${context}<undefined>`;
  const isOptional = access.some(({ length }) => length === 0);
  const who = isOptional ? code`${callerType(claims)} | undefined` : callerType(claims);
  const tenant = claims?.runtime.tenant;
  if (tenant === undefined) return code`${context}<${who}>`;
  const isKnown = !isOptional && claims?.schema.required?.includes(tenant) === true;
  const type = isKnown ? code`<${identifier('string')}>` : code``;
  return code`${context}<${who}> & ${imported('TenantContext', 'headwater/http', 'type')}${type}`;
}

function callerType(claims: CallerClaimsPlan | undefined): Code {
  const caller = imported('Caller', 'headwater/http', 'type');
  return claims ? code`${caller}<${imported('Claims', `#generated/${claimsPath}`, 'type')}>` : caller;
}
