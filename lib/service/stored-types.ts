import { layoutVersion } from '../data/store/layout.ts';
import type { Item } from '../data/store/table-access.ts';
import type { ItemType, StoredTypes } from '../data/stored-types.ts';
import { isOwner } from '../shared/owner.ts';
import { parseSample, sampleKind } from './samples/sample-items.ts';
import { sourceType } from './sources/source-fields.ts';
import { parseJob } from './streams/jobs/job-items.ts';
import {
  forwardedKey,
  parseRegistered,
  registerStream,
  streamPartition,
} from './streams/leases/forwarded-streams.ts';
import { parseWork, workPartition } from './streams/leases/running-work.ts';
import { streamType } from './streams/stream-fields.ts';

/** The first part of a partition key, such as `source` of `source/6955b900…`. */
function firstPart(partition: string): string {
  return partition.split('/', 1)[0] ?? '';
}

const samples: ItemType = {
  name: 'sample',
  hasKey: ({ partition, sort }) => /^source\/[0-9a-f]{24}$/.test(partition) && sort === sampleKind,
  read: (item, { owner, partition }) =>
    parseSample(item)
      ? { document: { type: sourceType.name, owner, id: partition.slice('source/'.length) } }
      : 'it is no sample',
};

const heads: ItemType = {
  name: 'log',
  hasKey: ({ partition, sort }) => firstPart(partition) === streamType.name && sort === 'log',
  read: () => ({}),
};

const batches: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => ['log', 'failure', 'part', 'push'].includes(firstPart(partition)),
  read: ({ layout, expiresAt }) => {
    if (layout !== layoutVersion) return 'it is of another layout';
    return typeof expiresAt === 'number' ? {} : 'it never expires';
  },
};

const replays: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => firstPart(partition) === 'replay',
  read: (item) => (parseJob(item) ? {} : 'it is no replay'),
};

const work: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => partition === workPartition,
  read: (item) => (parseWork(item) ? {} : 'it is no work for a stream'),
};

const forwarding: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => partition === streamPartition,
  read: readForwarding,
  requiredBy: {
    type: streamType.name,
    keyOf: ({ owner, id }) => forwardedKey({ owner, stream: id }),
    put: (table, { owner, id }, now) => registerStream(table, { owner, stream: id }, now),
  },
};

function readForwarding(item: Item): ReturnType<ItemType['read']> {
  const state = parseRegistered(item);
  if (!state || !isOwner(state.owner)) return 'it is no stream that is forwarded';
  const { owner, stream: id, expiresAt } = state;
  // The item of a removed stream expires: until then, what the stream has is forwarded.
  return expiresAt === undefined ? { document: { type: streamType.name, owner, id } } : {};
}

export const storedTypes = {
  documents: [sourceType, streamType],
  items: [samples, heads, batches, replays, work, forwarding],
} satisfies StoredTypes;
