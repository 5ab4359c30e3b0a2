/**
 * Runs dynalite in its own process, with its data in the folder of the first argument, or in memory. Sends its port as a
 * message, and exits with its parent.
 */

import { startDynamodb } from '../../lib/headwater/tools/local/dynamodb.ts';

const { port } = await startDynamodb(process.argv[2]);
process.send?.(port);
process.on('disconnect', () => process.exit());
