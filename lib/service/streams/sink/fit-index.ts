/**
 * What a delivery does for the mapping of its index. Before the first documents it puts an index template that fits the sample
 * of the source, and afterwards it notes the mapping that the index has: previews compare documents with it. Both are looked at
 * again every ten minutes.
 */

import type { MappingSettings } from '@headwater/ingest/fields';
import { openIndex } from 'headwater/documents';
import { isObject, membersOf } from 'headwater/json';
import type { Engine, EngineAnswer } from 'headwater/search-engine';
import { type InvocationTime, ignoreTransient } from 'headwater/table';
import { invalidPreprocessors } from '#generated/problems.ts';
import { pipelineReader } from '../../pipelines/pipelines.ts';
import { findSample } from '../../samples/sample-store.ts';
import { sourceType } from '../../sources/source-fields.ts';
import { noteMapping } from '../leases/noted-mappings.ts';
import type { SinkTemplate, StoredSink } from '../leases/sink-items.ts';
import type { LogContext } from '../log/log-types.ts';
import { putTemplate } from './put-template.ts';

const everyMs = 600_000;

/** As many deliveries in a row may end, with their functions, before the template is given up until the next look. */
const maxAttempts = 3;

/** A sink whose source is known. */
interface FittedSink extends StoredSink {
  readonly source: string;
}

interface Fitting {
  readonly engine: Engine;
  readonly time: InvocationTime;
  readonly log: LogContext;
}

/** Whether the template and the mapping are looked at, together with the next documents. */
export function isToFit(sink: StoredSink, now: number): sink is FittedSink {
  return sink.source !== undefined && now - sink.fittedAt >= everyMs;
}

/** @throws ServiceError unavailable, timeout. */
export async function fitTemplate(
  fitting: Fitting,
  { source, index, attempts }: FittedSink,
): Promise<SinkTemplate> {
  if (attempts > maxAttempts) {
    const message = `${maxAttempts} deliveries in a row have not ended. The steps of the source ${source} may take too long for a template: preview them with its sample.`;
    return { state: 'none', message };
  }
  const template = await templateOf(fitting, { source, index });
  if (typeof template === 'string') return { state: 'none', message: template };
  return putTemplate(fitting.engine, { index, source, template });
}

/** @returns why there is none: a sentence. */
async function templateOf(
  { log: { owner, table }, time }: Fitting,
  { source: id, index }: Pick<FittedSink, 'source' | 'index'>,
): Promise<object | string> {
  try {
    const { source, sample } = await findSample({ index: openIndex(sourceType, { owner }), table }, id);
    if (!sample) return `The source ${id} has no sample.`;
    const { sampleTemplate } = await import('./sample-template.ts');
    const readPipeline = pipelineReader({ ...time, owner, isBackground: true });
    const template = await sampleTemplate({ index, source, sample, readPipeline, time });
    return template ?? 'No record of the sample becomes a document.';
  } catch (error) {
    const { code, message } = membersOf(error);
    // The loaded module has a class of errors of its own.
    if (code === 'not_found' || code === invalidPreprocessors.code) return String(message);
    throw error;
  }
}

/** Notes the mapping of the index for previews, which can do without it. */
export async function noteIndex({ engine, log }: Fitting, { source, index }: FittedSink): Promise<void> {
  try {
    const mapping = mappingIn(await engine({ method: 'GET', path: [index, '_mapping'] }));
    if (mapping) await noteMapping(log.table, { ...log, source }, { index, mapping, at: log.now() });
  } catch (error) {
    ignoreTransient(error);
  }
}

/** @returns the mapping in an answer. If an alias has several indexes, the last one by name counts. */
export function mappingIn({ status, body }: EngineAnswer): MappingSettings | undefined {
  if (status !== 200) return undefined;
  const indexes = membersOf(body);
  const { mappings } = membersOf(indexes[Object.keys(indexes).toSorted().at(-1) ?? '']);
  return isObject(mappings) ? mappings : undefined;
}
