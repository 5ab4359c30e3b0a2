/** An engine with which somebody else changes an item before each write of the functions that use it. */

import { startEngineProxy } from './engine-proxy.ts';

export interface ConflictingEngine {
  readonly endpoint: string;
  /** Called before each write of an item whose key contains the text, until the run has ended. */
  compete(text: string, step: () => Promise<unknown>, run: () => Promise<unknown>): Promise<void>;
}

/**
 * @param endpoint of the engine that performs all requests.
 * @param onRequest gets the command of each, such as `PutItem`, and its input as JSON.
 */
export async function startConflictingEngine(
  endpoint: string,
  onRequest: (command: string, body: string) => void = () => undefined,
): Promise<ConflictingEngine> {
  const competitors = new Map<string, () => Promise<unknown>>();
  const own = await startEngineProxy(endpoint, async ({ name, body, perform }) => {
    onRequest(name, body);
    const isWrite = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'].includes(name);
    const key = [...competitors.keys()].find((text) => isWrite && body.includes(text));
    const step = key === undefined ? undefined : competitors.get(key);
    if (key !== undefined && step) {
      // Its own writes are not competed with.
      competitors.delete(key);
      await step().finally(() => competitors.set(key, step));
    }
    return perform();
  });
  return {
    endpoint: own,
    compete: async (text, step, run) => {
      competitors.set(text, step);
      await run().finally(() => competitors.delete(text));
    },
  };
}
