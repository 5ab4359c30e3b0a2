/** Runs the bench with each change, and keeps what came of it. */

import type { CatalogueReport, PipelineContent, RecordsInput, RunReport } from '../engine/protocol.ts';
import { type Bench, bench, enabledPipeline, readingOf } from './bench.ts';
import { EngineClient, Superseded } from './engine-client.ts';
import { Store } from './store.ts';

export const engine = new EngineClient();

export interface RunState<Of> {
  /** What the last run that ended has found. */
  readonly report?: RunReport;
  /** What the report is about. */
  readonly of?: Of;
  /** The last run whose steps were all valid. */
  readonly complete?: { readonly report: RunReport; readonly of: Of };
  readonly isRunning: boolean;
  /** Why the engine has not answered. */
  readonly fault?: string;
}

export const runState = new Store<RunState<Bench>>({ isRunning: false });
export const catalogueState = new Store<CatalogueReport>([]);

/** @returns what ends it. */
export function startRunning(): () => void {
  if (catalogueState.value.length === 0)
    engine.ask('catalogue', {}).then(
      (types) => catalogueState.set(types),
      (error: Error) => runState.update((state) => ({ ...state, fault: error.message })),
    );
  void run(bench.value);
  let before = bench.value;
  return bench.subscribe((now) => {
    const isSame =
      now.text === before.text &&
      now.input === before.input &&
      now.limit === before.limit &&
      now.isRecords === before.isRecords;
    if (!isSame || now.cards !== before.cards) void run(now);
    before = now;
  });
}

interface ShownRun<Of> {
  readonly report?: RunReport;
  /** What the report is about. */
  readonly of?: Of;
  /** It is of earlier steps: those in hand are not valid yet. */
  readonly isStale: boolean;
}

/** What views show: while a step is not valid yet, what the last valid steps have made of the same records. */
export function shownRun({ report, of, complete }: RunState<Bench>): ShownRun<Bench> {
  if (!report || !of) return { isStale: false };
  const isSame = complete && complete.of.text === of.text && complete.of.input === of.input;
  return report.issues.length > 0 && isSame ? { ...complete, isStale: true } : { report, of, isStale: false };
}

async function run(now: Bench): Promise<void> {
  await runInto(runState, 'run', {
    input: readingOf(now),
    pipeline: enabledPipeline(now.cards),
    of: now,
  });
}

interface Run<Of> {
  readonly input: RecordsInput;
  readonly pipeline: PipelineContent;
  readonly of: Of;
}

/** Runs a pipeline, and keeps what came of it. */
export async function runInto<Of>(
  state: Store<RunState<Of>>,
  kind: 'run' | 'expected' | 'stored',
  { input, pipeline, of }: Run<Of>,
): Promise<void> {
  state.update((before) => ({ ...before, isRunning: true }));
  try {
    const report = await engine.ask(kind, { input, pipeline, limits: { refused: [] } });
    const complete = report.issues.length === 0 ? { report, of } : state.value.complete;
    state.set({ report, of, isRunning: false, ...(complete ? { complete } : {}) });
  } catch (error) {
    if (error instanceof Superseded) return;
    state.update((before) => ({ ...before, isRunning: false, fault: (error as Error).message }));
  }
}
