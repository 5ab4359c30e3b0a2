/** The source that is open: loaded, saved with If-Match, and what somebody else has made of it meanwhile. */

import { ProblemError, type Source } from '#generated/client.ts';
import type { PipelineContent, StepConfiguration } from '../engine/protocol.ts';
import { api, successOf, unwrap } from './api.ts';
import { bench, cardsOf, change, enabledPipeline, type InputFormat } from './bench.ts';
import { Store } from './store.ts';

export type StoredSource = Source.Models['Source'];
type SourceBody = Source.Models['SourceInput'];

interface SourceState {
  readonly source?: StoredSource;
  readonly etag?: string;
  /** What is stored now, if it is not what was loaded. */
  readonly conflict?: { readonly theirs: StoredSource; readonly etag: string };
  readonly note?: string;
}

export const sourceState = new Store<SourceState>({});

/** Stores the pinned records with their documents as the sample of the source. @returns how many it has room for. */
export async function storePins(): Promise<number> {
  const { source } = sourceState.value;
  if (!source) return 0;
  const { pins } = bench.value;
  const body = { records: pins.map(({ record }) => record), expected: pins.map(({ expected }) => expected) };
  const { records } = await unwrap(api.source.putSample({ id: source._id, body }));
  return records.length;
}

export async function loadSource(id: string): Promise<void> {
  const { source, etag } = await fetchSource(id);
  showSource(source);
  sourceState.set({ source, etag });
}

async function fetchSource(id: string): Promise<Tagged> {
  const { data: source, etag = '' } = await successOf(api.source.getById({ id }));
  return { source, etag };
}

function showSource(source: StoredSource): void {
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
  try {
    const saved = await (source && etag
      ? replaceSource(source._id, etag, sourceBody(name))
      : createSource(sourceBody(name)));
    // A link may have closed the source meanwhile: its steps are of no source.
    if (sourceState.value !== before) return;
    sourceState.set({ ...saved, note: `Saved as ${saved.source.name ?? saved.source._id}.` });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.status !== 412 || !source) throw error;
    const { source: theirs, etag: newer } = await fetchSource(source._id);
    sourceState.update((state) => ({ ...state, conflict: { theirs, etag: newer } }));
  }
}

type Tagged = Required<Pick<SourceState, 'source' | 'etag'>>;

async function createSource(body: SourceBody): Promise<Tagged> {
  const { data: source, etag = '' } = await successOf(api.source.create({ body }));
  return { source, etag };
}

/** The answer to a PUT has no entity tag (RFC 9110, section 9.3.4). */
async function replaceSource(id: string, etag: string, body: SourceBody): Promise<Tagged> {
  const put = await unwrap(api.source.update({ id, body }, { ifMatch: etag }));
  const stored = await fetchSource(id);
  // With the old tag, the next save finds what somebody else has changed since.
  return stored.source.revision === put.revision ? stored : { source: put, etag };
}

/** Saves what is here over what is stored. */
export async function saveOver(name: string): Promise<void> {
  const { conflict } = sourceState.value;
  if (!conflict) return;
  sourceState.set({ source: conflict.theirs, etag: conflict.etag });
  await saveSource(name);
}

export function takeTheirs(): void {
  const { conflict } = sourceState.value;
  if (!conflict) return;
  showSource(conflict.theirs);
  sourceState.set({ source: conflict.theirs, etag: conflict.etag, note: 'The stored version is shown.' });
}

/** The next save makes a new source. */
export function closeSource(): void {
  sourceState.set({});
}
