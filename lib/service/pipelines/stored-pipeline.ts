/**
 * Compiled pipelines of sources, and of the names that their steps run. A container compiles each configuration once, and
 * keeps it while it is in use.
 */

import {
  compilePipeline,
  failure,
  maxPipelineLevels,
  maxSteps,
  maxStepsInAll,
  namedPipeline,
  type Pipeline,
  type StepFunction,
} from '@headwater/ingest';
import { ServiceError } from 'headwater/errors';
import { bytesOf } from 'headwater/table';
import { invalidPreprocessors } from '#generated/problems.ts';
import type { SourceRecord } from '../sources/source-record.ts';
import { loadSteps } from './load-steps.ts';
import type { NamedSteps, PipelineReader } from './pipelines.ts';

const maxKept = 100;
const maxIssues = 20;
/** The limits of the pipelines that one source reaches. */
const maxPipelines = 64;
const maxBytes = 1_048_576;
/** The most pipelines that are read at once, while their sizes are unknown: up to 100 read units each. */
const maxAtOnce = 4;

type StoredSteps = Pick<SourceRecord, 'preprocessors' | 'on_failure'>;

/** Pipelines by configuration, the least recently used first. Revisions with the same preprocessors share one. */
const kept = new Map<string, Pipeline>();

/** @throws ServiceError invalid_preprocessors if the source was stored before its preprocessors were checked. */
export async function pipelineOf(
  source: StoredSteps & Pick<SourceRecord, '_id'>,
  read: PipelineReader,
): Promise<Pipeline> {
  return linkPipeline(await compileStored(source, `source ${source._id}`), read);
}

const tooMany: StepFunction = () =>
  failure(
    'pipeline_limit',
    `The steps reach more than ${maxPipelines} pipelines, ${maxSteps} steps, ${maxStepsInAll} with those of on_failure, or ${maxBytes} bytes of JSON.`,
  );

/**
 * Connects a pipeline with those that its steps run. Reads nothing if there are none, otherwise those of a level at once, some
 * at a time, and each once: all records of a request see one version of it. Reads no more once they have too many bytes.
 *
 * @throws ServiceError invalid_preprocessors, unavailable, timeout.
 */
export async function linkPipeline(pipeline: Pipeline, read: PipelineReader): Promise<Pipeline> {
  if (pipeline.uses.length === 0) return pipeline;
  const linked = new LinkedPipelines(pipeline);
  let wanted = pipeline.uses;
  for (let level = 0; wanted.length > 0; level++) {
    const uses: string[] = [];
    for (let next = 0; next < wanted.length; next += maxAtOnce) {
      const names = linked.admit(wanted.slice(next, next + maxAtOnce), level);
      // The steps of a pipeline that does not exist fail.
      for (const record of await Promise.all(names.map(read)))
        if (record) uses.push(...(await linked.add(record)));
    }
    wanted = [...new Set(uses)].filter((name) => !linked.knows(name));
  }
  return { ...pipeline, named: linked.named };
}

/** The pipelines that a source reaches, within the limits of all of them together. */
class LinkedPipelines {
  readonly named = new Map<string, StepFunction>();
  readonly #known = new Set<string>();
  #steps: number;
  #size: number;
  #bytes = 0;

  constructor({ steps, size }: Pipeline) {
    this.#steps = steps.length;
    this.#size = size;
  }

  knows(name: string): boolean {
    return this.#known.has(name);
  }

  /** @returns those that are to be read; the others fail when a step runs them. */
  admit(wanted: readonly string[], level: number): readonly string[] {
    const isFull = level >= maxPipelineLevels || this.#bytes > maxBytes;
    const admitted = isFull ? [] : wanted.slice(0, Math.max(0, maxPipelines - this.#known.size));
    for (const name of wanted) this.#known.add(name);
    for (const name of wanted) if (!admitted.includes(name)) this.named.set(name, tooMany);
    return admitted;
  }

  /** @returns the names of the pipelines that it runs. */
  async add(record: NamedSteps): Promise<readonly string[]> {
    const pipeline = await compileStored(record, `pipeline ${record.name}`);
    this.#steps += pipeline.steps.length;
    this.#size += pipeline.size;
    this.#bytes += bytesOf([record.preprocessors, record.on_failure]);
    const isSmall = this.#size <= maxStepsInAll && this.#bytes <= maxBytes;
    const fits = this.#steps <= maxSteps && isSmall;
    this.named.set(record.name, fits ? namedPipeline(record.name, pipeline) : tooMany);
    return fits ? pipeline.uses : [];
  }
}

async function compileStored(content: StoredSteps, what: string): Promise<Pipeline> {
  const { preprocessors, on_failure: onFailure } = content;
  const key = JSON.stringify([preprocessors, onFailure]);
  const pipeline = kept.get(key) ?? (await compileNew(content, what));
  kept.delete(key);
  kept.set(key, pipeline);
  const [oldest] = kept.keys();
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  return pipeline;
}

async function compileNew(
  { preprocessors, on_failure: onFailure }: StoredSteps,
  what: string,
): Promise<Pipeline> {
  await loadSteps([preprocessors, onFailure]);
  const compiled = compilePipeline(preprocessors, { onFailure, isStored: true });
  if ('pipeline' in compiled) return compiled.pipeline;
  const members = { preprocessors: compiled.issues.slice(0, maxIssues) };
  const detail = `The ${what} has preprocessors that cannot run; replace them.`;
  throw new ServiceError(invalidPreprocessors, detail, { members });
}
