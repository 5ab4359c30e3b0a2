/** The process that runs schedules and consumers, when its parent asks it to: `event-sources.ts` decides when that is. */

import { setEnvironmentData } from 'node:worker_threads';
import { foldsRepetitions } from './function-console.ts';
import { readEmitted } from './gateway/emitted-functions.ts';
import { invoke } from './gateway/invoke-function.ts';
import { debuggingMs } from './gateway/time-limit.ts';
import type { OfflineReply } from './offline-plugin.ts';

export interface InvokeRequest {
  readonly kind: 'invoke';
  readonly call: number;
  readonly id: string;
  readonly event: object;
}

export interface InvokeReply {
  readonly kind: 'invoked';
  readonly call: number;
  /** The value of the function as JSON; absent if it has failed. */
  readonly payload?: string | undefined;
}

/** Lambda's default. */
const usualMs = 3_000;

process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal. The parent ends this one.
process.on('SIGINT', () => undefined);

setEnvironmentData(foldsRepetitions, true);
const { functions, timeoutsMs } = await readEmitted(process.cwd());
process.on('message', (request: InvokeRequest) => void answer(request));
process.send?.({ kind: 'done' } satisfies OfflineReply);

async function answer({ call, id, event }: InvokeRequest): Promise<void> {
  const load = functions.get(id);
  const timeoutMs = debuggingMs() ?? timeoutsMs.get(id) ?? usualMs;
  const payload = load && (await invoke(load, event, timeoutMs));
  process.send?.({ kind: 'invoked', call, payload } satisfies InvokeReply);
}
