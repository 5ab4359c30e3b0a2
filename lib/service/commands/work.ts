/** `npx headwater work`: the replays and leases of a service, over all owners. */

import { accessTable } from '../../data/store/table-access.ts';
import { openTable } from '../../tools/cli/open-table.ts';
import type { CommandLine, CommandResult } from '../../tools/commands/command-line.ts';
import { count, cut, table as tableOf } from '../../tools/commands/terminal.ts';
import { type ListedReplay, type ListedWork, listAllWork } from './list-work.ts';
import type { workCommand } from './service-commands.ts';

/** In characters. */
const maxProblem = 80;

export async function work({ json, ...choice }: CommandLine<typeof workCommand>): Promise<CommandResult> {
  const { client, tableName, close } = await openTable(choice);
  try {
    const found = await listAllWork(accessTable(client, tableName));
    return { output: json ? JSON.stringify(shown(found), null, 2) : describe(found), exitCode: 0 };
  } finally {
    await close();
  }
}

/** Times as texts. */
function shown({ replays, forwards }: ListedWork) {
  return {
    replays: replays.map(({ since, leaseUntil, ...replay }) => ({
      ...replay,
      since: timeOf(since),
      leaseUntil: timeOf(leaseUntil),
    })),
    forwards: forwards.map(({ owner, stream, position, missed, attempts, until }) => ({
      owner,
      stream,
      position,
      missed,
      attempts,
      leaseUntil: timeOf(until),
    })),
  };
}

/** A lease that is free has the time 0. */
function timeOf(ms: number | undefined): string | null {
  return ms ? new Date(ms).toISOString() : null;
}

function describe(found: ListedWork): string {
  const { replays, forwards } = shown(found);
  const replayRows = replays.map(({ owner, stream, replay, state, since, attempts, leaseUntil, ...more }) => [
    ...[owner, stream, replay, state, since ?? '', placeOf(more), String(attempts ?? '')],
    ...[leaseUntil ?? '', cut(more.problem ?? '', maxProblem)],
  ]);
  const forwardRows = forwards.map(({ owner, stream, position, missed, attempts, leaseUntil }) => [
    ...[owner, stream, String(position), String(missed), String(attempts), leaseUntil ?? ''],
  ]);
  return [
    ...withHead(
      ['OWNER', 'STREAM', 'REPLAY', 'STATE', 'SINCE', 'POSITION', 'ATTEMPTS', 'LEASE', 'PROBLEM'],
      replayRows,
    ),
    ...withHead(['OWNER', 'STREAM', 'FORWARDED TO', 'MISSED', 'ATTEMPTS', 'LEASE'], forwardRows),
    summaryOf(found),
  ].join('\n');
}

function withHead(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [...tableOf([head, ...rows]), ''];
}

function placeOf({ position, to }: Pick<ListedReplay, 'position' | 'to'>): string {
  return position === undefined ? '' : `${position} of ${to}`;
}

function summaryOf({ replays, forwards }: ListedWork): string {
  const failed = replays.filter(({ state }) => state === 'failed').length;
  const running = count(replays.length - failed, 'replay');
  return `${running} running, ${failed} failed; ${count(forwards.length, 'stream')} being forwarded or with missed documents.`;
}
