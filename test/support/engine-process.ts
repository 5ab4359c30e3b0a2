/** Runs dynalite in its own process, in memory. Sends its port as a message, and exits with its parent. */

import { startDynamodb } from '../../lib/tools/local/dynamodb.ts';

const { port } = await startDynamodb();
process.send?.(port);
process.on('disconnect', () => process.exit());
