/** `--tenant` and `--claim` of the commands that make a key or a token: what the credential says of its caller. */

import type { DeclaredClaims, ServiceAccess } from '../../compile/aws/access-json.ts';
import { refusedClaims } from '../../compile/plan/caller-claims.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import type { Schema } from '../../shared/plan/schema.ts';
import { CommandError } from '../command-line/command-line.ts';

export interface ClaimOptions {
  readonly tenant: string | undefined;
  readonly claim: readonly string[];
}

export type Claims = Readonly<Record<string, unknown>>;

/**
 * @returns undefined if the service declares no claims.
 * @throws CommandError for claims that functions would refuse.
 */
export function readClaims(
  { tenant, claim }: ClaimOptions,
  { claims: declared }: Pick<ServiceAccess, 'claims'>,
): Claims | undefined {
  if (!declared) {
    if (tenant === undefined && claim.length === 0) return undefined;
    throw new CommandError('The listing declares no "x-claims", so no operation would read the claim.');
  }
  const claims = {
    ...tenantClaim(tenant, declared),
    ...Object.fromEntries(claim.map((text) => readClaim(text, declared))),
  };
  const wrong = [...missingClaims(claims, declared), ...refusedClaims(claims, declared.schema)];
  if (wrong.length === 0) return claims;
  throw new CommandError(`Every operation would refuse the credential: ${wrong.join('; ')}.`);
}

function missingClaims(claims: Claims, { schema: { required = [] }, tenant }: DeclaredClaims): string[] {
  const missing = required.filter((name) => !Object.hasOwn(claims, name));
  return missing.map((name) =>
    name === tenant ? '--tenant TENANT is required' : `--claim ${name}=… is required`,
  );
}

function tenantClaim(tenant: string | undefined, { tenant: name }: DeclaredClaims): Claims {
  if (tenant === undefined) return {};
  if (name !== undefined) return { [name]: tenant };
  throw new CommandError('The listing declares no "x-tenant": no claim names a tenant.');
}

/** @example readClaim('email=a@example.com', declared) // ['email', 'a@example.com'] */
function readClaim(text: string, { names, schema }: DeclaredClaims): [name: string, value: unknown] {
  const end = text.indexOf('=');
  const name = end < 0 ? text : text.slice(0, end);
  if (!names.includes(name)) {
    const near = nearSpelling(name, names);
    const guess = near === undefined ? '' : ` (did you mean ${near}?)`;
    throw new CommandError(
      `The listing declares no claim ${JSON.stringify(name)}${guess}; it has ${names.join(', ')}.`,
    );
  }
  if (end < 0) throw new CommandError(`--claim takes NAME=VALUE, such as ${name}=…`);
  return [name, readValue(text.slice(end + 1), ownMember(schema.properties, name))];
}

/** A text stands for itself if the claim is one; other values are JSON. */
function readValue(text: string, schema: Schema = {}): unknown {
  const types = [schema, ...(schema.allOf ?? [])].flatMap(({ type = [] }) => type);
  if (types.includes('string')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
