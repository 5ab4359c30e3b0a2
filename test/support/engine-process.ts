/** Runs dynalite in its own process, in memory. Sends its port as a message, and exits with its parent. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import dynalite from 'dynalite';

const server = dynalite({ createTableMs: 0 });
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
process.on('disconnect', () => process.exit());
