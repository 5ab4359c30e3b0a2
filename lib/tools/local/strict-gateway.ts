/** The gateway that shapes requests and responses as AWS does, in a process of its own. */

import { startFunctionProcess } from './function-process.ts';
import type { Offline, OfflineOptions } from './offline.ts';

/** @throws LocalError if the process ends before it is ready. */
export function startStrict(options: Omit<OfflineOptions, 'lambdaPort'>): Promise<Offline> {
  return startFunctionProcess({
    ...options,
    script: 'strict-process.ts',
    arguments: [String(options.httpPort)],
  });
}
