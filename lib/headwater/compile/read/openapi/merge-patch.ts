/** Bodies of application/merge-patch+json (RFC 7396): a patch may lack any member of the object that it changes. */

import { ownMember } from '../../../shared/json/own-member.ts';
import type { Models, Schema } from '../../../shared/plan/schema.ts';
import { flat } from '../../schema/flat.ts';
import { modelReference } from '../../schema/walk.ts';
import { quote, type SourceNode } from '../../source/source-node.ts';

/**
 * Warns of members without which a patch is refused. The schema applies as it is, since the document is what clients read: in
 * OpenAPI, a media type does not change the meaning of a schema.
 */
export function warnOfRequired(node: SourceNode, schema: Schema, byId: Models): void {
  const required = requiredIn(schema, byId);
  if (required.length === 0) return;
  const found = `${required.map(quote).join(', ')} required, without which a merge patch is refused`;
  node.report(
    'W-BODY',
    found,
    'a schema for patches, which requires nothing; null in the types of members that may be removed',
  );
}

/** A patch merges objects, and replaces lists. */
function requiredIn(schema: Schema, byId: Models, around: readonly string[] = []): string[] {
  const { id = '' } = modelReference(schema) ?? {};
  if (around.includes(id)) return [];
  const { properties = {}, required = [] } = flat(schema, byId);
  // A request must not have what only the service sets.
  const isSent = (name: string) => !ownMember(properties, name)?.readOnly;
  const inner = id === '' ? around : [...around, id];
  const within = Object.entries(properties).flatMap(([name, part]) =>
    isSent(name) ? requiredIn(part, byId, inner).map((each) => `${name}/${each}`) : [],
  );
  return [...required.filter(isSent), ...within];
}
