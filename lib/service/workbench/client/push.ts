/** Opens a stream of the source, and pushes the whole text to it, piece by piece. */

import { omitUndefined } from 'headwater/json';
import { TextContent } from '#generated/client.ts';
import { api, unwrap } from './api.ts';
import { bench, readingOf } from './bench.ts';
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

/** Pushes go to this stream of the source from now on. */
export function usePushStream(stream: string): void {
  pushState.set({ ...idle, stream });
}

/** Opens a stream of the source. */
export async function openPushStream(): Promise<void> {
  const { source } = sourceState.value;
  if (!source) return;
  const { _id: id, name } = source;
  const opened = await unwrap(api.stream.create({ body: { source: id, ...omitUndefined({ name }) } }));
  usePushStream(opened._id);
}

/**
 * Pushes all records. Each piece has a key of its stream, place and content: what a push before has stored is
 * not stored again, so whoever was interrupted pushes once more.
 */
export async function pushText(): Promise<void> {
  const { stream } = pushState.value;
  if (stream === undefined) return;
  try {
    const { pieces } = await engine.ask('pieces', {
      input: readingOf({ ...bench.value, limit: Number.MAX_SAFE_INTEGER }),
    });
    pushState.set({ ...idle, stream, isRunning: true, pieces: pieces.length });
    for (const [index, piece] of pieces.entries()) {
      const pushed = await unwrap(
        api.stream.push({
          id: stream,
          items: 'failed',
          'Idempotency-Key': await keyOf(`${stream} ${index} ${piece}`),
          body: new TextContent('application/x-ndjson', piece),
        }),
      );
      pushState.update((state) => ({
        ...state,
        done: index + 1,
        stored: state.stored + pushed.stored,
        failed: state.failed + pushed.failed_count,
        dropped: state.dropped + pushed.dropped_count,
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
