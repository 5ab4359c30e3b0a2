/** Takes what the service has stored into the workbench: a source with its sample, or the records and failures of a stream. */

import type { Models as SourceModels } from '#generated/models/source.ts';
import { writeJson } from '../../../shared/json/lossless-json.ts';
import { callApi } from './api.ts';
import { type Bench, bench, cardsOf, change, type InputFormat } from './bench.ts';
import { hrefOf } from './route.ts';
import { getSource, type Source } from './stored.ts';

/** As many records of a stream as are taken. */
const maxRecords = 100;

/** @throws ApiProblem no_sample: then the steps alone are in the workbench. */
export async function openSource(source: Source): Promise<void> {
  change((before) => ({ ...before, ...contentOf(source), text: '' }));
  showRecords(await sampleOf(source._id), contentOf(source));
  location.hash = hrefOf('');
}

/** @throws ApiProblem */
export async function openFailures(stream: string, sourceId: string): Promise<void> {
  const [source, records] = await Promise.all([getSource(sourceId), pushedRecords(stream, 'failure')]);
  showRecords(records, contentOf(source));
  location.hash = hrefOf('');
}

/** @throws ApiProblem no_sample */
export async function sampleOf(source: string): Promise<readonly unknown[]> {
  const { body } = await callApi<SourceModels['SourceSample']>(`source/${source}/sample`);
  return body.records;
}

/** The first ones, as they were pushed. */
export async function pushedRecords(stream: string, kind: 'record' | 'failure'): Promise<readonly unknown[]> {
  const view = kind === 'record' ? '&view=raw' : '';
  const { body } = await callApi<{ readonly hits: readonly { readonly raw?: unknown }[] }>(
    `stream/${stream}/${kind}?size=${maxRecords}${view}`,
  );
  // Only the first part of a record that has become several has it.
  return body.hits.flatMap(({ raw }) => (raw === undefined ? [] : [raw]));
}

/**
 * Records that have been read are objects; a line that could not be read is a text.
 *
 * @param content What the workbench has beside them; by default what it has already.
 */
export function showRecords(
  records: readonly unknown[],
  content: Pick<Bench, 'input'> & Partial<Bench> = { input: bench.value.input },
): void {
  const lines = records.map(lineOf);
  const isLines = lines.every((line) => line !== undefined);
  const texts = isLines ? lines : records.map((one) => (typeof one === 'string' ? one : writeJson(one)));
  const input: InputFormat = isLines ? content.input : { format: 'ndjson' };
  change((before) => ({ ...before, ...content, input, text: texts.join('\n') }));
}

/** The line of a record of the format text. */
function lineOf(record: unknown): string | undefined {
  if (typeof record === 'string') return record;
  const { message, ...others } = Object(record) as Readonly<Record<string, unknown>>;
  return typeof message === 'string' && Object.keys(others).length === 0 ? message : undefined;
}

function contentOf(source: Source): Pick<Bench, 'input' | 'cards'> {
  const { format, csv, multiline } = source;
  const input: InputFormat = { format, ...(csv ? { csv } : {}), ...(multiline ? { multiline } : {}) };
  return { input, cards: cardsOf(source) };
}
