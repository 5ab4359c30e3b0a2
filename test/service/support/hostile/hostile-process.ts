/** Sends each hostile input of its parent, and responds with the outcome of the requests. */

import { loadHostileFunctions } from './hostile-functions.ts';
import type { HostileInput, RandomInput } from './hostile-input.ts';
import { randomInput } from './random-inputs.ts';

const run = await loadHostileFunctions();
// The first request of a function takes longer than those that follow.
for (const operation of [
  'preview',
  'push',
  'mapping',
  'fields',
  'sample',
  'query',
  'replay',
  'request',
] as const)
  await run({
    name: 'first',
    operation,
    preprocessors: [{ type: 'trim', field: 'a' }],
    records: [{ a: 'a' }],
  });

process.on('message', async (sent: HostileInput | RandomInput) => {
  try {
    const input = 'seed' in sent ? randomInput(sent) : sent;
    process.send?.({ name: input.name, ...(await run(input)) });
  } catch (cause) {
    process.send?.({ failure: cause instanceof Error ? (cause.stack ?? '') : String(cause) });
  }
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
