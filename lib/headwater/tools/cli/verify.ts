/** `npx headwater verify`: reads a whole table, and says what is wrong with it. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { systemClock } from '../../data/store/clock.ts';
import type { StoredTypes } from '../../data/stored-types.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { count } from '../../shared/count.ts';
import { countItems, countOpen, type FindingKind, newReport, type TableReport } from '../admin/report.ts';
import { newProgress, type Progress, verifyTable } from '../admin/verify-table.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { verifyCommand } from '../command-line/declared-commands.ts';
import { progressBar, showProgress } from '../command-line/terminal.ts';
import { isLocal, type OpenTable, openTable } from './open-table.ts';

/** The output of `--json`. */
export interface VerifyOutput extends TableReport {
  /** False when it was stopped. */
  readonly isComplete: boolean;
}

/** Not every page of a large table is worth a file. */
const saveMs = 1_000;

type Verification = CommandLine<typeof verifyCommand>;

export async function verify(line: Verification, types: StoredTypes): Promise<CommandResult> {
  // Items live as long as their page. Else V8 lets its spaces grow before it looks for dead objects.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
  const table = await openTable({ ...line, isReadWhole: true });
  try {
    const progress = await readProgress(line, table, types);
    const isComplete = await run(line, types, { table, progress });
    const { report } = progress;
    const output: VerifyOutput = { ...report, isComplete };
    return {
      output: line.json ? JSON.stringify(output, null, 2) : describe(output, types, line),
      exitCode: isComplete && countOpen(report) === 0 ? 0 : 1,
    };
  } finally {
    await table.close();
  }
}

/**
 * How far a verification has come, in a file from which a later command goes on.
 *
 * @throws CommandError when the file is of another table, or of something else.
 */
async function readProgress(
  { resume: path, segments }: Verification,
  { tableName }: OpenTable,
  types: StoredTypes,
): Promise<Progress> {
  const text = path === undefined ? undefined : await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return newProgress(tableName, types, segments);
  const progress = parseProgress(text);
  if (progress?.report.table === tableName) return progress;
  const found = progress ? `a verification of ${progress.report.table}` : 'not a verification';
  throw new CommandError(`${path} is ${found}; choose another file, or delete it to begin anew.`);
}

function parseProgress(text: string): Progress | undefined {
  try {
    const { report, segments } = JSON.parse(text);
    if (!Array.isArray(segments) || typeof report.table !== 'string') return undefined;
    // Earlier code may have stored a report without all members.
    return { report: { ...newReport(report.table, []), ...report }, segments };
  } catch {
    return undefined;
  }
}

/** @returns whether it has come to the end of the table. */
async function run(
  line: Verification,
  types: StoredTypes,
  { table, progress }: { readonly table: OpenTable; readonly progress: Progress },
): Promise<boolean> {
  const { repair, units = Number.POSITIVE_INFINITY, resume } = line;
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  process.once('SIGINT', stop);
  const save = async () => resume !== undefined && writeFile(resume, JSON.stringify(progress));
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
    const isComplete = await verifyTable({
      ...table,
      types,
      clock: systemClock,
      isRepairing: repair,
      unitsPerSecond: units,
      progress,
      onPage,
    });
    if (isComplete && resume !== undefined) await saved.then(() => rm(resume, { force: true }));
    return isComplete;
  } catch (error) {
    throw new CommandError(`The verification has stopped: ${(error as Error).message}${advice(line)}`, 1);
  } finally {
    process.off('SIGINT', stop);
    showProgress(process.stderr, '');
    if (progress.segments.some(({ isDone }) => !isDone)) await saved.then(save);
  }
}

function advice({ resume }: Verification): string {
  return resume === undefined ? '' : ` The same command goes on from there.`;
}

const findingKinds: readonly FindingKind[] = ['missing', 'superfluous', 'malformed'];

function describe(output: VerifyOutput, types: StoredTypes, line: Verification): string {
  const { items, found, repaired, findings, outdated, table, isComplete } = output;
  const lines = findings.map(
    ({ kind, key, reason, isRepaired }) => `${kind} ${key}: ${reason}${isRepaired ? '; repaired' : ''}`,
  );
  const more = found.missing + found.superfluous + found.malformed - findings.length;
  const counts = findingKinds.map((kind) => {
    const done = repaired[kind] > 0 ? ` (${repaired[kind]} repaired)` : '';
    return `${found[kind]} ${kind}${done}`;
  });
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more`] : []),
    `${isLocal(line) ? 'The local table' : table}: ${describeItems(items, types)}.`,
    `${counts.join(', ')}.`,
    ...describeUnknown(output),
    ...(outdated === 0
      ? []
      : [`${count(outdated, 'document')} of an earlier version: npx headwater migrate stores them anew.`]),
    ...(isComplete ? [] : [`Stopped before the end.${advice(line)}`]),
  ].join('\n');
}

/** Kinds that a table seldom has are shown when it has some. */
function describeItems(items: TableReport['items'], types: StoredTypes): string {
  const amount = (name: string) => items[name] ?? 0;
  const seldom = (name: string, noun: string) => (amount(name) > 0 ? [count(amount(name), noun)] : []);
  const own = [...new Set(types.items.map(({ name }) => name))].filter((name) => amount(name) > 0);
  return [
    ...types.documents.map(({ name }) => count(amount(name), name)),
    ...own.map((name) => count(amount(name), `${name} item`)),
    count(amount('posting'), 'posting'),
    count(amount('idempotency'), 'idempotency record'),
    ...seldom('accessKey', 'access key'),
    ...seldom('keyCount', 'key count'),
    ...seldom('holds', 'reference count'),
    ...seldom('unique', 'unique value'),
    ...seldom('units', 'unit count'),
    ...seldom('setting', 'setting'),
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
      : [`${count(newer, 'document')} of a newer version: left as they are, with their postings.`]),
  ];
}
