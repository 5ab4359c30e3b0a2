/** What a step of grok, dissect or date needs, to read values of records at which it fails. */

import { compilePipeline, type DataRecord, loadTypes } from '@headwater/ingest';
import type { ReadRecord } from '@headwater/ingest/records';
import { repairFormats, repairPattern } from '@headwater/ingest/suggestions';
import { findPath } from '@headwater/ingest/values';
import { runSample } from '../../samples/run-sample.ts';
import type { RepairReport, StepConfiguration } from './protocol.ts';

interface FailingStep {
  /** The steps up to the one that fails. */
  readonly steps: readonly StepConfiguration[];
  readonly records: readonly ReadRecord[];
}

export async function repairStep({ steps, records }: FailingStep): Promise<RepairReport> {
  await loadTypes([steps]);
  const step = steps.at(-1);
  const texts = step ? textsAt(step, documentsOf(steps.slice(0, -1), records)) : [];
  const isDate = step?.type === 'date';
  const formats = isDate ? repairFormats(texts) : undefined;
  const pattern = isDate ? undefined : repairPattern(texts);
  return {
    ...(formats ? { formats: formats.found } : {}),
    ...(pattern ? { pattern: pattern.found } : {}),
    matched: (formats ?? pattern)?.matched ?? 0,
    tried: texts.length,
  };
}

function documentsOf(
  steps: readonly StepConfiguration[],
  records: readonly ReadRecord[],
): readonly DataRecord[] {
  const compiled = compilePipeline(steps);
  if ('issues' in compiled) return [];
  return [...runSample(compiled.pipeline, records, { limits: {}, isTraced: false }).documents];
}

/** What the step reads in those documents at which it fails. A record may have become several. */
function textsAt(step: StepConfiguration, documents: readonly DataRecord[]): readonly string[] {
  const path = findPath(String(step['field']));
  if (typeof path === 'string') return [];
  const { if: _if, ignore_failure: _ignored, on_failure: _handled, ...alone } = step;
  const compiled = compilePipeline([alone]);
  if ('issues' in compiled) return [];
  const { outcomes } = runSample(compiled.pipeline, documents, { limits: {}, isTraced: false });
  return documents.flatMap((document, index) => {
    const value = path.get(document);
    const isText = typeof value === 'string' || typeof value === 'number';
    return isText && outcomes[index]?.result.status === 'error' ? [String(value)] : [];
  });
}
