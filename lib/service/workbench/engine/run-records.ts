/** Runs the pipeline on all records in hand, piece by piece, with the engine of the service. */

import { type DataRecord, failure, loadTypes, type Pipeline, type StepTrace } from '@headwater/ingest';
import { mapDocuments } from '@headwater/ingest/fields';
import { type ReadRecord, sentOf } from '@headwater/ingest/records';
import { failureIn, type RecordOutcome, runSample, type SampleRun } from '../../samples/run-sample.ts';
import { compileValid } from './compile-valid.ts';
import type {
  OutcomeView,
  PipelineContent,
  RecordsInput,
  RunLimits,
  RunReport,
  StepDeed,
  StepView,
} from './protocol.ts';
import type { InputReader } from './read-input.ts';

/** As many records run before a newer request may take over. */
const pieceSize = 100;

/** The page itself limits the time: nobody needs the results at a certain moment. */
const unlimited = { budgetMs: Number.POSITIVE_INFINITY, deadlineMs: Number.POSITIVE_INFINITY };

/** What a step has changed is shown for one record alone (trace-record.ts), and whether it has, for all. */
const traced = { limits: unlimited, isTraced: true } as const;

interface RunRequest {
  readonly input: RecordsInput;
  readonly pipeline: PipelineContent;
  readonly limits: RunLimits;
}

interface RunHost {
  readonly reader: InputReader;
  /** The records up to `until` are next. @returns false when the request is no longer wanted. */
  readonly announce: (at: number, until: number) => Promise<boolean>;
}

/** @returns undefined when the request is no longer wanted. */
export async function runRecords(request: RunRequest, host: RunHost): Promise<RunReport | undefined> {
  const start = performance.now();
  const { preprocessors, on_failure: onFailure } = request.pipeline;
  if (!(await host.announce(-1, 0))) return undefined;
  const { records, problem } = host.reader.read(request.input);
  await loadTypes([preprocessors, onFailure]);
  const { pipeline, issues } = compileValid(request.pipeline);
  const run = await runPieces(pipeline, records, { ...request.limits, ...host });
  if (!run) return undefined;
  const { fields, ...mapping } = mapDocuments(run.documents);
  return {
    ...(problem === undefined ? {} : { problem }),
    records: records.length,
    issues,
    outcomes: run.outcomes.map(viewOf),
    steps: stepViews(pipeline, run),
    fields,
    mapping,
    took_ms: performance.now() - start,
  };
}

interface PiecesRun {
  readonly outcomes: RecordOutcome[];
  readonly documents: DataRecord[];
  readonly counts: SampleRun['counts'][];
}

async function runPieces(
  pipeline: Pipeline,
  records: readonly ReadRecord[],
  { announce, ...limits }: RunLimits & RunHost,
): Promise<PiecesRun | undefined> {
  const run: PiecesRun = { outcomes: [], documents: [], counts: [] };
  for (let at = 0; at < records.length; ) {
    const until = Math.min(records.length, endOfPiece(at, limits));
    const refusal = refusalOf(at, limits);
    if (!refusal && !(await announce(at, until))) return undefined;
    if (refusal) run.outcomes.push(refuse(records[at] ?? {}, at, refusal));
    else addPiece(run, runSample(pipeline, records.slice(at, until), traced), at);
    at = refusal ? at + 1 : until;
  }
  return run;
}

function endOfPiece(
  at: number,
  { refused, suspects = [0, 0], end = Number.POSITIVE_INFINITY }: RunLimits,
): number {
  const [first, last] = suspects;
  if (at >= first && at < last) return at + 1;
  const stops = [...refused, end, first].filter((stop) => stop > at);
  return Math.min(at + pieceSize, ...stops);
}

function refusalOf(at: number, { refused, end = Number.POSITIVE_INFINITY }: RunLimits) {
  if (refused.includes(at)) return failure('record_timeout', 'The record took too long.');
  if (at < end) return undefined;
  return failure('deadline_exceeded', 'The records before this one took all the time.');
}

function refuse(record: ReadRecord, position: number, refused: ReturnType<typeof failure>): RecordOutcome {
  return { ...sentOf(record), position, result: { status: 'error', failure: refused }, steps: [] };
}

function addPiece(run: PiecesRun, piece: SampleRun, at: number): void {
  for (const outcome of piece.outcomes) run.outcomes.push({ ...outcome, position: outcome.position + at });
  for (const document of piece.documents) run.documents.push(document);
  run.counts.push(piece.counts);
}

function viewOf({ position, part, raw, raw_encoding: encoding, result, steps }: RecordOutcome): OutcomeView {
  const { failure: failed, step } = failureIn(result);
  return {
    position,
    raw,
    status: result.status,
    ...(part === undefined ? {} : { part }),
    ...(encoding === undefined ? {} : { raw_encoding: encoding }),
    ...(result.status === 'success' ? { document: result.document } : {}),
    ...(failed ? { failure: failed } : {}),
    ...(step === undefined ? {} : { step }),
    deeds: deedsOf(steps),
  };
}

/** A step is told by its own trace; steps within it may have changed the record, too. */
function deedsOf(traces: readonly StepTrace[]): readonly (StepDeed | undefined)[] {
  const deeds: (StepDeed | undefined)[] = [];
  for (const { index, pointer, status, added, removed, changed } of traces) {
    const isChange = added.length + removed.length + changed.length > 0;
    if (pointer === undefined)
      deeds[index] = status === 'success' ? (isChange ? 'changed' : 'unchanged') : deedOf[status];
    else if (isChange && deeds[index] === 'unchanged') deeds[index] = 'changed';
  }
  return deeds;
}

const deedOf = {
  error: 'failed',
  error_ignored: 'failed',
  error_handled: 'failed',
  skipped: 'skipped',
  dropped: 'dropped',
} as const satisfies Record<Exclude<StepTrace['status'], 'success'>, StepDeed>;

function stepViews({ steps }: Pipeline, { outcomes, counts }: PiecesRun): StepView[] {
  const sum = (name: keyof SampleRun['counts'], index: number) =>
    counts.reduce((total, one) => total + (one[name][index] ?? 0), 0);
  const times = steps.map(() => 0);
  for (const { steps: traces } of outcomes)
    for (const { index, took_us: us } of traces) times[index] = (times[index] ?? 0) + us;
  return steps.map((_, index) => ({
    succeeded: sum('succeeded', index),
    failed: sum('failed', index),
    skipped: sum('skipped', index),
    dropped: sum('dropped', index),
    took_us: times[index] ?? 0,
  }));
}
