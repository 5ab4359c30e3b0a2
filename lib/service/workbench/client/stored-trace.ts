/** What the steps of a source do with a record that a stream has. */

import type { DataRecord } from '@headwater/ingest/values';
import { writeJson } from 'headwater/json';
import { findDifferences, type UnexpectedValue } from '../../samples/expected-documents.ts';
import type { RecordTraceReport } from '../engine/protocol.ts';
import { engine } from './runner.ts';
import { contentOf } from './source.ts';
import type { Source } from './stored.ts';

/** @param raw As it was pushed. @throws Error if the engine does not answer. */
export async function traceStored(source: Source, raw: object): Promise<RecordTraceReport> {
  const { preprocessors, on_failure: onFailure } = contentOf(source);
  return engine.ask('trace', {
    input: { format: 'ndjson', text: writeJson(raw), limit: 1 },
    pipeline: { preprocessors, on_failure: onFailure },
    position: 0,
  });
}

/** The steps that have made or changed a field, counted from 1. @param path With dots between names. */
export function stepsMaking({ steps }: RecordTraceReport, path: string): readonly number[] {
  const isOf = (other: string) =>
    other === path || other.startsWith(`${path}.`) || path.startsWith(`${other}.`);
  const found = steps.filter(({ added, changed }) => [...added, ...changed].some(isOf));
  return [...new Set(found.map(({ index }) => index + 1))];
}

/** How the document that the steps make now differs from one that a stream has. */
export function differencesFrom(
  { before, steps }: RecordTraceReport,
  stored: object,
): readonly UnexpectedValue[] {
  const document = steps.findLast(({ after }) => after !== undefined)?.after ?? before;
  if (typeof document === 'string') return [];
  // The service has made JSON of a record.
  return findDifferences([{ position: 0, result: { status: 'success', document } }], [stored as DataRecord]);
}
