/** What each step does with one record: the record after it, and how far a pattern matches. */

import { compilePipeline, type DataRecord, loadTypes } from '@headwater/ingest';
import { isReadable, type ReadRecord, sentOf } from '@headwater/ingest/records';
import { findPath } from '@headwater/ingest/values';
import { explainStep } from '../../catalogue/explain-step.ts';
import { runSample } from '../../samples/run-sample.ts';
import { compileValid } from './compile-valid.ts';
import type { PipelineContent, RecordTraceReport, StepConfiguration, TracedStep } from './protocol.ts';

/** @returns no steps for a record that cannot be read, and none from the first on that is not valid. */
export async function traceOne(content: PipelineContent, record: ReadRecord): Promise<RecordTraceReport> {
  await loadTypes([content.preprocessors, content.on_failure]);
  const before = sentOf(record).raw;
  if (!isReadable(record)) return { before, steps: [] };
  const { pipeline, preprocessors } = compileValid(content);
  const [outcome] = runSample(pipeline, [record], { limits: {}, isTraced: true }).outcomes;
  let current: DataRecord | undefined = record;
  const steps = (outcome?.steps ?? []).map((trace): TracedStep => {
    if (trace.pointer !== undefined || trace.pipeline !== undefined) return trace;
    const configuration = preprocessors[trace.index];
    const explained = current && configuration ? explain(configuration, current) : undefined;
    const after = stateAfter(preprocessors.slice(0, trace.index + 1), record);
    current = after;
    return { ...trace, ...(after ? { after } : {}), ...(explained ? { explained } : {}) };
  });
  return { before, steps };
}

/** All these steps have been compiled, so each of its beginnings compiles. */
function stateAfter(beginning: readonly StepConfiguration[], record: DataRecord): DataRecord | undefined {
  const compiled = compilePipeline(beginning);
  if ('issues' in compiled) return undefined;
  const [outcome] = runSample(compiled.pipeline, [record], { limits: {}, isTraced: false }).outcomes;
  return outcome?.result.status === 'success' ? outcome.result.document : undefined;
}

function explain(configuration: StepConfiguration, record: DataRecord): TracedStep['explained'] {
  const field = findPath(String(configuration['field']));
  const text = typeof field === 'string' ? undefined : field.get(record);
  if (typeof text !== 'string') return undefined;
  const [explanation] = explainStep(configuration, [record], {});
  return explanation ? { ...explanation, source: text } : undefined;
}
