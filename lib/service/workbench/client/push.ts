/** Opens a stream of the source, and pushes the whole text to it, piece by piece. */

import { callApi } from './api.ts';
import { bench } from './bench.ts';
import { engine } from './runner.ts';
import { sourceState } from './source.ts';
import { Store } from './store.ts';

interface PushState {
  readonly stream?: string;
  readonly isRunning: boolean;
  readonly pieces: number;
  readonly done: number;
  readonly stored: number;
  readonly failed: number;
  readonly dropped: number;
  readonly fault?: string;
}

const idle: PushState = { isRunning: false, pieces: 0, done: 0, stored: 0, failed: 0, dropped: 0 };

export const pushState = new Store<PushState>(idle);

let owner: string | undefined;
// A stream is of one source.
sourceState.subscribe(({ source }) => {
  if (source?._id !== owner) pushState.set(idle);
  owner = source?._id;
});

interface PushAnswer {
  readonly stored: number;
  readonly failed_count: number;
  readonly dropped_count: number;
}

/** Pushes go to this stream of the source from now on. */
export function usePushStream(stream: string): void {
  pushState.set({ ...idle, stream });
}

/** Opens a stream of the source. */
export async function openPushStream(): Promise<void> {
  const { source } = sourceState.value;
  if (!source) return;
  const { body } = await callApi<{ readonly _id: string }>('stream', {
    method: 'POST',
    body: { source: source._id, ...(source.name === undefined ? {} : { name: source.name }) },
  });
  usePushStream(body._id);
}

/**
 * Pushes all records. Each piece has a key of its stream, place and content: what a push before has stored is
 * not stored again, so whoever was interrupted pushes once more.
 */
export async function pushText(): Promise<void> {
  const { stream } = pushState.value;
  if (stream === undefined) return;
  const { text, input } = bench.value;
  try {
    const { pieces } = await engine.ask('pieces', {
      input: { ...input, text, limit: Number.MAX_SAFE_INTEGER },
    });
    pushState.set({ ...idle, stream, isRunning: true, pieces: pieces.length });
    for (const [index, piece] of pieces.entries()) {
      const { body } = await callApi<PushAnswer>(`stream/${stream}/record?items=failed`, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-ndjson',
          'idempotency-key': await keyOf(`${stream} ${index} ${piece}`),
        },
        body: piece,
      });
      pushState.update((state) => ({
        ...state,
        done: index + 1,
        stored: state.stored + body.stored,
        failed: state.failed + body.failed_count,
        dropped: state.dropped + body.dropped_count,
      }));
    }
    pushState.update((state) => ({ ...state, isRunning: false }));
  } catch (error) {
    pushState.update((state) => ({ ...state, isRunning: false, fault: (error as Error).message }));
  }
}

async function keyOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...hash.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
