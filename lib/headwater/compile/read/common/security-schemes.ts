/**
 * The kinds of credentials that the listing defines: `authorizations` (Swagger 1.2 section 5.1.4), or
 * `securityDefinitions` and `components.securitySchemes` as in later versions.
 */

import { isObject } from '../../../shared/json/is-object.ts';
import { omitEmpty } from '../../../shared/json/omit.ts';
import type { AccessScheme } from '../../../shared/plan/operation-plan.ts';
import type { DefinedScheme } from '../../../shared/plan/service-plan.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { headerNamePattern, namesIn } from './names.ts';

/** One that this service cannot check says why. */
type SchemeDefinition = DefinedScheme | { readonly refused: string; readonly accepted: string };

const bearer: AccessScheme = { scheme: 'bearer', name: 'authorization' };
const basic = {
  scheme: { scheme: 'basic', name: 'authorization' },
  risk: 'password-in-each-request',
} as const;
const usualKeyHeader = 'x-api-key';

/** Headers that mean something else: a key in them would be logged, echoed, stored, or taken out by the gateway. */
const otherHeaders: ReadonlySet<string> = new Set(
  namesIn(`
  accept accept-encoding connection content-length content-type cookie expect host idempotency-key if-match
  if-none-match origin te traceparent trailer transfer-encoding upgrade user-agent via x-owner x-request-id
`),
);

const otherwise = (node: SourceNode): string =>
  `a token (oauth2), or a key in a header (apiKey, ${node.terms.keyInHeader})`;

/** By entry: the credential, and its risk. */
const risks = {
  'key-in-query': 'a key in the "query" of a request, which logs and histories keep',
  'key-in-cookie':
    'a key in the "cookie" of a request, which browsers send with requests of other sites, too',
  'password-in-each-request':
    'a password that is sent with each request, which browsers keep, and send with requests of other sites, too',
} as const;

type Risk = keyof typeof risks;

/** The member of listings and of documents of OpenAPI: credentials that requests may carry although others may read or send them there. */
export const acceptedRisks = 'x-accepted-risks';
const risksByName = Object.keys(risks) as readonly Risk[];

export interface SecuritySchemes {
  readonly byName: ReadonlyMap<string, SchemeDefinition>;
  readonly accepted: readonly Risk[];
}

/** @param inherited Of the listing, for a document. */
export function readSecuritySchemes(
  listing: SourceNode,
  inherited: Pick<SecuritySchemes, 'accepted'> = { accepted: [] },
): SecuritySchemes {
  const accepted = [...inherited.accepted, ...readAcceptedRisks(listing)];
  const defined = [
    ...listing.membersOf('authorizations'),
    ...listing.membersOf('securityDefinitions'),
    ...(listing.member('components')?.membersOf('securitySchemes') ?? []),
  ];
  return {
    byName: new Map(defined.map(([name, node]) => [name, checkRisk(readScheme(node), node, accepted)])),
    accepted,
  };
}

function readAcceptedRisks(root: SourceNode): Risk[] {
  const accepted = `one of ${risksByName.map(quote).join(', ')}`;
  const declared = root.list(acceptedRisks) ?? [];
  return declared.flatMap(
    (node) => node.knownName(risksByName, 'E-AUTHORIZATION', 'the risk', accepted) ?? [],
  );
}

type ReadScheme = SchemeDefinition & { readonly risk?: Risk };

/** A credential at risk is refused, or warned of if the listing accepts the risk. */
function checkRisk(read: ReadScheme, node: SourceNode, accepted: readonly Risk[]): SchemeDefinition {
  const { risk, ...definition } = read;
  if (risk === undefined) return definition;
  const safer = otherwise(node);
  const instead = `${safer}; or "${acceptedRisks}": ["${risk}"] in the listing, which accepts the risk`;
  if (!accepted.includes(risk)) return { refused: risks[risk], accepted: instead };
  node.report('W-RISK', `${risks[risk]}: ${acceptedRisks} accepts it`, safer);
  return definition;
}

function readScheme(node: SourceNode): ReadScheme {
  const type = node.member('type')?.value;
  if (type === 'oauth2' || type === 'openIdConnect') {
    const written = node.member('grantTypes') && node.value;
    return { scheme: bearer, ...omitEmpty({ scopes: readScopes(node), written }) };
  }
  const scheme = type === 'http' ? String(node.member('scheme')?.value).toLowerCase() : type;
  if (type === 'http' && scheme === 'bearer') return { scheme: bearer };
  if (scheme === 'basicAuth' || scheme === 'basic') return basic;
  if (type === 'http') return { refused: `the scheme ${quote(scheme)} of HTTP`, accepted: otherwise(node) };
  if (type === 'apiKey') return readKey(node);
  const found = type === undefined ? 'no type' : `the type ${quote(type)}`;
  node.at('type').report('E-AUTHORIZATION', found, '"oauth2", "apiKey", or "http" with "scheme": "bearer"');
  return { refused: `a scheme with ${found}`, accepted: otherwise(node) };
}

function readKey(node: SourceNode): ReadScheme {
  const place = node.member('passAs') ?? node.member('in');
  const name = node.member('keyname') ?? node.member('name');
  if (place?.value === 'query' || place?.value === 'cookie') return readExposedKey(place.value, name);
  if (place && place.value !== 'header')
    return { refused: `a key in the ${quote(place.value)} of a request`, accepted: otherwise(node) };
  const header = name === undefined ? usualKeyHeader : String(name.value).toLowerCase();
  if (header === bearer.name) {
    // Swagger 2.0 has no other way to declare a token.
    const assumed = 'a token, which is assumed: Authorization: Bearer …';
    (name ?? node).report('W-AUTHORIZATION', 'a key in Authorization, where tokens are', assumed);
    return { scheme: bearer };
  }
  if (otherHeaders.has(header))
    return {
      refused: `a key in ${quote(header)}, which has another meaning`,
      accepted: `another header, such as ${usualKeyHeader}`,
    };
  if (!headerNamePattern.test(header))
    return { refused: `a key in the header ${quote(header)}`, accepted: 'the name of a header' };
  return { scheme: { scheme: 'apiKey', name: header } };
}

/** Challenges quote the name. */
const queryNamePattern = /^[!#-[\]-~]{1,100}$/;

function readExposedKey(place: 'query' | 'cookie', named: SourceNode | undefined): ReadScheme {
  const name = named?.value;
  const pattern = place === 'query' ? queryNamePattern : headerNamePattern;
  if (typeof name === 'string' && pattern.test(name))
    return { scheme: { scheme: 'apiKey', place, name }, risk: `key-in-${place}` };
  const found = `a key in the ${quote(place)} of a request with the name ${quote(name)}`;
  return { refused: found, accepted: 'a name of visible ASCII characters without quotes and backslashes' };
}

/** Swagger 1.2 lists objects; later versions have an object for each flow. */
function readScopes(node: SourceNode): string[] {
  const list = node.member('scopes');
  const nodes = [list, ...node.membersOf('flows').map(([, flow]) => flow.member('scopes'))];
  return nodes.flatMap((each) => {
    if (isObject(each?.value)) return Object.keys(each.value);
    return each?.items().map((item) => String(item.member('scope')?.value ?? item.value)) ?? [];
  });
}

/** By name: those that the service checks. */
export function definedSchemes({ byName }: SecuritySchemes): Readonly<Record<string, DefinedScheme>> {
  const isDefined = (entry: [string, SchemeDefinition]): entry is [string, DefinedScheme] =>
    !('refused' in entry[1]);
  return Object.fromEntries([...byName].filter(isDefined));
}

/**
 * In the form of Swagger 1.2, which knows no tokens without the way to get one: they are like a key in Authorization. Nor
 * does it know cookies, which are a header.
 */
export function servedScheme({ scheme: { scheme, place, name }, written }: DefinedScheme): unknown {
  if (written !== undefined) return written;
  if (scheme === 'basic') return { type: 'basicAuth' };
  if (place === 'query') return { type: 'apiKey', passAs: 'query', keyname: name };
  const keyname = scheme === 'bearer' ? 'Authorization' : place === 'cookie' ? 'Cookie' : name;
  return { type: 'apiKey', passAs: 'header', keyname };
}

/** The likely meaning of a name without a definition. It never leaves an operation open. */
export function assumedScheme(name: string, node: SourceNode): SchemeDefinition {
  if (/basic|password/i.test(name)) return checkRisk(basic, node, []);
  return { scheme: /key/i.test(name) ? { scheme: 'apiKey', name: usualKeyHeader } : bearer };
}
