/** `npx headwater migrate`: stores the documents of earlier versions anew. */

import { systemClock } from '../../data/store/clock.ts';
import type { StoredTypes } from '../../data/stored-types.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { count } from '../../shared/count.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';
import { type MigrationReport, migrateTable, newMigrationReport } from '../admin/migrate-table.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { migrateCommand } from '../command-line/declared-commands.ts';
import { progressBar, showProgress } from '../command-line/terminal.ts';
import { isLocal, type OpenTable, openTable } from './open-table.ts';

/** The output of `--json`. */
export interface MigrateOutput extends MigrationReport {
  /** False when it was stopped. */
  readonly isComplete: boolean;
}

type Migration = CommandLine<typeof migrateCommand>;

/** A log without a terminal gets a line of progress this often. */
const logMs = 10_000;

export async function migrate(line: Migration, { documents }: StoredTypes): Promise<CommandResult> {
  const types = chosenTypes(line, documents);
  const table = await openTable({ ...line, isReadWhole: true });
  try {
    const report = newMigrationReport(table.tableName);
    const isComplete = await run(line, types, { table, report });
    const names = types.map(({ name }) => name);
    const output: MigrateOutput = { ...report, isComplete };
    return {
      output: line.json ? JSON.stringify(output, null, 2) : describe(output, names, line),
      exitCode: isComplete && report.failed === 0 ? 0 : 1,
    };
  } finally {
    await table.close();
  }
}

/** @throws CommandError if the service has no document type of a name. */
function chosenTypes({ type: wanted }: Migration, documents: StoredTypes['documents']) {
  if (wanted.length === 0) return documents;
  const names = documents.map(({ name }) => name);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return documents.filter(({ name }) => wanted.includes(name));
  const near = nearSpelling(unknown, names);
  const advice = near === undefined ? '' : ` (did you mean ${near}?)`;
  throw new CommandError(
    `The stored types have no document type ${JSON.stringify(unknown)}${advice}; they have ${names.join(', ')}.`,
  );
}

interface Run {
  readonly table: OpenTable;
  readonly report: MigrationReport;
}

/** @returns whether it has come to the end of the table. */
async function run(
  { pace: unitsPerSecond = Number.POSITIVE_INFINITY, segments }: Migration,
  types: StoredTypes['documents'],
  { table, report }: Run,
): Promise<boolean> {
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  process.once('SIGINT', stop);
  const begun = Date.now();
  let loggedAt = begun;
  const onPage = () => {
    const progress = describeProgress(report, table.approximateItems, Date.now() - begun);
    showProgress(process.stderr, progress);
    if (!process.stderr.isTTY && Date.now() - loggedAt > logMs) {
      loggedAt = Date.now();
      process.stderr.write(`${progress}\n`);
    }
    return isStopped;
  };
  try {
    return await migrateTable({
      ...{ ...table, types, clock: systemClock, unitsPerSecond, segments, report, onPage },
    });
  } catch (error) {
    const done = `${count(report.migrated, 'document')} stored anew`;
    throw new CommandError(
      `The migration has stopped, with ${done}: ${(error as Error).message} ${advice}`,
      1,
    );
  } finally {
    process.off('SIGINT', stop);
    showProgress(process.stderr, '');
  }
}

const advice = 'The same command goes on with what remains.';

/** @example '[###  ] 50 of about 100 items; 20 documents stored anew, 10 a second; about 5 s left' */
function describeProgress({ items, migrated }: MigrationReport, total: number, ms: number): string {
  const rate = Math.round((migrated * 1_000) / Math.max(1, ms));
  const left = Math.ceil(((total - items) * ms) / (Math.max(1, items) * 1_000));
  return [
    progressBar(items, total),
    `${count(migrated, 'document')} stored anew, ${rate} a second`,
    ...(total > items ? [`about ${left} s left`] : []),
  ].join('; ');
}

function describe(output: MigrateOutput, types: readonly string[], line: Migration): string {
  const { documents, migrated, postings, newer, failed, failures, table, isComplete } = output;
  const noun = types.length === 1 ? (types[0] ?? '') : 'document';
  const more = failed - failures.length;
  const deleted = postings > 0 ? `, and ${count(postings, 'old posting')} deleted` : '';
  const items = failed === 1 ? 'the item' : 'the items';
  return [
    ...failures.map(({ key, reason }) => `failed ${key}: ${reason}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    `${isLocal(line) ? 'The local table' : table}: ${count(documents, noun)}, of which ${migrated} ${migrated === 1 ? 'is' : 'are'} stored anew${deleted}.`,
    ...(failed > 0
      ? [`${count(failed, 'document')} cannot be stored anew: mend "upgrade", or ${items}, and run it again.`]
      : []),
    ...(newer > 0 ? [`${count(newer, 'document')} of a later version: left as they are.`] : []),
    ...(isComplete ? [] : [`Stopped before the end. ${advice}`]),
  ].join('\n');
}
