/** Runs the schedules of the service in a process of their own, which works alike with both gateways. */

import { type FunctionProcess, startFunctionProcess } from './function-process.ts';
import type { Offline } from './offline.ts';

/** @throws LocalError if the process ends before it is ready. */
export function startSchedules(
  options: Pick<FunctionProcess, 'projectFolder' | 'environment'>,
): Promise<Offline> {
  return startFunctionProcess({ ...options, script: 'schedules-process.ts', arguments: [] });
}
