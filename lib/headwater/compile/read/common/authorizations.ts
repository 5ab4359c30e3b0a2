/**
 * Access to an operation: `authorizations` (Swagger 1.2 section 5.2.3), or `security`
 * as in later versions. An operation takes its own, else its declaration's, else the
 * `security` of the listing. If this is empty, everybody may call the operation.
 */

import { isObject } from '../../../shared/json/is-object.ts';
import { nearSpelling } from '../../../shared/json/near-spelling.ts';
import { omitEmpty } from '../../../shared/json/omit.ts';
import type {
  AccessAlternative,
  OperationPlan,
  RequiredCredential,
} from '../../../shared/plan/operation-plan.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';
import { assumedScheme, type SecuritySchemes } from './security-schemes.ts';

/** For the plan of an operation. */
interface Authorizations extends Pick<OperationPlan, 'authorizations' | 'isUnguarded'> {
  /** A request needs one of them; undefined: everybody may call. */
  readonly access: readonly AccessAlternative[] | undefined;
}

/** Defaults of a declaration or of the listing. */
export interface AccessDefaults {
  /** Applies to operations that declare none. */
  readonly authorizations?: Authorizations;
  readonly schemes: SecuritySchemes;
}

/** The name of a scheme and the scopes of a request that uses it. */
interface SchemeReference {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly node: SourceNode;
}

/** The schemes that a request needs at once. */
type Requirement = readonly SchemeReference[];

/** RFC 6749 section 3.3. */
const scopePattern = /^[!#-[\]-~]+$/;

/** @returns undefined if the node says nothing. */
export function readAuthorizations(node: SourceNode, schemes: SecuritySchemes): Authorizations | undefined {
  const declared = node.member('authorizations');
  if (!declared) return readSecurity(node, schemes);
  return authorizationsOf(readNames(declared), schemes);
}

/** Reads the access of an operation, at run time and for its plan. */
export function readOperationAccess(
  node: SourceNode,
  { authorizations: inherited, schemes }: AccessDefaults,
): Authorizations {
  return readAuthorizations(node, schemes) ?? inherited ?? { access: undefined, isUnguarded: true };
}

/** The same for the listing, whose `authorizations` define the schemes. */
export function readSecurity(node: SourceNode, schemes: SecuritySchemes): Authorizations | undefined {
  const security = node.member('security');
  return security && authorizationsOf(readRequirements(security), schemes);
}

/** Each name is an alternative, and needs all scopes: Swagger 1.2 has scopes for tokens only, and a key must not need less. */
function readNames(node: SourceNode): Requirement[] {
  const named = Array.isArray(node.value)
    ? node.items().map((item) => [String(item.value), item] as const)
    : schemesIn(node);
  const accepted = 'an object with the scopes of each authorization, or an array of their names';
  if (!Array.isArray(node.value)) node.expect('object', undefined, accepted);
  const scopes = [...new Set(named.flatMap(([, scheme]) => readScopes(scheme)))];
  return named.map(([name, scheme]) => [{ name, scopes, node: scheme }]);
}

/** Each object is an alternative, which needs all its schemes: beside others, {} makes the credential optional. */
function readRequirements(node: SourceNode): Requirement[] {
  if (!Array.isArray(node.value))
    node.report('E-SHAPE', quote(node.value), 'an array; an empty one lets everybody call');
  const requirements = node.items();
  if (requirements.every(({ value }) => isOptional(value))) return [];
  return requirements.flatMap((requirement) => {
    const schemes = schemesIn(requirement);
    if (schemes.length === 0 && !isOptional(requirement.value)) {
      const accepted = 'an object with schemes; several objects are alternatives, and {} lets everybody call';
      requirement.report('E-AUTHORIZATION', quote(requirement.value), accepted);
      return [];
    }
    return [schemes.map(([name, scheme]) => ({ name, scopes: readScopes(scheme), node: scheme }))];
  });
}

/** The names of schemes with their scopes. One that is null has no scopes: without it, everybody could call. */
function schemesIn(node: SourceNode): [name: string, scopes: SourceNode][] {
  const named = Object.entries(isObject(node.value) ? node.value : {});
  return named.map(([name, scopes]) => [name, node.child(name, scopes ?? [])]);
}

/** OpenAPI 3.1 section 4.8.30: a requirement that every request meets. */
function isOptional(requirement: unknown): boolean {
  return isObject(requirement) && Object.keys(requirement).length === 0;
}

/** Texts, or objects with a text. */
function readScopes(node: SourceNode): string[] {
  const accepted = 'a text without spaces, quotes and backslashes, or an object with such a "scope"';
  return node.items().flatMap((item) => {
    const scope = item.at('scope').matching(scopePattern, 'E-AUTHORIZATION', accepted, 'the scope ');
    return scope ?? [];
  });
}

function authorizationsOf(named: readonly Requirement[], schemes: SecuritySchemes): Authorizations {
  // An alternative is a list, which flatMap would dissolve.
  const alternatives = named.map((each) => alternativeOf(each, schemes)).filter((each) => each !== undefined);
  const served = named.flat().map(({ name, scopes, node }) => {
    const definition = schemes.byName.get(name);
    if (!definition || !('written' in definition)) return [name, []];
    // As written, with the descriptions of scopes.
    const isWritten =
      node.items().length === scopes.length && node.items().every(({ value }) => isObject(value));
    return [name, isWritten ? node.value : scopes.map((scope) => ({ scope }))];
  });
  return {
    // One that is refused is an error, which ends the build: nothing becomes open by it.
    access: named.length === 0 ? undefined : alternatives,
    // In the form of Swagger 1.2, for the served descriptor.
    ...omitEmpty({ authorizations: Object.fromEntries(served) }),
  };
}

function alternativeOf(requirement: Requirement, schemes: SecuritySchemes): AccessAlternative | undefined {
  const all = requirement.flatMap((each) => credentialOf(each, schemes) ?? []);
  if (all.length < requirement.length) return undefined;
  const byPlace = Map.groupBy(all, ({ place, name }) => `${place} ${name}`);
  // Two names may mean one credential, such as two ways to get a token.
  return [...byPlace.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    if (same.some(({ scheme }) => scheme !== first.scheme)) {
      const found = `a token and a password at once, both in ${first.name}`;
      const accepted = 'one of them: several objects are alternatives';
      for (const { node } of requirement.slice(0, 1)) node.report('E-AUTHORIZATION', found, accepted);
    }
    return [{ ...first, scopes: [...new Set(same.flatMap(({ scopes }) => scopes))] }];
  });
}

function credentialOf(
  { name, scopes, node }: SchemeReference,
  schemes: SecuritySchemes,
): RequiredCredential | undefined {
  const defined = schemes.byName.get(name);
  const definition = defined ?? assumedScheme(name, node);
  if ('refused' in definition) return node.report('E-AUTHORIZATION', definition.refused, definition.accepted);
  const { scheme, scopes: known } = definition;
  if (!defined) {
    const near = nearSpelling(name, [...schemes.byName.keys()]);
    const found = `${quote(name)}, ${node.terms.undefinedScheme}`;
    // The function would check another credential than the author means.
    if (near !== undefined) return node.report('E-AUTHORIZATION', found, quote(near));
    const assumed = scheme.scheme === 'bearer' ? 'a token (oauth2)' : `a key in ${scheme.name} (apiKey)`;
    node.report('W-AUTHORIZATION', found, `${assumed}, which is assumed`);
  }
  for (const scope of known ? scopes : []) {
    if (known?.includes(scope)) continue;
    const accepted = nearSpelling(scope, known ?? []) ?? node.terms.definedScope;
    node.report('W-AUTHORIZATION', `the scope ${quote(scope)}, which is not defined`, accepted);
  }
  return { ...scheme, scopes };
}
