/** `npx headwater run-schedule` and `npx headwater dead-letters`: schedules and consumers of a running `npm start`. */

import { resolve } from 'node:path';
import { choiceOf } from '../../shared/choice-of.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { count } from '../../shared/count.ts';
import { itemsOf, membersOf } from '../../shared/json/is-object.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type {
  listDeadLettersCommand,
  resendDeadLettersCommand,
  runScheduleCommand,
} from '../command-line/declared-commands.ts';
import { table } from '../command-line/terminal.ts';
import { askService } from '../local/control-server.ts';
import { type DeadLetter, readDeadLetters } from '../local/dead-letters.ts';
import { findService } from '../local/running-database.ts';

export async function runScheduleNow({
  id,
  data,
}: CommandLine<typeof runScheduleCommand>): Promise<CommandResult> {
  const { hasSucceeded, schedules } = membersOf(
    await askService(await runningService(data), 'run-schedule', { id }),
  );
  if (schedules === undefined)
    return hasSucceeded
      ? { output: `${id} has run.`, exitCode: 0 }
      : { complaint: `${id} has failed; the terminal of npm start shows why.`, exitCode: 1 };
  const names = itemsOf(schedules).map(String);
  const near = nearSpelling(id, names);
  const advice =
    near === undefined ? choiceOf(names.length > 0 ? names : ['those that run (there are none)']) : near;
  throw new CommandError(`No schedule ${id} runs here; did you mean ${advice}?`, 2);
}

export async function listDeadLetters({
  data,
}: CommandLine<typeof listDeadLettersCommand>): Promise<CommandResult> {
  const letters = await readDeadLetters(resolve(data));
  const rows = letters.map((letter) => [letter.id, letter.time, describeEvent(letter)]);
  return { output: rows.length === 0 ? 'There are no dead letters.' : table(rows).join('\n'), exitCode: 0 };
}

export async function resendDeadLetters({
  id,
  data,
}: CommandLine<typeof resendDeadLettersCommand>): Promise<CommandResult> {
  const letters = await readDeadLetters(resolve(data));
  const ids = letters.map((letter) => letter.id).filter((each) => id === undefined || each === id);
  if (id !== undefined && ids.length === 0)
    throw new CommandError(`There is no dead letter ${id}: npx headwater dead-letters list shows them.`, 2);
  const { sent } = membersOf(await askService(await runningService(data), 'resend', { ids }));
  const done = itemsOf(sent).map((letter) => String(membersOf(letter)['id']));
  const failed = ids.filter((each) => !done.includes(each));
  const complaint = `${count(failed.length, 'dead letter')} failed again: ${failed.join(', ')}`;
  return {
    output: done.map((each) => `${each} is processed.`).join('\n') || 'Nothing is processed.',
    exitCode: failed.length === 0 ? 0 : 1,
    ...(failed.length === 0 ? {} : { complaint }),
  };
}

async function runningService(data: string): Promise<string> {
  const origin = await findService(resolve(data));
  if (origin !== undefined) return origin;
  throw new CommandError(`No npm start runs with the data folder ${data}: start it first.`, 1);
}

/** The keys of the changes, or the type of the event. */
function describeEvent({ event }: DeadLetter): string {
  const { Records, 'detail-type': type } = membersOf(event);
  const keys = itemsOf(Records).map((record) => {
    const { pk, sk } = membersOf(membersOf(membersOf(record)['dynamodb'])['Keys']);
    return `${membersOf(pk)['S']} ${membersOf(sk)['S']}`;
  });
  return Records === undefined ? String(type) : keys.join(', ');
}
