/** The record that a person looks at, and what each step does with it. */

import type { OutcomeView, RecordTraceReport } from '../engine/protocol.ts';
import { bench, enabledPipeline, readingOf } from './bench.ts';
import { Superseded } from './engine-client.ts';
import { engine, runState } from './runner.ts';
import { Store } from './store.ts';

/** A position of a record, from 0. */
export const selectedRecord = new Store(0);
/** The name of the tab of the output. */
export const outputTab = new Store('Documents');
export const recordTrace = new Store<RecordTraceReport | undefined>(undefined);

/** @returns what ends it. */
export function startTracing(): () => void {
  const ends = [runState.subscribe(() => void trace()), selectedRecord.subscribe(() => void trace())];
  return () => {
    for (const end of ends) end();
  };
}

async function trace(): Promise<void> {
  const { report, isRunning } = runState.value;
  if (isRunning || !report) return;
  const position = selectedRecord.value;
  try {
    recordTrace.set(
      await engine.ask('trace', {
        input: readingOf(bench.value),
        pipeline: enabledPipeline(bench.value.cards),
        position,
      }),
    );
  } catch (error) {
    if (!(error instanceof Superseded)) recordTrace.set(undefined);
  }
}

/** @returns the position of the next record that failed after this one, or from the start; undefined without one. */
export function nextFailure(outcomes: readonly OutcomeView[], from: number): number | undefined {
  const failed = outcomes.filter(({ status }) => status === 'error').map(({ position }) => position);
  return failed.find((position) => position > from) ?? failed[0];
}
