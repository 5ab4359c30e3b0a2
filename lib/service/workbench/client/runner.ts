/** Runs the bench with each change, and keeps what came of it. */

import type { CatalogueReport, PipelineContent, RecordsInput, RunReport } from '../engine/protocol.ts';
import { type Bench, bench, enabledPipeline } from './bench.ts';
import { EngineClient, Superseded } from './engine-client.ts';
import { Store } from './store.ts';

export const engine = new EngineClient();

export interface RunState<Of> {
  /** What the last run that ended has found. */
  readonly report?: RunReport;
  /** What the report is about. */
  readonly of?: Of;
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
    const isSame = now.text === before.text && now.input === before.input && now.limit === before.limit;
    if (!isSame || now.cards !== before.cards) void run(now);
    before = now;
  });
}

async function run(now: Bench): Promise<void> {
  const { text, input, limit, cards } = now;
  await runInto(runState, 'run', {
    input: { ...input, text, limit },
    pipeline: enabledPipeline(cards),
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
    state.set({ report, of, isRunning: false });
  } catch (error) {
    if (error instanceof Superseded) return;
    state.update((before) => ({ ...before, isRunning: false, fault: (error as Error).message }));
  }
}
