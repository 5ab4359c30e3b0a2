/** Security schemes, and what each operation requires. */

import type { AccessScheme, OperationPlan } from '../../../shared/plan/operation-plan.ts';
import type { ServicePlan } from '../../../shared/plan/service-plan.ts';
import { operationsOf } from '../../plan/operations.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { isObject } from '../../source/source-node.ts';

/** By the kind of the credential and its header. */
export interface SecurityNames {
  nameOf(scheme: AccessScheme): string;
}

/** The names that the listing defines, where it does. */
export function nameSchemes({ general }: Pick<ServicePlan, 'general'>): SecurityNames {
  const { authorizations } = general;
  const defined = isObject(authorizations) ? Object.entries(authorizations) : [];
  return {
    nameOf: ({ scheme, header }) =>
      (
        defined.find(([, words]) => isObject(words) && headerOf(words) === header)?.[0] ??
        (scheme === 'bearer' ? 'token' : header)
      ).replaceAll(/[^A-Za-z0-9._-]/g, '_'),
  };
}

function headerOf({ type, keyname }: Readonly<Record<string, unknown>>): string {
  return type === 'oauth2' || type === 'openIdConnect' ? 'authorization' : String(keyname).toLowerCase();
}

/** `components.securitySchemes`: those that an operation requires. */
export function securitySchemes(service: ServicePlan, names: SecurityNames): JsonSchema {
  const used = operationsOf(service).flatMap(({ runtime: { access = [] } }) => access);
  return Object.fromEntries(used.map((scheme) => [names.nameOf(scheme), schemeObject(scheme)]));
}

function schemeObject({ scheme, header }: AccessScheme): JsonSchema {
  if (scheme === 'bearer')
    return {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A token of an issuer that the service trusts, with the scopes that the operation names',
    };
  return { type: 'apiKey', in: 'header', name: header, description: 'A key of the service' };
}

/** An operation that everybody may call says so. */
export function securityOf({ runtime: { access = [] } }: OperationPlan, names: SecurityNames): JsonSchema[] {
  return access.map((each) => ({ [names.nameOf(each)]: each.scopes }));
}
