import { ServiceError } from 'headwater/errors';
import { omitUndefined } from 'headwater/json';
import { getItem } from 'headwater/table';
import type { Models } from '#generated/models/stream.ts';
import { missingEngine, parseSink, sinkKey } from '../leases/sink-items.ts';
import type { LogContext } from '../log/log-types.ts';
import { countRedeliveries } from '../log/read/find-redelivery.ts';
import { settledState } from '../log/read/log-state.ts';

/** How far the documents of a stream are delivered. @throws ServiceError not_found if it has no sink. */
export async function sinkState(log: LogContext): Promise<Models['SinkState']> {
  const [item, state, again] = await Promise.all([
    getItem(log.table, { Key: sinkKey(log), ConsistentRead: true }),
    settledState(log),
    countRedeliveries(log),
  ]);
  const sink = item && parseSink(item);
  if (!sink) throw new ServiceError('not_found', `The stream ${log.stream} has no sink.`);
  const { kind, index, position, forwarded, refused, missed, tries, template, fittedAt, error } = sink;
  return {
    kind,
    index,
    position,
    lag: Math.max(0, state.next - position),
    again,
    delivered: forwarded,
    refused,
    missed,
    tries,
    ...(template ? { template: { ...template, at: new Date(fittedAt).toISOString() } } : {}),
    ...omitUndefined({ waiting: missingEngine() }),
    ...(error ? { error: { ...error, at: new Date(error.at).toISOString() } } : {}),
  };
}
