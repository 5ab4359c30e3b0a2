/**
 * The kinds of credentials that the listing defines: `authorizations` (Swagger 1.2
 * section 5.1.4), or `securityDefinitions` and `components.securitySchemes` as in
 * later versions.
 */

import { isObject } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import type { AccessScheme } from '../../../shared/plan/operation-plan.ts';
import type { Report } from '../../source/diagnostic.ts';
import { dialectOf } from '../../source/dialect-terms.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { isHeaderName, namesIn } from './names.ts';

/** One that this service cannot check says why. */
type SchemeDefinition = (AccessScheme & ReadDefinition) | SchemeRefusal;

interface ReadDefinition {
  /** The scopes that the definition names; undefined if it names none. */
  readonly scopes?: readonly string[];
  /** As written, where it is complete in Swagger 1.2: only then does that version have scopes of operations. */
  readonly written?: unknown;
}

interface SchemeRefusal {
  readonly refused: string;
  readonly accepted: string;
}

const bearer: AccessScheme = { scheme: 'bearer', header: 'authorization' };
const usualKeyHeader = 'x-api-key';

/** Headers that mean something else: a key in them would be logged, echoed, stored, or taken out by the gateway. */
const otherHeaders: ReadonlySet<string> = new Set(
  namesIn(`
  accept accept-encoding connection content-length content-type cookie expect host idempotency-key if-match
  if-none-match origin te traceparent trailer transfer-encoding upgrade user-agent via x-owner x-request-id
`),
);

const otherwise = (node: SourceNode): string =>
  `a token (oauth2), or a key in a header (apiKey, ${dialectOf(node).keyInHeader})`;

/** By name. */
export type SecuritySchemes = ReadonlyMap<string, SchemeDefinition>;

export function readSecuritySchemes(listing: SourceNode, report: Report): SecuritySchemes {
  const components = listing.member('components');
  const holders = [
    listing.member('authorizations'),
    listing.member('securityDefinitions'),
    components?.member('securitySchemes'),
  ];
  const defined = holders.flatMap((holder) => holder?.members() ?? []);
  return new Map(defined.map(([name, node]) => [name, readScheme(node, report)]));
}

function readScheme(node: SourceNode, report: Report): SchemeDefinition {
  const type = node.member('type')?.value;
  if (type === 'oauth2' || type === 'openIdConnect')
    return { ...bearer, ...readScopes(node), ...(node.member('grantTypes') ? { written: node.value } : {}) };
  if (type === 'http') return readHttpScheme(node);
  if (type === 'basicAuth' || type === 'basic') return refusedPassword(node);
  if (type === 'apiKey') return readKey(node, report);
  const at = node.member('type') ?? node;
  const found = type === undefined ? 'no type' : `the type ${quote(type)}`;
  report(at.diagnose('E-AUTHORIZATION', found, '"oauth2" or "apiKey"'));
  return { refused: `a scheme with ${found}`, accepted: otherwise(node) };
}

const refusedPassword = (node: SourceNode): SchemeRefusal => ({
  refused: 'a password that is sent with each request, which nobody can limit or revoke',
  accepted: otherwise(node),
});

function readHttpScheme(node: SourceNode): SchemeDefinition {
  const scheme = String(node.member('scheme')?.value).toLowerCase();
  if (scheme === 'bearer') return bearer;
  return scheme === 'basic'
    ? refusedPassword(node)
    : { refused: `the scheme ${quote(scheme)} of HTTP`, accepted: otherwise(node) };
}

function readKey(node: SourceNode, report: Report): SchemeDefinition {
  const place = node.member('passAs') ?? node.member('in');
  const name = node.member('keyname') ?? node.member('name');
  if (place && place.value !== 'header') {
    const where = quote(place.value);
    return {
      refused: `a key in the ${where} of a request, which logs and histories keep`,
      accepted: otherwise(node),
    };
  }
  const header = name === undefined ? usualKeyHeader : String(name.value).toLowerCase();
  if (header === bearer.header) {
    // Swagger 2.0 has no other way to declare a token.
    const accepted = 'a token, which is assumed: Authorization: Bearer …';
    report((name ?? node).diagnose('W-AUTHORIZATION', 'a key in Authorization, where tokens are', accepted));
    return bearer;
  }
  if (otherHeaders.has(header))
    return {
      refused: `a key in ${quote(header)}, which has another meaning`,
      accepted: `another header, such as ${usualKeyHeader}`,
    };
  if (!isHeaderName(header))
    return { refused: `a key in the header ${quote(header)}`, accepted: 'the name of a header' };
  return { scheme: 'apiKey', header };
}

/** Swagger 1.2 lists objects; later versions have an object for each flow. */
function readScopes(node: SourceNode): ReadDefinition {
  const list = node.member('scopes');
  const nodes = [list, ...node.membersOf('flows').map(([, flow]) => flow.member('scopes'))];
  const scopes = nodes.flatMap((each) => (each ? scopeNames(each) : []));
  return scopes.length > 0 ? { scopes } : {};
}

function scopeNames(node: SourceNode): string[] {
  if (isObject(node.value)) return Object.keys(node.value);
  return node.items().map((item) => String(item.member('scope')?.value ?? item.value));
}

export function definedScopes(schemes: SecuritySchemes): string[] {
  return [...schemes.values()].flatMap((scheme) => ('refused' in scheme ? [] : (scheme.scopes ?? [])));
}

/** In the form of Swagger 1.2, which knows no tokens without the way to get one: they are like a key in Authorization. */
export function servedSchemes(schemes: SecuritySchemes): Readonly<Record<string, unknown>> {
  const served = [...schemes].flatMap(([name, definition]) => {
    if ('refused' in definition) return [];
    const { written, scheme } = definition;
    const keyname = scheme === 'bearer' ? 'Authorization' : definition.header;
    return [[name, written ?? { type: 'apiKey', passAs: 'header', keyname }] as const];
  });
  return Object.fromEntries(served);
}

/** The likely meaning of a name without a definition. It never leaves an operation open. */
export function assumedScheme(name: string, node: SourceNode): SchemeDefinition {
  if (/basic|password/i.test(name)) return refusedPassword(node);
  return /key/i.test(name) ? { scheme: 'apiKey', header: usualKeyHeader } : bearer;
}

/** Whether the definition knows the scope; if not, the one that may be meant. */
export function unknownScope(
  { scopes }: ReadDefinition,
  scope: string,
): { readonly near: string | undefined } | undefined {
  return scopes === undefined || scopes.includes(scope) ? undefined : { near: nearSpelling(scope, scopes) };
}
