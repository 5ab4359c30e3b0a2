/** Records with the documents that are expected of them: they run with each change of the steps. */

import { type DataRecord, isRecord } from '@headwater/ingest/values';
import { writeJson } from 'headwater/json';
import {
  type ExpectedDocument,
  findDifferences,
  type UnexpectedValue,
} from '../../samples/expected-documents.ts';
import type { OutcomeView, RunReport } from '../engine/protocol.ts';
import { type Bench, bench, change, enabledPipeline, type Pin } from './bench.ts';
import { type RunState, runInto, runState } from './runner.ts';
import { Store } from './store.ts';

/** As many as the sample of a source has. */
export const maxPins = 100;

export const pinState = new Store<RunState<readonly Pin[]>>({ isRunning: false });

/** @returns what ends it. */
export function startPinning(): () => void {
  const run = ({ pins, cards }: Bench) => {
    if (pins.length === 0) return pinState.set({ isRunning: false });
    const text = pins.map(({ record }) => writeJson(record)).join('\n');
    const input = { format: 'ndjson', text, limit: pins.length } as const;
    void runInto(pinState, 'expected', { input, pipeline: enabledPipeline(cards), of: pins });
  };
  let before = bench.value;
  run(before);
  return bench.subscribe((now) => {
    if (now.pins !== before.pins || (now.cards !== before.cards && now.pins.length > 0)) run(now);
    before = now;
  });
}

/** What is not as expected, by the position of a pin. Undefined while that is not known. */
export function unexpectedValues({
  report,
  of,
}: RunState<readonly Pin[]>): readonly UnexpectedValue[] | undefined {
  if (!report || !of || report.issues.length > 0) return undefined;
  return findDifferences(
    resultsOf(report.outcomes),
    of.map(({ expected }) => expected),
  );
}

/** @returns what the comparison of documents takes. */
export function resultsOf(outcomes: readonly OutcomeView[]): Parameters<typeof findDifferences>[0] {
  return outcomes.map(({ position, part, document }) => ({
    position,
    ...(part === undefined ? {} : { part }),
    result: document ? { status: 'success', document } : { status: 'dropped', step: 0 },
  }));
}

/** What became of a record, as it is expected from now on. */
export function documentOf(outcomes: readonly OutcomeView[]): ExpectedDocument {
  const documents = outcomes.map(({ document = null }) => document);
  return outcomes[0]?.part === undefined ? (documents[0] ?? null) : documents;
}

/** The selected record with what it becomes now; undefined for a text that is not a record. */
export function pinOf({ outcomes }: RunReport, position: number): Pin | undefined {
  const own = outcomes.filter((one) => one.position === position);
  const raw: DataRecord | string | undefined = own[0]?.raw;
  return isRecord(raw) ? { record: raw, expected: documentOf(own) } : undefined;
}

export function addPin(position: number): void {
  const { report } = runState.value;
  const pin = report && pinOf(report, position);
  if (pin) change((before) => ({ ...before, pins: [...before.pins, pin].slice(-maxPins) }));
}

/** @param pin Undefined removes it. */
export function replacePin(index: number, pin?: Pin): void {
  change((before) => ({ ...before, pins: before.pins.toSpliced(index, 1, ...(pin ? [pin] : [])) }));
}

/** Expects what becomes of the record now. */
export function acceptPin(index: number): void {
  const { report, of } = pinState.value;
  const pin = bench.value.pins[index];
  if (!report || !pin || of !== bench.value.pins) return;
  const own = report.outcomes.filter(({ position }) => position === index);
  replacePin(index, { ...pin, expected: documentOf(own) });
}
