/**
 * Nicknames: the names of handlers, functions, and methods of generated clients. One that is missing, odd or
 * used several times is derived from what its operation declares, never from its position: deployed functions
 * keep their names when other operations are added.
 */

import { createHash } from 'node:crypto';
import { methods } from '../../../shared/plan/operation-plan.ts';
import { quote, type SourceNode, withArticle } from '../../source/source-node.ts';
import { canBeName, isNickname } from './names.ts';

export interface UnnamedOperation {
  readonly node: SourceNode;
  /** As served, e.g. `/pet/{petId}`. */
  readonly path: string;
}

interface Candidate extends UnnamedOperation {
  /** The declared nickname, or a derived one. */
  readonly name: string;
  readonly isDeclared: boolean;
}

/**
 * The nicknames of the operations of one declaration. Of those that are equal, ignoring letter case, one that
 * is declared keeps its name; all others get their method and path added.
 *
 * @returns nothing for an operation that cannot be named, which is reported.
 */
export function nameOperations(operations: readonly UnnamedOperation[]): ReadonlyMap<SourceNode, string> {
  const candidates = operations.flatMap((operation) => candidateOf(operation) ?? []);
  const equal = [...Map.groupBy(candidates, keyOf).values()];
  const extended = Map.groupBy(equal.flatMap(withPaths), keyOf);
  const named = new Map([...extended.values()].flatMap(withHashes).map((each) => [each.node, each]));
  for (const group of equal) warnOfDerived(group.flatMap(({ node }) => named.get(node) ?? []));
  return new Map([...named].map(([node, { name }]) => [node, name]));
}

/** @returns undefined if there is nothing to derive a name from, which is reported. */
function candidateOf(operation: UnnamedOperation): Candidate | undefined {
  const text = String(nicknameIn(operation.node)?.value ?? '');
  if (isNickname(text)) return { ...operation, name: text, isDeclared: true };
  // OpenAPI allows quotes; nobody writes line ends and the like by accident.
  const plain = text.replace(/["'`\\*]/g, '').trim();
  const isHostile = plain !== '' && !canBeName(plain);
  const names = [camelCase(text), fitting(methodAndPath(operation), operation)];
  const name = isHostile ? undefined : names.find(isNickname);
  return name === undefined ? reportUnnamed(operation) : { ...operation, name, isDeclared: false };
}

function nicknameIn(node: SourceNode): SourceNode | undefined {
  return node.member(node.terms.nickname);
}

/** File systems may ignore letter case. */
function keyOf({ name }: Candidate): string {
  return name.toLowerCase();
}

/** If several operations have one name, an operation that declares it keeps it. */
function withPaths(equal: readonly Candidate[]): readonly Candidate[] {
  if (haveOneRoute(equal)) return equal;
  const declared = equal.filter(({ isDeclared }) => isDeclared);
  const [first] = declared.toSorted((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1));
  return equal.map((each) => {
    if (each === first) return each;
    return { ...each, name: fitting(`${each.name} ${methodAndPath(each)}`, each), isDeclared: false };
  });
}

/** If several still have one name, an operation that declares it keeps it. */
function withHashes(equal: readonly Candidate[]): readonly Candidate[] {
  if (haveOneRoute(equal)) return equal;
  return equal.map((each) => (each.isDeclared ? each : { ...each, name: withHash(each.name, each) }));
}

/** One method twice on one path is one operation: it is reported as such, not for its name. */
function haveOneRoute(operations: readonly UnnamedOperation[]): boolean {
  return new Set(operations.map(routeOf)).size === 1;
}

/** By path, then by method: not by position in the file, which may change. */
function sortKeyOf(operation: UnnamedOperation): string {
  const order: readonly string[] = methods;
  return `${operation.path}\n${order.indexOf(methodOf(operation))}`;
}

const maxNameLength = 100;

/** The words as a name. A long one is cut. */
function fitting(words: string, operation: UnnamedOperation): string {
  const name = camelCase(words);
  return name.length > maxNameLength ? withHash(name, operation) : name;
}

/** The hash of the route tells the name from others with the same beginning. */
function withHash(name: string, operation: UnnamedOperation): string {
  return `${name.slice(0, maxNameLength - hashLength - 1)}_${hashOf(routeOf(operation))}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, hashLength);
}

function methodOf({ node }: UnnamedOperation): string {
  return String(node.anyMember(['httpMethod', 'method'])?.value ?? '').toUpperCase();
}

function routeOf(operation: UnnamedOperation): string {
  return `${methodOf(operation)} ${operation.path}`;
}

/** @example methodAndPath(readPet) // 'get pet by petId ' */
function methodAndPath(operation: UnnamedOperation): string {
  return `${methodOf(operation).toLowerCase()} ${operation.path.replace(/\{([^}*+]+)[^}]*\}/g, ' by $1 ')}`;
}

/** @example camelCase('Api::V1::Users#index') // 'apiV1UsersIndex' */
function camelCase(text: string): string {
  return (
    text
      .normalize('NFKD')
      // An apostrophe is a part of its word.
      .replace(/[\p{M}'\u2019]/gu, '')
      .replace(/^[^A-Za-z]+/, '')
      .replace(/[^A-Za-z0-9_]+(\w?)/g, (_, next: string) => next.toUpperCase())
      .replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())
  );
}

/** One warning for all operations with the same nickname. */
function warnOfDerived(equal: readonly Candidate[]): void {
  const derived = equal.filter(({ isDeclared }) => !isDeclared);
  const [only, second] = derived;
  if (!only) return;
  const at = second ?? only;
  const declared = nicknameIn(at.node);
  const assumed = `${derived.map(({ name }) => quote(name)).join(', ')}, which ${second ? 'are' : 'is'} assumed`;
  const kept = equal.find(({ isDeclared }) => isDeclared);
  const accepted = kept ? `${assumed}; ${kept.name}.ts stays that of ${routeOf(kept)}` : assumed;
  (declared ?? at.node).report('W-NICKNAME', describeNicknames(equal), accepted);
}

/** @example describeNicknames([readPet, readToy]) // 'the nickname "read" for GET /pet, GET /toy' */
function describeNicknames(operations: readonly UnnamedOperation[]): string {
  const [first] = operations;
  const nickname = first ? first.node.terms.nickname : '';
  const written = operations.flatMap(({ node }) => nicknameIn(node) ?? []);
  const names = [...new Set(written.map(({ value }) => quote(value)))].join(' and ') || `no ${nickname}`;
  if (operations.length === 1) return names;
  return `${written.length > 0 ? `the ${nickname} ` : ''}${names} for ${operations.map(routeOf).join(', ')}`;
}

function reportUnnamed(operation: UnnamedOperation): undefined {
  const { node } = operation;
  const declared = nicknameIn(node);
  const { nickname } = node.terms;
  const said = declared ? quote(declared.value) : `no ${nickname}`;
  const found = `${said} for ${routeOf(operation)}`;
  const accepted = `${withArticle(nickname)} of its own: up to 100 letters, digits and _, beginning with a letter; it names the handler`;
  return (declared ?? node).report('E-NICKNAME', found, accepted);
}

/** AWS takes 64 characters for the name of a function, of which `<service>-<stage>-` needs its share. */
const maxLength = 37;
const hashLength = 8;

/**
 * The id of an operation, and of its function. A long one is cut; a hash of the
 * whole distinguishes it from others with the same beginning.
 *
 * @example operationIdOf('bookmark', 'list') // 'bookmark-list'
 */
export function operationIdOf(resource: string, nickname: string): string {
  const id = `${resource}-${nickname}`;
  if (id.length <= maxLength) return id;
  return `${id.slice(0, maxLength - hashLength - 1)}-${hashOf(id)}`;
}
