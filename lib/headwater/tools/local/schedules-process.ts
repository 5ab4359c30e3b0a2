/**
 * The process that runs the schedules of the service, one after the other. The local table has no stream, so consumers
 * are never called. Schedules do their work, too, and run locally every second instead of every minute.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { setEnvironmentData } from 'node:worker_threads';
import { eventsOf } from '../../compile/aws/functions/function-routes.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { foldsRepetitions } from './function-console.ts';
import { readEmitted } from './gateway/emitted-functions.ts';
import { invoke } from './gateway/invoke-function.ts';
import { debuggingMs } from './gateway/time-limit.ts';
import type { OfflineReply } from './offline-plugin.ts';
import { scheduledEvent } from './scheduled-event.ts';

const everyMs = 1_000;

process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal. The parent ends this one.
process.on('SIGINT', () => undefined);

setEnvironmentData(foldsRepetitions, true);
const { functions, settings, timeoutsMs } = await readEmitted(process.cwd());
const schedules = Object.entries(settings).flatMap(([id, each]) => {
  const { when } = each;
  const isOn = typeof when !== 'string' || Boolean(process.env[when]);
  const load = functions.get(id);
  const isSchedule = eventsOf(each).some((event) => Object.hasOwn(membersOf(event), 'schedule'));
  return isSchedule && isOn && load ? [{ load, timeoutMs: timeoutsMs.get(id) ?? everyMs }] : [];
});
process.send?.({ kind: 'done' } satisfies OfflineReply);

for (;;) {
  for (const { load, timeoutMs } of schedules) {
    await invoke(load, scheduledEvent(Date.now()), debuggingMs() ?? timeoutMs);
  }
  await wait(everyMs);
}
