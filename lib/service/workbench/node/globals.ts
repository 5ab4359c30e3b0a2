/** The globals of Node.js that the engine uses, for a browser. */

import { Buffer } from 'buffer';
import { createHash } from './crypto.ts';

export { Buffer };

/** A browser tells nothing of the processor's time: it is the time on the clock. */
export const process = {
  env: {} as Readonly<Record<string, string | undefined>>,
  hrtime: (): [number, number] => {
    const ms = performance.now();
    return [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];
  },
  threadCpuUsage: () => ({ user: performance.now() * 1_000, system: 0 }),
  getBuiltinModule: () => ({ createHash }),
};
