import { type ItemType, type StoredTypes, unindexedItems } from 'headwater/config';
import { checkRevision, openIndex } from 'headwater/documents';
import { getItem, type Item, isOwner, layoutVersion, splitOwnedKey, transact } from 'headwater/table';
import { pipelineType } from './pipelines/pipelines.ts';
import { parseSample, sampleKind } from './samples/sample-items.ts';
import { sourceType } from './sources/source-fields.ts';
import {
  alertKey,
  alertPartition,
  parseWatched,
  putWatch,
  watchedLimits,
} from './streams/alerts/alert-items.ts';
import { getJob, parseJob } from './streams/jobs/job-items.ts';
import { parseTurn, turnPartition } from './streams/leases/fair-turns.ts';
import { parseRegistered, registerStream } from './streams/leases/forwarded-streams.ts';
import { mappingPartition, parseMapping } from './streams/leases/noted-mappings.ts';
import { parseWork, putWork, workKey, workPartition } from './streams/leases/running-work.ts';
import { parseSink, restoreSink, sinkKey, sinkPartition } from './streams/leases/sink-items.ts';
import { headKey, isHead } from './streams/log/log-head.ts';
import { type LogName, maxPushMs } from './streams/log/log-types.ts';
import {
  checkBatch,
  checkFailures,
  checkLogHead,
  checkRedelivery,
  readLogItem,
} from './streams/log/read/check-log.ts';
import { copyKind, parseRedelivery, redeliveryPartition } from './streams/log/redeliveries.ts';
import { beginEarlierLog, forwardedKey, streamPartition } from './streams/log/write/begin-log.ts';
import { searchedTypes } from './streams/searched-types.ts';
import { streamType } from './streams/stream-fields.ts';
import type { StreamRecord } from './streams/stream-record.ts';

/** The first part of a partition key, such as `source` of `source/6955b900…`. */
function firstPart(partition: string): string {
  return partition.split('/', 1)[0] ?? '';
}

const samples: ItemType = {
  name: 'sample',
  isNoted: true,
  hasKey: ({ partition, sort }) => /^source\/[0-9a-f]{24}$/.test(partition) && sort === sampleKind,
  read: (item, { owner, partition }) =>
    parseSample(item)
      ? { document: { type: sourceType.name, owner, id: partition.slice('source/'.length) } }
      : 'it is no sample',
};

const heads: ItemType = {
  name: 'log',
  hasKey: ({ partition, sort }) => firstPart(partition) === streamType.name && sort === 'log',
  read: (item, { owner, partition }) => {
    if (item['expiresAt'] !== undefined) return {};
    const [, id = ''] = partition.split('/');
    return isHead(item) ? { document: { type: streamType.name, owner, id } } : 'it is no head of a log';
  },
  check: (access, item) => checkLogHead(access, logOf(item)),
  requiredBy: {
    type: streamType.name,
    keyOf: ({ owner, id }) => headKey({ owner, stream: id }),
    put: ({ table }, { owner, id: stream }) => beginEarlierLog({ owner, stream, table }),
  },
};

const batches: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => ['log', 'failure', 'filter', 'part', 'push'].includes(firstPart(partition)),
  read: (item, { partition }) => {
    if (item['layout'] !== layoutVersion) return 'it is of another layout';
    return readLogItem(firstPart(partition), item) ?? {};
  },
  check: async (access, item) => {
    const kind = firstPart(splitOwnedKey(String(item['pk'])).key);
    if (kind === 'log') return checkBatch(access, logOf(item), item);
    return kind === 'failure' ? checkFailures(access, logOf(item), item) : [];
  },
};

const replays: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => firstPart(partition) === 'replay',
  read: (item) => (parseJob(item) ? {} : 'it is no replay'),
  check: async ({ table, now }, item) => {
    if (parseJob(item)?.state !== 'running') return [];
    const name = { ...logOf(item), id: String(item['sk']) };
    const key = workKey(name);
    if (await getItem(table, { Key: key, ConsistentRead: true })) return [];
    const current = await getItem(table, getJob(name));
    if (!current || parseJob(current)?.state !== 'running') return [];
    const repair = () => putWork(table, { ...name, at: now() }).then(() => true);
    return [{ kind: 'missing', key, reason: `the replay ${name.id} runs, and nothing runs it`, repair }];
  },
};

const work: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => partition === workPartition,
  read: (item) => (parseWork(item) ? {} : 'it is no work for a stream'),
  check: async ({ table, now }, item) => {
    const name = parseWork(item);
    // The replay is put after its work, and never later than a push may take.
    if (!name || now() - name.at < 2 * maxPushMs) return [];
    if (await getItem(table, getJob(name))) return [];
    const key = workKey(name);
    if (!(await getItem(table, { Key: key, ConsistentRead: true }))) return [];
    const reason = `there is no replay ${name.id}`;
    return [{ kind: 'superfluous', key, reason }];
  },
};

const sinks: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => partition === sinkPartition,
  read: (item) => {
    const sink = parseSink(item);
    if (item['expiresAt'] !== undefined) return {};
    if (!sink || !isOwner(sink.owner)) return 'it is no sink';
    return { document: { type: streamType.name, owner: sink.owner, id: sink.stream } };
  },
  check: async ({ table, readDocument }, item) => {
    const sink = parseSink(item);
    if (!sink || item['expiresAt'] !== undefined) return [];
    const { owner, stream: id, index } = sink;
    const found = await readDocument({ type: streamType.name, owner, id });
    if (typeof found !== 'object' || (found as StreamRecord).sink?.index === index) return [];
    const key = sinkKey(sink);
    const current = await getItem(table, { Key: key, ConsistentRead: true });
    if (!current || parseSink(current)?.index !== index) return [];
    return [{ kind: 'superfluous', key, reason: `the stream ${id} has another sink than ${index}, or none` }];
  },
  requiredBy: {
    type: streamType.name,
    isNeeded: ({ sink }: StreamRecord) => sink !== undefined,
    keyOf: ({ owner, id }) => sinkKey({ owner, stream: id }),
    put: async ({ table, now, readDocument }, { owner, id }) => {
      const found = await readDocument({ type: streamType.name, owner, id });
      if (typeof found !== 'object') return false;
      const { sink, source, revision } = found as StreamRecord;
      if (!sink) return false;
      const isUnchanged = checkRevision(openIndex(streamType, { owner }), id, revision);
      const name = { owner, stream: id, source };
      return (await transact(table, [isUnchanged, restoreSink(name, sink, now())])).length === 0;
    },
  },
};

const alerts: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => partition === alertPartition,
  read: (item) => {
    const watched = parseWatched(item);
    if (!watched || !isOwner(watched.owner)) return 'it is no stream with alerts';
    return { document: { type: streamType.name, owner: watched.owner, id: watched.stream } };
  },
  check: async ({ table, readDocument }, item) => {
    const watched = parseWatched(item);
    if (!watched) return [];
    const { owner, stream: id } = watched;
    const isNeeded = async () => {
      const found = await readDocument({ type: streamType.name, owner, id });
      return typeof found !== 'object' || watchedLimits(found as StreamRecord) !== undefined;
    };
    const key = alertKey(watched);
    if ((await isNeeded()) || !(await getItem(table, { Key: key, ConsistentRead: true }))) return [];
    if (await isNeeded()) return [];
    return [{ kind: 'superfluous', key, reason: `the stream ${id} is not open, or has no alerts` }];
  },
  requiredBy: {
    type: streamType.name,
    isNeeded: (stream: StreamRecord) => watchedLimits(stream) !== undefined,
    keyOf: ({ owner, id }) => alertKey({ owner, stream: id }),
    put: async ({ table, now, readDocument }, { owner, id }) => {
      const found = await readDocument({ type: streamType.name, owner, id });
      const limits = typeof found === 'object' ? watchedLimits(found as StreamRecord) : undefined;
      if (!limits) return false;
      const isUnchanged = checkRevision(
        openIndex(streamType, { owner }),
        id,
        (found as StreamRecord).revision,
      );
      return (
        (await transact(table, [isUnchanged, putWatch({ owner, stream: id }, limits, now())])).length === 0
      );
    },
  },
};

const redeliveries: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => partition === redeliveryPartition || firstPart(partition) === copyKind,
  read: (item) => (parseRedelivery(item) ? {} : 'it is no redelivery'),
  check: checkRedelivery,
};

const turns: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => partition === turnPartition,
  read: (item) => (parseTurn(item) ? {} : 'it is no turn of an owner'),
};

const mappings: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => partition === mappingPartition,
  read: (item) => (parseMapping(item) ? {} : 'it is no mapping of an index'),
};

const forwarding: ItemType = {
  name: 'log',
  hasKey: ({ partition }) => partition === streamPartition,
  read: readForwarding,
  requiredBy: {
    type: streamType.name,
    keyOf: ({ owner, id }) => forwardedKey({ owner, stream: id }),
    put: ({ table, now }, { owner, id }) => registerStream(table, { owner, stream: id }, now()),
  },
};

/** The log of an item whose partition is named by a kind and a stream. */
function logOf({ pk }: Item): LogName {
  const { owner, key } = splitOwnedKey(String(pk));
  const [, stream = ''] = key.split('/');
  return { owner, stream };
}

function readForwarding(item: Item): ReturnType<ItemType['read']> {
  const state = parseRegistered(item);
  if (!state || !isOwner(state.owner)) return 'it is no stream that is forwarded';
  const { owner, stream: id, expiresAt } = state;
  // The item of a removed stream expires: until then, what the stream has is forwarded.
  return expiresAt === undefined ? { document: { type: streamType.name, owner, id } } : {};
}

export const storedTypes = {
  documents: [sourceType, pipelineType, streamType],
  indexed: searchedTypes,
  items: [
    samples,
    heads,
    batches,
    replays,
    work,
    turns,
    sinks,
    alerts,
    mappings,
    redeliveries,
    unindexedItems(searchedTypes),
    forwarding,
  ],
} satisfies StoredTypes;
