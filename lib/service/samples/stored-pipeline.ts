/** Compiled pipelines. A container compiles each configuration once, and keeps it while it is in use. */

import { invalidPreprocessors } from '#generated/problems.ts';
import { ServiceError } from '../../shared/errors.ts';
import { compilePipeline } from '../preprocessors/engine/compile.ts';
import { loadTypes } from '../preprocessors/engine/load-types.ts';
import type { Pipeline } from '../preprocessors/engine/pipeline.ts';
import type { SourceRecord } from '../sources/source-record.ts';

const maxPipelines = 100;
const maxIssues = 20;

type StoredPipeline = Pick<SourceRecord, '_id' | 'preprocessors' | 'on_failure'>;

/** Pipelines by configuration, the least recently used first. Revisions with the same preprocessors share one. */
const pipelines = new Map<string, Pipeline>();

/** @throws ServiceError invalid_preprocessors if the source was stored before its preprocessors were checked. */
export async function pipelineOf(source: StoredPipeline): Promise<Pipeline> {
  const key = JSON.stringify([source.preprocessors, source.on_failure]);
  const pipeline = pipelines.get(key) ?? (await compileStored(source));
  pipelines.delete(key);
  pipelines.set(key, pipeline);
  const [oldest] = pipelines.keys();
  if (pipelines.size > maxPipelines && oldest !== undefined) pipelines.delete(oldest);
  return pipeline;
}

async function compileStored({
  _id: id,
  preprocessors,
  on_failure: onFailure,
}: StoredPipeline): Promise<Pipeline> {
  await loadTypes([preprocessors, onFailure]);
  const compiled = compilePipeline(preprocessors, { onFailure, isStored: true });
  if ('pipeline' in compiled) return compiled.pipeline;
  const members = { preprocessors: compiled.issues.slice(0, maxIssues) };
  const detail = `The source ${id} has preprocessors that cannot run; replace them.`;
  throw new ServiceError(invalidPreprocessors, detail, { members });
}
