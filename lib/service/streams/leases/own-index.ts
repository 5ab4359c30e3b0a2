/**
 * The indexes that the streams of an owner may name. Owners share the engine of the stage, so each has a beginning of names:
 * `~`, the owner, and a dot. Owners contain neither, and `public` may name any index that does not begin with `~`. So no name, nor
 * the pattern of an index template, is of two owners.
 */

import { publicOwner } from 'headwater/table';
import type { Sink } from './sink-items.ts';

/**
 * Index names have no capital letters: each is a small one behind `^`, which owners do not contain.
 *
 * @example ownPrefix('Team-a') // '~^team-a.'
 */
export function ownPrefix(owner: string): string {
  if (owner === publicOwner) return '';
  return `~${owner.replace(/[A-Z]/g, (letter) => `^${letter.toLowerCase()}`)}.`;
}

/** Why the index is not of the owner, as a predicate; undefined if it is. */
export function foreignReason(owner: string, index: string): string | undefined {
  const prefix = ownPrefix(owner);
  if (prefix === '')
    return index.startsWith('~') ? 'must not begin with ~: such indexes belong to other owners' : undefined;
  const isOwn = index.startsWith(prefix) && index.length > prefix.length;
  return isOwn ? undefined : `must begin with ${prefix} and a name: other indexes do not belong to ${owner}`;
}

/** Why a sink may not name the index, as a predicate; undefined if it may. */
export function refusedReason(owner: string, { kind, index }: Sink): string | undefined {
  // https://docs.opensearch.org/latest/api-reference/index-apis/create-index/#index-naming-restrictions
  if (kind === 'opensearch' && index.includes('+'))
    return 'must not contain +, which OpenSearch does not allow in the name of an index';
  return foreignReason(owner, index);
}
