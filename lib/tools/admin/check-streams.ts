/** Every stream has the item by which it is found when streams are forwarded, and every such item has its stream. */

import { getItem } from '../../data/store/table-reads.ts';
import { deleteItem } from '../../data/store/table-writes.ts';
import { forwardedKey, registerStream } from '../../service/streams/leases/forwarded-streams.ts';
import { streamType } from '../../service/streams/stream-fields.ts';
import { type CheckItems, readDocument, readKeys } from './check-context.ts';
import { addFinding } from './report.ts';
import { keyText, type StoredItem } from './stored-item.ts';

/** Streams of earlier code have none. @returns about how many read units it has used. */
export async function checkRegistered(
  context: CheckItems,
  documents: readonly Extract<StoredItem, { kind: 'document' }>[],
): Promise<number> {
  const { table, now, report, isRepairing } = context;
  const streams = documents
    .filter(({ space, stored }) => space.name === streamType.name && stored.document)
    .map(({ space, stored }) => ({ space, name: { owner: space.owner, stream: stored.id } }));
  const keys = streams.map(({ name }) => forwardedKey(name));
  const found = await readKeys(context, keys);
  const missing = streams.filter(({ name }) => !found.has(keyText(forwardedKey(name))));
  for (const { space, name } of missing) {
    const stored = await readDocument(context, space, name.stream);
    const Key = forwardedKey(name);
    if (stored === 'malformed' || !stored?.document) continue;
    if (await getItem(table, { Key, ConsistentRead: true })) continue;
    if (isRepairing) await registerStream(table, name, now());
    const reason = `the stream ${name.stream} needs it`;
    addFinding(report, { kind: 'missing', key: keyText(Key), reason, isRepaired: isRepairing });
  }
  return keys.length / 2 + 2 * missing.length;
}

/** The item of a stream that is deleted expires. @returns about how many read units it has used. */
export async function checkStreams(
  context: CheckItems,
  states: readonly Extract<StoredItem, { kind: 'forwarding' }>[],
): Promise<number> {
  const { table, report, isRepairing } = context;
  for (const { space, state } of states) {
    const stored = await readDocument(context, space, state.stream);
    if (stored === 'malformed' || stored?.document || state.expiresAt !== undefined) continue;
    const Key = forwardedKey(state);
    if (isRepairing) await deleteItem(table, { Key });
    const reason = `there is no ${state.stream}`;
    addFinding(report, { kind: 'superfluous', key: keyText(Key), reason, isRepaired: isRepairing });
  }
  return states.length;
}
