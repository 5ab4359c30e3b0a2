/** The index template of a source's sample, made with the engine of the preprocessors: a delivery needs it once in a while. */

import { discoverFields, indexTemplate } from '@headwater/ingest/fields';
import type { InvocationTime } from 'headwater/table';
import type { PipelineReader } from '../../pipelines/pipelines.ts';
import { pipelineOf } from '../../pipelines/stored-pipeline.ts';
import { limitsOf, runSample } from '../../samples/run-sample.ts';
import type { Sample } from '../../samples/sample-items.ts';
import type { SourceRecord } from '../../sources/source-record.ts';

interface SampleInput {
  readonly index: string;
  readonly source: SourceRecord;
  readonly sample: Pick<Sample, 'records'>;
  readonly readPipeline: PipelineReader;
  readonly time: InvocationTime;
}

/** Undefined if no record becomes a document. @throws ServiceError invalid_preprocessors, unavailable, timeout. */
export async function sampleTemplate({ index, source, sample, readPipeline, time }: SampleInput) {
  const pipeline = await pipelineOf(source, readPipeline);
  const { documents } = runSample(pipeline, sample.records, { limits: limitsOf(time), isTraced: false });
  return documents.length === 0
    ? undefined
    : indexTemplate({ index, documents, fields: discoverFields(documents) });
}
