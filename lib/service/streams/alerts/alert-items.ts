/**
 * The open streams with alerts, over all owners, in one partition: a schedule finds them without a scan. The item of a stream has
 * its limits, and notes since when it exceeds them. It is changed together with the stream.
 */

import { membersOf } from 'headwater/json';
import {
  getItems,
  type Item,
  type ItemChange,
  inPartition,
  layoutVersion,
  numbersOf,
  queryAll,
  type TableAccess,
  updateItem,
} from 'headwater/table';
import type { Models } from '#generated/models/stream.ts';
import { invalidBody } from '../../sources/invalid-body.ts';
import type { LogName } from '../log/log-types.ts';

/** Never an owner's partition: owners contain no `~`. */
export const alertPartition = '~alerts';

export const alertNames = ['failure_share', 'silence_minutes', 'lag'] as const;
export type AlertName = (typeof alertNames)[number];

type Stream = Models['Stream'];
type ByAlert = Readonly<Partial<Record<AlertName, number>>>;

export interface WatchedStream extends LogName {
  readonly limits: ByAlert;
  /** Since when it is watched, in milliseconds since 1970. */
  readonly from: number;
  /** When it was first seen to exceed a limit, in milliseconds since 1970. */
  readonly since: ByAlert;
}

export function alertKey({ owner, stream }: LogName): Item {
  return { pk: alertPartition, sk: `${owner}/${stream}` };
}

type Watched = Pick<Stream, 'state' | 'alerts'>;

/** The limits of an open stream; undefined if it has none. */
export function watchedLimits({ state, alerts }: Watched): ByAlert | undefined {
  const limits = byAlert(alerts);
  return state === 'open' && Object.keys(limits).length > 0 ? limits : undefined;
}

/** @throws ServiceError invalid_request for a limit of the lag of a sink that the stream does not have. */
export function checkAlertsOf({ alerts, sink }: Pick<Stream, 'alerts' | 'sink'>): void {
  if (alerts?.lag === undefined || sink) return;
  throw invalidBody('/alerts/lag', 'not_allowed', 'must be absent without sink');
}

interface WatchChange {
  readonly before: Watched | undefined;
  readonly after: Watched;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The change of the item beside a change of its stream; none if nothing of it changes. */
export function changeWatch(name: LogName, { before, after, now }: WatchChange): readonly ItemChange[] {
  const [old, limits] = [before && watchedLimits(before), watchedLimits(after)];
  if (alertNames.every((alert) => old?.[alert] === limits?.[alert])) return [];
  return [limits ? putWatch(name, limits, now) : { Delete: { Key: alertKey(name) } }];
}

/** Other limits do not make the stream watched anew. */
export function putWatch(name: LogName, limits: ByAlert, now: number): ItemChange {
  return {
    Update: {
      Key: alertKey(name),
      UpdateExpression:
        'SET #layout = :layout, #limits = :limits, #from = if_not_exists(#from, :now), #since = if_not_exists(#since, :none)',
      ExpressionAttributeNames: {
        '#layout': 'layout',
        '#limits': 'limits',
        '#from': 'from',
        '#since': 'since',
      },
      ExpressionAttributeValues: { ':layout': layoutVersion, ':limits': limits, ':now': now, ':none': {} },
    },
  };
}

/** Does nothing if the stream is not watched any more. */
export async function noteSince(table: TableAccess, name: LogName, since: ByAlert): Promise<void> {
  await updateItem(table, {
    Key: alertKey(name),
    UpdateExpression: 'SET #since = :since',
    ConditionExpression: 'attribute_exists(#pk)',
    ExpressionAttributeNames: { '#since': 'since', '#pk': 'pk' },
    ExpressionAttributeValues: { ':since': since },
  });
}

export async function listWatched(table: TableAccess): Promise<WatchedStream[]> {
  const items = await queryAll(table, inPartition(alertPartition));
  return items.flatMap((item) => parseWatched(item) ?? []);
}

/** The watched ones of some streams, by the ids of the streams. */
export async function readWatched(
  table: TableAccess,
  names: readonly LogName[],
): Promise<ReadonlyMap<string, WatchedStream>> {
  const items = await getItems(table, names.map(alertKey), { isConsistent: false });
  const watched = items.flatMap((item) => parseWatched(item) ?? []);
  return new Map(watched.map((one) => [one.stream, one]));
}

/** Undefined if the item is not a watched stream but something that other software has written. */
export function parseWatched(item: Item): WatchedStream | undefined {
  const { pk, sk, layout, limits, since } = item;
  const [owner, stream] = String(sk).split('/');
  if (pk !== alertPartition || layout !== layoutVersion || owner === undefined || stream === undefined)
    return undefined;
  return { owner, stream, limits: byAlert(limits), since: byAlert(since), ...numbersOf(item, ['from']) };
}

function byAlert(value: unknown): ByAlert {
  const members = membersOf(value ?? {});
  return Object.fromEntries(
    alertNames.flatMap((alert) => (typeof members[alert] === 'number' ? [[alert, members[alert]]] : [])),
  );
}
