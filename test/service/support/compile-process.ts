/** Compiles each expression of its parent for all kinds of texts, and sends the time of the processor that this took. */

import { runInThisContext } from 'node:vm';
import { buildRegex } from '../../../lib/ingest/text/regex.ts';

/** V8 compiles at the first and second match, once for texts of Latin-1 and once for others. */
const texts = ['b', 'b', '\u4e00', '\u4e00'];

const shared = globalThis as { match?: () => unknown };

process.on('message', (source: string) => {
  const start = process.cpuUsage();
  let refusal: string | undefined;
  try {
    const { regex } = buildRegex(source, 'u');
    for (const text of texts) {
      shared.match = () => regex.exec(text);
      matchWithin();
    }
  } catch (cause) {
    refusal = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  }
  const { user, system } = process.cpuUsage(start);
  process.send?.({ cpuMs: (user + system) / 1_000, refusal });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** Matching may take exponential time, too, which is limited elsewhere. */
function matchWithin(): void {
  try {
    runInThisContext('globalThis.match()', { timeout: 50 });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'))
      throw cause;
  }
}
