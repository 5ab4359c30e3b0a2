/** The source that is open: loaded, saved with If-Match, and what somebody else has made of it meanwhile. */

import type { DataRecord } from '@headwater/ingest';
import { isRecord } from '@headwater/ingest/values';
import { ProblemError, type Source } from '#generated/client.ts';
import type { PipelineContent, StepConfiguration } from '../engine/protocol.ts';
import { api, successOf, unwrap } from './api.ts';
import { type Bench, bench, cardsOf, change, enabledPipeline, type InputFormat, isEmpty } from './bench.ts';
import { runState } from './runner.ts';
import { Store } from './store.ts';

export type StoredSource = Source.Models['Source'];
/** As many records as a sample has. */
const maxSample = 100;

type SourceBody = Source.Models['SourceInput'];

/** A source that is open, as a draft keeps it. */
export interface OpenSource {
  readonly source: StoredSource;
  readonly etag: string;
  readonly isUnsaved: boolean;
}

interface SourceState {
  readonly source?: StoredSource;
  readonly etag?: string;
  /** What the bench had when it was as the source is stored. */
  readonly stored?: Pick<Bench, 'input' | 'cards'>;
  /** The sample of the source is what the bench shows, or is to be that: saving stores the lines, too. */
  readonly keepsSample?: true;
  /** What is stored now, if it is not what was loaded. */
  readonly conflict?: { readonly theirs: StoredSource; readonly etag: string };
  readonly note?: string;
}

export const sourceState = new Store<SourceState>({});

/** The pinned records with their documents, or else the first records, become the sample of the source. @returns how many it has room for. */
export async function storeSample(): Promise<number> {
  const { source } = sourceState.value;
  const { pins } = bench.value;
  const body =
    pins.length > 0
      ? { records: pins.map(({ record }) => record), expected: pins.map(({ expected }) => expected) }
      : { records: firstRecords() };
  if (!source || body.records.length === 0) return 0;
  const { records } = await unwrap(api.source.putSample({ id: source._id, body }));
  return records.length;
}

function firstRecords(): readonly DataRecord[] {
  const raws = (runState.value.report?.outcomes ?? []).map(({ raw }) => raw);
  // A text that cannot be read is no record.
  return raws.filter(isRecord).slice(0, maxSample);
}

export async function loadSource(id: string): Promise<void> {
  const { source, etag } = await fetchSource(id);
  showSource(source);
  sourceState.set({ source, etag, stored: bench.value });
}

/** Opens what a draft has. The entity tag finds what somebody else has changed since. */
export function reopenSource({ source, etag, isUnsaved: isChanged }: OpenSource): void {
  sourceState.set({ source, etag, ...(isChanged ? {} : { stored: bench.value }) });
}

/** The lines on the bench are the sample of the source that is open. */
export function keepSample(): void {
  sourceState.update((state) => ({ ...state, keepsSample: true, stored: bench.value }));
}

/** Whether the bench has steps or a format that no source has. */
export function isUnsaved(): boolean {
  const { source, stored } = sourceState.value;
  const { input, cards } = bench.value;
  if (!source) return !isEmpty(bench.value);
  return stored?.cards !== cards || stored.input !== input;
}

export async function fetchSource(id: string): Promise<TaggedSource> {
  const { data: source, etag = '' } = await successOf(api.source.getById({ id }));
  return { source, etag };
}

export function showSource(source: StoredSource): void {
  const { input, ...pipeline } = contentOf(source);
  change((before) => ({ ...before, input, cards: cardsOf(pipeline) }));
}

/** How a source reads records, and its steps. */
export function contentOf({
  format,
  csv,
  multiline,
  preprocessors = [],
  on_failure: onFailure = [],
}: StoredSource): PipelineContent & { readonly input: InputFormat } {
  return {
    input: { format, ...(csv ? { csv } : {}), ...(multiline ? { multiline } : {}) },
    preprocessors: preprocessors.map(ownOptions),
    on_failure: onFailure.map(ownOptions),
  };
}

/** Without what the service says about a step. */
function ownOptions(step: StepConfiguration): StepConfiguration {
  const { summary: _summary, inputs: _inputs, outputs: _outputs, ...own } = step;
  const { on_failure: inner } = own;
  return Array.isArray(inner) ? { ...own, on_failure: inner.map(ownOptions) } : own;
}

/** The body of the source with what the bench has. */
export function sourceBody(name: string): SourceBody {
  const { description, tags } = sourceState.value.source ?? {};
  const { input, cards } = bench.value;
  const { preprocessors, on_failure: onFailure } = enabledPipeline(cards);
  // The service checks the steps.
  return {
    ...(name === '' ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags }),
    ...input,
    preprocessors,
    ...(onFailure.length > 0 ? { on_failure: onFailure } : {}),
  } as SourceBody;
}

/** Creates the source, or replaces it unless somebody has changed it. */
export async function saveSource(name: string): Promise<void> {
  const before = sourceState.value;
  const { source, etag } = before;
  const sent = bench.value;
  try {
    const saved = await (source && etag
      ? replaceSource(source._id, etag, sourceBody(name))
      : createSource(sourceBody(name)));
    // A link may have closed the source meanwhile: its steps are of no source.
    if (sourceState.value !== before) return;
    const shown = saved.source.name ?? saved.source._id;
    const keepsSample = before.keepsSample ?? !source;
    sourceState.set({
      ...saved,
      stored: sent,
      ...(keepsSample ? { keepsSample } : {}),
      note: `Saved as ${shown}.`,
    });
    if (!keepsSample) return;
    const count = await storeSample();
    const note = `Saved as ${shown}, with ${count} ${count === 1 ? 'record' : 'records'} as its sample.`;
    if (count > 0)
      sourceState.update((state) => (state.source === saved.source ? { ...state, note } : state));
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.status !== 412 || !source) throw error;
    const { source: theirs, etag: newer } = await fetchSource(source._id);
    sourceState.update(({ note: _, ...state }) => ({ ...state, conflict: { theirs, etag: newer } }));
  }
}

export type TaggedSource = Required<Pick<SourceState, 'source' | 'etag'>>;

async function createSource(body: SourceBody): Promise<TaggedSource> {
  const { data: source, etag = '' } = await successOf(api.source.create({ body }));
  return { source, etag };
}

/** The answer to a PUT has no entity tag (RFC 9110, section 9.3.4). */
async function replaceSource(id: string, etag: string, body: SourceBody): Promise<TaggedSource> {
  const put = await unwrap(api.source.update({ id, body }, { ifMatch: etag }));
  const stored = await fetchSource(id);
  // With the old tag, the next save finds what somebody else has changed since.
  return stored.source.revision === put.revision ? stored : { source: put, etag };
}

/** The source has changed, but nothing that the bench shows: if it is open, the next save is of what it is now. */
export function noteEntityTag(
  source: StoredSource,
  { before, after }: { readonly before: string; readonly after: string },
): void {
  const { value: state } = sourceState;
  if (state.source?._id === source._id && state.etag === before)
    sourceState.set({ ...state, source, etag: after });
}

/** The next save makes a new source. */
export function closeSource(): void {
  sourceState.set({});
}
