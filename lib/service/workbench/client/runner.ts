/** Runs the bench with each change, and keeps what came of it. */

import type { CatalogueReport, RunReport } from '../engine/protocol.ts';
import { type Bench, bench, enabledPipeline } from './bench.ts';
import { EngineClient, Superseded } from './engine-client.ts';
import { Store } from './store.ts';

export const engine = new EngineClient();

interface RunState {
  /** What the last run that ended has found. */
  readonly report?: RunReport;
  /** What the report is about. */
  readonly of?: Bench;
  readonly isRunning: boolean;
  /** Why the engine has not answered. */
  readonly fault?: string;
}

export const runState = new Store<RunState>({ isRunning: false });
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
  runState.update((state) => ({ ...state, isRunning: true }));
  try {
    const report = await engine.ask('run', {
      input: { ...input, text, limit },
      pipeline: enabledPipeline(cards),
      limits: { refused: [] },
    });
    runState.set({ report, of: now, isRunning: false });
  } catch (error) {
    if (error instanceof Superseded) return;
    runState.update((state) => ({ ...state, isRunning: false, fault: (error as Error).message }));
  }
}
