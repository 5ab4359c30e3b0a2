/** `npx headwater work`: the replays and leases of a service, over all owners. */

import { parseArgs } from 'node:util';
import { accessTable } from '../../data/store/table-access.ts';
import { type ListedReplay, type ListedWork, listAllWork } from '../admin/list-work.ts';
import { CommandError, type CommandResult, count } from '../import/command.ts';
import { openTable } from './open-table.ts';
import { cut, table as tableOf } from './table.ts';
import { readTableChoice, tableOptions, tableUsage } from './table-options.ts';

const usage = `work ${tableUsage} [--json]`;

/** In characters. */
const maxProblem = 80;

export async function work(args: readonly string[]): Promise<CommandResult> {
  const { choice, json } = read(args);
  const { client, tableName, close } = await openTable(choice);
  try {
    const found = await listAllWork(accessTable(client, tableName));
    return { output: json ? JSON.stringify(shown(found), null, 2) : describe(found), exitCode: 0 };
  } finally {
    await close();
  }
}

function read(args: readonly string[]) {
  const options = { ...tableOptions, json: { type: 'boolean', default: false } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    return { choice: readTableChoice(values), json: values.json };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const [sentence] = (error as Error).message.split('. ');
    throw new CommandError(`${sentence}: npx headwater ${usage}`);
  }
}

/** Times as texts. */
function shown({ replays, forwards }: ListedWork) {
  return {
    replays: replays.map(({ since, leaseUntil, ...replay }) => ({
      ...{ ...replay, since: timeOf(since), leaseUntil: timeOf(leaseUntil) },
    })),
    forwards: forwards.map(({ leaseUntil, ...forward }) => ({ ...forward, leaseUntil: timeOf(leaseUntil) })),
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
