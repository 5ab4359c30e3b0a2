/** The process that `npm start -- --gateway strict` forks: the gateway, with the functions in threads. It ends when its parent ends. */

import { readEmitted } from './gateway/emitted-functions.ts';
import { startGateway } from './gateway/gateway-server.ts';
import { refuseOtherHosts } from './loopback-hosts.ts';
import type { OfflineReply } from './offline-plugin.ts';
import { logRequests, noteProblems } from './request-log.ts';
import { guardFunctions, readResponseGuard } from './response-guard.ts';
import { showTypeErrors } from './type-header.ts';

process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal. The parent ends this one.
process.on('SIGINT', () => undefined);

logRequests();
showTypeErrors();
refuseOtherHosts();
const [emitted, guard] = await Promise.all([readEmitted(process.cwd()), readResponseGuard(process.cwd())]);
const functions = guardFunctions(emitted.functions, noteProblems(guard));
await startGateway({ ...emitted, functions, port: Number(process.argv[2]) });
process.send?.({ kind: 'done' } satisfies OfflineReply);
