import { type DataRecord, describeStep } from '@headwater/ingest';
import { omitUndefined } from 'headwater/json';
import type { InvocationTime } from 'headwater/table';
import type { Models } from '#generated/models/preprocessor.ts';
import { compileSent } from '../pipelines/sent-pipeline.ts';
import { refuseLargeResult } from '../samples/response-size.ts';
import { limitsOf, type RecordOutcome, runSample } from '../samples/run-sample.ts';
import { invalidBody } from '../sources/invalid-body.ts';
import { explainStep } from './explain-step.ts';

/** @throws ServiceError invalid_request with the place of each mistake, content_too_large. */
export async function previewPreprocessor(
  type: string,
  { configuration = {}, records }: Models['PreprocessorPreviewInput'],
  time: InvocationTime & { readonly explain: boolean },
): Promise<Models['PreprocessorPreview']> {
  const named = withType(type, configuration);
  // The list has one preprocessor, which is the configuration of the body.
  const pipeline = await compileSent({ preprocessors: [named] }, (pointer) =>
    pointer.replace(/^\/0/, '/configuration'),
  );
  // The schema has checked that the JSON values are objects.
  const run = runSample(pipeline, records as readonly DataRecord[], {
    limits: limitsOf(time),
    isTraced: true,
  });
  const explanations = time.explain
    ? explainStep(named, records as readonly DataRecord[], limitsOf(time))
    : [];
  const preview: Models['PreprocessorPreview'] = {
    ...(describeStep(named) ?? { summary: '', inputs: [], outputs: [] }),
    succeeded: run.documents.length,
    failed: run.failed,
    dropped: run.dropped,
    results: run.outcomes.map((outcome) => ({
      ...toResult(outcome),
      ...omitUndefined({ explanation: explanations[outcome.position] }),
    })),
  };
  refuseLargeResult(preview);
  return preview;
}

function withType(type: string, configuration: Readonly<Record<string, unknown>>) {
  const { type: sent = type } = configuration;
  if (sent === type) return { ...configuration, type };
  const message = `must be ${JSON.stringify(type)}, as in the path, or absent`;
  throw invalidBody('/configuration/type', 'not_allowed', message);
}

function toResult({ position, part, result, steps }: RecordOutcome): Models['PreprocessorResult'] {
  const { status } = result;
  return {
    position,
    ...omitUndefined({ part }),
    status,
    ...(status === 'success' ? { document: result.document } : {}),
    ...(status === 'error' ? { error: result.failure } : {}),
    steps,
  };
}
