/** The source that is open: loaded, saved with If-Match, and what somebody else has made of it meanwhile. */

import type { PipelineContent, StepConfiguration } from '../engine/protocol.ts';
import { ApiProblem, callApi } from './api.ts';
import { bench, cardsOf, change, enabledPipeline, type InputFormat } from './bench.ts';
import { Store } from './store.ts';

/** What the page reads of a source; other members are kept as they are. */
interface StoredSource extends InputFormat, Partial<PipelineContent> {
  readonly _id: string;
  readonly name?: string;
  readonly [member: string]: unknown;
}

interface SourceState {
  readonly source?: StoredSource;
  readonly etag?: string;
  /** What is stored now, if it is not what was loaded. */
  readonly conflict?: { readonly theirs: StoredSource; readonly etag: string };
  readonly note?: string;
}

export const sourceState = new Store<SourceState>({});

export async function loadSource(id: string): Promise<void> {
  const { source, etag } = await fetchSource(id);
  showSource(source);
  sourceState.set({ source, etag });
}

async function fetchSource(id: string): Promise<{ readonly source: StoredSource; readonly etag: string }> {
  const { body, headers } = await callApi<StoredSource>(`source/${encodeURIComponent(id)}`);
  return { source: body, etag: headers.get('etag') ?? '' };
}

function showSource({ format, csv, multiline, preprocessors = [], on_failure = [] }: StoredSource): void {
  const input = { format, ...(csv ? { csv } : {}), ...(multiline ? { multiline } : {}) };
  const cards = cardsOf({
    preprocessors: preprocessors.map(ownOptions),
    on_failure: on_failure.map(ownOptions),
  });
  change((before) => ({ ...before, input, cards }));
}

/** Without what the service says about a step. */
function ownOptions(step: StepConfiguration): StepConfiguration {
  const { summary: _summary, inputs: _inputs, outputs: _outputs, ...own } = step;
  const { on_failure: inner } = own;
  return Array.isArray(inner) ? { ...own, on_failure: inner.map(ownOptions) } : own;
}

/** The body of the source with what the bench has. */
export function sourceBody(name: string): Readonly<Record<string, unknown>> {
  const { source } = sourceState.value;
  const [description, tags] = [source?.['description'], source?.['tags']];
  const { input, cards } = bench.value;
  const { preprocessors, on_failure: onFailure } = enabledPipeline(cards);
  return {
    ...(name === '' ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags }),
    ...input,
    preprocessors,
    ...(onFailure.length > 0 ? { on_failure: onFailure } : {}),
  };
}

/** Creates the source, or replaces it unless somebody has changed it. */
export async function saveSource(name: string): Promise<void> {
  const { source, etag } = sourceState.value;
  try {
    const { body, headers } = await (source && etag
      ? callApi<StoredSource>(`source/${source._id}`, {
          method: 'PUT',
          headers: { 'if-match': etag },
          body: sourceBody(name),
        })
      : callApi<StoredSource>('source', { method: 'POST', body: sourceBody(name) }));
    sourceState.set({
      source: body,
      etag: headers.get('etag') ?? '',
      note: `Saved as ${body.name ?? body._id}.`,
    });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 412 || !source) throw error;
    const { source: theirs, etag: newer } = await fetchSource(source._id);
    sourceState.update((state) => ({ ...state, conflict: { theirs, etag: newer } }));
  }
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
