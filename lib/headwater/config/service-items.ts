/**
 * The attributes that items of the framework have in the table of the service. DynamoDB refuses an item whose attribute has
 * another type than a key of an index, so an index must not make it refuse an API key or an idempotency record.
 */

import { membersOf } from '../shared/json/is-object.ts';
import { ownMember } from '../shared/json/own-member.ts';
import { type SettingPath, type SettingProblem, shownValue } from './rules.ts';

/** `other`: no key has such a type, or several kinds of items have different ones. */
type AttributeType = 'string' | 'number' | 'other';

/** A test compares it with stored items. */
export const serviceAttributes: Readonly<Record<string, AttributeType>> = {
  _id: 'string',
  answer: 'other',
  claim: 'string',
  claimedUntil: 'number',
  claims: 'other',
  count: 'number',
  // Documents have a string, and API keys a number.
  created: 'other',
  expires: 'number',
  expiresAt: 'number',
  fingerprint: 'string',
  id: 'string',
  lastUsed: 'number',
  layout: 'number',
  owner: 'string',
  parts: 'number',
  pk: 'string',
  reservedId: 'string',
  revision: 'number',
  rights: 'string',
  scopes: 'other',
  shards: 'string',
  sk: 'string',
  stored: 'other',
  u: 'number',
  until: 'number',
  updated: 'string',
};

/** An index with these keys alone would show the hashes of API keys to whoever may query it. */
const ofKeys = ['pk', 'sk', 'owner', 'id', 'expires', 'lastUsed'];

/** @param index may have any form. */
export function refusedKeys(index: unknown, path: SettingPath): SettingProblem[] {
  const keys = (['partition', 'sort'] as const).flatMap((member) => {
    const key = membersOf(index)[member];
    const { name, type = 'string' } = typeof key === 'string' ? { name: key } : membersOf(key);
    return typeof name === 'string' ? [{ name, type, path: [...path, member] }] : [];
  });
  const mistyped = keys.flatMap(({ name, type, path }) => {
    const own = ownMember(serviceAttributes, name);
    if (own === undefined || own === type) return [];
    const found = `the key ${shownValue(name)}, which items of the framework have with another type`;
    const accepted =
      own === 'other'
        ? 'another attribute; _id sorts documents by their creation'
        : `the type ${shownValue(own)}`;
    return [{ path, found, accepted }];
  });
  if (mistyped.length > 0 || keys.length === 0 || !keys.every(({ name }) => ofKeys.includes(name)))
    return mistyped;
  const found = 'keys that API keys have, too';
  return [{ path, found, accepted: 'an attribute that they lack as one of the keys, such as _id' }];
}
