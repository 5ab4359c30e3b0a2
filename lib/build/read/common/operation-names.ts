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
  /** The declared nickname, or a derived one. Undefined if there is nothing to derive one from. */
  readonly name: string | undefined;
  readonly isDeclared: boolean;
}

/**
 * The nicknames of the operations of one declaration. Of those that are equal, ignoring letter case, one that
 * is declared keeps its name; all others get their method and path added.
 *
 * @returns nothing for an operation that cannot be named, which is reported.
 */
export function nameOperations(operations: readonly UnnamedOperation[]): ReadonlyMap<SourceNode, string> {
  const candidates = operations.map(candidateOf);
  const equal = Map.groupBy(candidates, keyOf);
  const extended = candidates.map((candidate) => {
    const { name } = candidate;
    if (name === undefined || keepsName(candidate, equal.get(keyOf(candidate)) ?? [])) return candidate;
    return {
      ...candidate,
      name: fitting(`${name} ${methodAndPath(candidate)}`, candidate),
      isDeclared: false,
    };
  });
  const rivals = Map.groupBy(extended, keyOf);
  const distinct = extended.map((candidate) => {
    const { name, isDeclared } = candidate;
    const others = rivals.get(keyOf(candidate))?.some((rival) => routeOf(rival) !== routeOf(candidate));
    if (name === undefined || isDeclared || !others) return candidate;
    return { ...candidate, name: withHash(name, candidate) };
  });
  const named = distinct.filter(({ name }) => name !== undefined);
  for (const candidate of distinct) if (!named.includes(candidate)) reportUnnamed(candidate);
  for (const group of equal.values()) warnOfDerived(group, named);
  return new Map(named.map(({ node, name = '' }) => [node, name]));
}

function candidateOf({ node, path }: UnnamedOperation): Candidate {
  const text = String(nicknameIn(node)?.value ?? '');
  if (isNickname(text)) return { node, path, name: text, isDeclared: true };
  // OpenAPI allows quotes; nobody writes line ends and the like by accident.
  const plain = text.replace(/["'`\\*]/g, '').trim();
  const isHostile = plain !== '' && !canBeName(plain);
  const names = [camelCase(text), fitting(methodAndPath({ node, path }), { node, path })];
  return { node, path, name: isHostile ? undefined : names.find(isNickname), isDeclared: false };
}

function nicknameIn(node: SourceNode): SourceNode | undefined {
  return node.member(node.terms.nickname);
}

/** File systems may ignore letter case. */
function keyOf({ name = '' }: Candidate): string {
  return name.toLowerCase();
}

/** One method twice on one path is one operation: it is reported as such, not for its name. */
function keepsName(candidate: Candidate, equal: readonly Candidate[]): boolean {
  const declared = equal.filter(({ isDeclared }) => isDeclared);
  const [first] = declared.toSorted((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? -1 : 1));
  return new Set(equal.map(routeOf)).size === 1 || candidate === first;
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
function warnOfDerived(equal: readonly Candidate[], named: readonly Candidate[]): void {
  const nodes = equal.map(({ node }) => node);
  const derived = named.filter(({ node, isDeclared }) => !isDeclared && nodes.includes(node));
  const [only, second] = derived;
  if (!only) return;
  const at = second ?? only;
  const declared = nicknameIn(at.node);
  const assumed = `${derived.map(({ name }) => quote(name)).join(', ')}, which ${second ? 'are' : 'is'} assumed`;
  const kept = named.find(({ node, isDeclared }) => isDeclared && nodes.includes(node));
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

function reportUnnamed(candidate: Candidate): void {
  const declared = nicknameIn(candidate.node);
  const { nickname } = candidate.node.terms;
  const said = declared ? quote(declared.value) : `no ${nickname}`;
  const found = `${said} for ${routeOf(candidate)}`;
  const accepted = `${withArticle(nickname)} of its own: up to 100 letters, digits and _, beginning with a letter; it names the handler`;
  (declared ?? candidate.node).report('E-NICKNAME', found, accepted);
}

/** AWS takes 64 characters for the name of a function, of which `<service>-<stage>-` needs its share. */
const maxLength = 37;
const hashLength = 8;

/**
 * The id of an operation, and of its function. A long one is cut; a hash of the
 * whole distinguishes it from others with the same beginning.
 *
 * @example operationIdOf('source', 'list') // 'bookmark-list'
 */
export function operationIdOf(resource: string, nickname: string): string {
  const id = `${resource}-${nickname}`;
  if (id.length <= maxLength) return id;
  return `${id.slice(0, maxLength - hashLength - 1)}-${hashOf(id)}`;
}
