import {
  type DataRecord,
  type Failure,
  makeCounts,
  type Pipeline,
  partResults,
  runPipeline,
  type SingleResult,
  type StepCounts,
  type StepStatus,
  type StepTrace,
  type TimeLimits,
  type TracedPart,
  tracedParts,
  tracePipeline,
} from '@headwater/ingest';
import { type ReadRecord, runReadable, type SentRecord, sentOf } from '@headwater/ingest/records';
import { withNotes } from 'headwater/json';
import type { InvocationTime } from 'headwater/table';

export interface SampleRun {
  /** One outcome per record, or for each of its parts, in order. */
  readonly outcomes: readonly RecordOutcome[];
  /** The documents of the records that succeeded. */
  readonly documents: readonly DataRecord[];
  /** The positions of their records, in the same order. */
  readonly positions: readonly number[];
  readonly failed: number;
  /** How many records the `on_failure` of the source rescued; they count as successes. */
  readonly rescued: number;
  readonly dropped: number;
  readonly counts: StepCounts;
}

export interface RecordOutcome extends SentRecord, TracedPart {
  /** The position of the record, from 0. */
  readonly position: number;
  /** The steps that the record has reached; empty unless traced. The first part has those before the parts, too. */
  readonly steps: readonly StepTrace[];
}

/** Whether the outcome of another part has the raw record. */
export function isLaterPart(part: string | undefined): boolean {
  return part !== undefined && !/^0(?:\.0)*$/.test(part);
}

/** Half of the remaining time. */
export function limitsOf({ lambda }: InvocationTime): Partial<TimeLimits> {
  return { deadlineMs: lambda.getRemainingTimeInMillis() / 2 };
}

interface SampleOptions {
  readonly limits: Partial<TimeLimits>;
  readonly isTraced: boolean;
  /** False if the steps need not say what they have changed. */
  readonly hasDifferences?: boolean;
}

/** Records that are not reached within the limits fail. */
export function runSample(
  pipeline: Pipeline,
  records: readonly ReadRecord[],
  { limits, isTraced, hasDifferences }: SampleOptions,
): SampleRun {
  const counts = makeCounts(pipeline);
  const run = (readable: readonly DataRecord[]) =>
    isTraced
      ? tracePipeline(pipeline, readable.map(withNotes), { ...limits, hasDifferences }).map((traced) =>
          tracedParts(traced),
        )
      : runPipeline(pipeline, readable.map(withNotes), { ...limits, counts }).map((result) =>
          partResults(result).map((one): TracedPart => ({ ...one, steps: [] })),
        );
  const results = runReadable<readonly TracedPart[]>(records, run, ({ result }) => [{ result, steps: [] }]);
  const outcomes = results.flatMap((parts, position) => {
    const sent = sentOf(records[position] ?? {});
    return parts.map((part): RecordOutcome => ({ ...sent, position, ...part }));
  });
  for (const { steps } of outcomes) countSteps(steps, counts);
  const made = outcomes.flatMap(({ result, position }) =>
    result.status === 'success' ? [{ document: result.document, position }] : [],
  );
  return {
    outcomes,
    documents: made.map(({ document }) => document),
    positions: made.map(({ position }) => position),
    rescued: outcomes.filter(({ result }) => result.status === 'success' && result.rescued).length,
    failed: outcomes.filter(({ result }) => result.status === 'error').length,
    dropped: outcomes.filter(({ result }) => result.status === 'dropped').length,
    counts,
  };
}

/** Why a record failed, also if it was rescued, and in which step. */
export function failureIn(result: SingleResult): { readonly failure?: Failure; readonly step?: number } {
  if (result.status === 'success') return result.rescued ?? {};
  return result;
}

const counters = {
  success: 'succeeded',
  error: 'failed',
  error_ignored: 'failed',
  error_handled: 'failed',
  skipped: 'skipped',
  dropped: 'dropped',
} as const satisfies Record<StepStatus, keyof StepCounts>;

function countSteps(steps: readonly StepTrace[], counts: StepCounts): void {
  for (const { index, pointer, status } of steps) {
    // The step in whose `on_failure` it is counts for it.
    if (pointer !== undefined) continue;
    const list = counts[counters[status]];
    list[index] = (list[index] ?? 0) + 1;
  }
}

type Place = Pick<StepTrace, 'index' | 'pointer' | 'pipeline'>;

/**
 * @example placeOf({ index: 0, pointer: '/0/on_failure/1' }) // '[0].on_failure[1]'
 * @example placeOf({ index: 0, pipeline: 'access', pointer: '/1' }) // 'pipeline access[1]'
 */
function placeOf({ index, pointer = `/${index}`, pipeline }: Place): string {
  const at = pointer
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll(']/', '].')
    .replace('/', '');
  return pipeline === undefined ? at : `pipeline ${pipeline}${at.startsWith('[') ? '' : '.'}${at}`;
}

/**
 * Returns a function that finds the step which has last made or changed the field at a path, or an enclosing object.
 *
 * @example producerIn(run)('http.method') // 'preprocessors[0] grok'
 */
export function producerIn({ outcomes }: Pick<SampleRun, 'outcomes'>): (path: string) => string | undefined {
  const producers = new Map<string, string>();
  for (const { steps } of outcomes)
    for (const { type, tag, added, changed, ...place } of steps) {
      const at = placeOf(place);
      const name = `${at.startsWith('[') ? 'preprocessors' : ''}${at} ${type}${tag === undefined ? '' : ` (${tag})`}`;
      for (const path of [...added, ...changed]) producers.set(path, name);
    }
  return (path) => {
    for (let at = path.length; at > 0; at = path.lastIndexOf('.', at - 1)) {
      const name = producers.get(path.slice(0, at));
      if (name !== undefined) return name;
    }
    return undefined;
  };
}
