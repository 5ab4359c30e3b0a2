/** `npx headwater verify`: reads a whole table, and says what is wrong with it. */

import { setFlagsFromString } from 'node:v8';
import { systemClock } from '../../data/store/clock.ts';
import type { StoredTypes } from '../../data/stored-types.ts';
import { countItems, countOpen, type FindingKind, type TableReport } from '../admin/report.ts';
import { type Progress, verifyTable } from '../admin/verify-table.ts';
import { CommandError, type CommandLine, type CommandResult } from '../commands/command-line.ts';
import type { verifyCommand } from '../commands/declared-commands.ts';
import { count, progressBar, showProgress } from '../commands/terminal.ts';
import { type OpenTable, openTable } from './open-table.ts';
import { readProgress, removeProgress, writeProgress } from './progress-file.ts';
import { readVerifySettings, type VerifySettings } from './verify-settings.ts';

/** The output of `--json`. */
export interface VerifyOutput extends TableReport {
  /** False when it was stopped. */
  readonly isComplete: boolean;
}

/** Not every page of a large table is worth a file. */
const saveMs = 1_000;

export async function verify(
  commandLine: CommandLine<typeof verifyCommand>,
  types: StoredTypes,
): Promise<CommandResult> {
  const settings = readVerifySettings(commandLine, types);
  // Items live as long as their page. Else V8 lets its spaces grow before it looks for dead objects.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
  const table = await openTable({ ...settings, isReadWhole: true });
  try {
    const progress = await readProgress(settings.progressFile, {
      tableName: table.tableName,
      types,
      segments: settings.segments,
    });
    const isComplete = await run(settings, table, progress);
    const { report } = progress;
    const output: VerifyOutput = { ...report, isComplete };
    return {
      output: settings.isJson ? JSON.stringify(output, null, 2) : describe(output, settings),
      exitCode: isComplete && countOpen(report) === 0 && isRaised(report, settings) ? 0 : 1,
    };
  } finally {
    await table.close();
  }
}

/** Documents of older versions are not damage, but the command may have been told to store them anew. */
function isRaised({ outdated }: TableReport, { isRaising }: VerifySettings): boolean {
  return !isRaising || outdated.raised === outdated.found;
}

/** @returns whether it has come to the end of the table. */
async function run(settings: VerifySettings, table: OpenTable, progress: Progress): Promise<boolean> {
  const { progressFile } = settings;
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  process.once('SIGINT', stop);
  const save = async () => progressFile !== undefined && writeProgress(progressFile, progress);
  let saved = save();
  let savedAt = Date.now();
  const onPage = () => {
    showProgress(process.stderr, progressBar(countItems(progress.report), table.approximateItems));
    if (Date.now() - savedAt > saveMs) {
      savedAt = Date.now();
      saved = saved.then(save);
    }
    return isStopped;
  };
  try {
    const { types, isRepairing, isRaising, unitsPerSecond } = settings;
    const isComplete = await verifyTable({
      client: table.client,
      tableName: table.tableName,
      types,
      shards: table.shards,
      clock: systemClock,
      isRepairing,
      isRaising,
      unitsPerSecond,
      progress,
      onPage,
    });
    if (isComplete && progressFile !== undefined) await saved.then(() => removeProgress(progressFile));
    return isComplete;
  } catch (error) {
    throw new CommandError(`The verification has stopped: ${(error as Error).message}${advice(settings)}`, 1);
  } finally {
    process.off('SIGINT', stop);
    showProgress(process.stderr, '');
    if (progress.segments.some(({ isDone }) => !isDone)) await saved.then(save);
  }
}

function advice({ progressFile }: VerifySettings): string {
  return progressFile === undefined ? '' : ` The same command goes on from there.`;
}

const names: readonly (readonly [FindingKind, string])[] = [
  ['missing', 'missing'],
  ['superfluous', 'superfluous'],
  ['malformed', 'malformed'],
];

function describe(output: VerifyOutput, settings: VerifySettings): string {
  const { items, found, repaired, findings, underWay, outdated, table, isComplete } = output;
  const lines = findings.map(
    ({ kind, key, reason, isRepaired }) => `${kind} ${key}: ${reason}${isRepaired ? '; repaired' : ''}`,
  );
  const more = found.missing + found.superfluous + found.malformed - findings.length;
  const counts = names.map(([kind, name]) => {
    const done = repaired[kind] > 0 ? ` (${repaired[kind]} repaired)` : '';
    return `${found[kind]} ${name}${done}`;
  });
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
    `${table}: ${describeItems(items, settings.types)}.`,
    `${counts.join(', ')}.${underWay > 0 ? ` ${underWay} entries belong to writes that may still be under way.` : ''}`,
    ...describeUnknown(output),
    ...(outdated.found === 0 ? [] : [describeOutdated(outdated)]),
    ...(isComplete ? [] : [`Stopped before the end.${advice(settings)}`]),
  ].join('\n');
}

/** Kinds that a table seldom has are shown when it has some. */
function describeItems(items: TableReport['items'], types: StoredTypes): string {
  const amount = (name: string) => items[name] ?? 0;
  const own = [...new Set(types.items.map(({ name }) => name))].filter((name) => amount(name) > 0);
  return [
    ...types.documents.map(({ name }) => count(amount(name), name)),
    ...own.map((name) => count(amount(name), `${name} item`)),
    count(amount('tombstone'), 'tombstone'),
    `${amount('entry')} index entries`,
    `${count(amount('note'), 'note')} of writes`,
    count(amount('idempotency'), 'idempotency record'),
    ...(amount('accessKey') > 0 ? [count(amount('accessKey'), 'access key')] : []),
  ].join(', ');
}

/** What this version cannot check, and therefore never repairs. */
function describeUnknown({ items, unknown, newer }: TableReport): string[] {
  const beginnings = Object.entries(unknown).map(([name, amount]) => `${amount} of ${JSON.stringify(name)}`);
  const total = items['unknown'] ?? 0;
  return [
    ...(total === 0
      ? []
      : [
          `${count(total, 'item')} of types that this service does not name: ${beginnings.join(', ')}. They are left as they are; to verify them, name their types in the stored types of the service.`,
        ]),
    ...(newer === 0
      ? []
      : [`${count(newer, 'document')} of a newer version: left as they are, with their index entries.`]),
  ];
}

function describeOutdated({ found, raised }: TableReport['outdated']): string {
  const documents = `${count(found, 'document')} of an older version`;
  return raised > 0
    ? `${documents}, of which ${raised} ${raised === 1 ? 'is' : 'are'} stored anew.`
    : `${documents}: --to-layout 1 stores them anew.`;
}
