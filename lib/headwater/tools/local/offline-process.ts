/**
 * The process that `npm start` forks: the serverless command. It ends when its
 * parent ends, for whatever reason.
 */

import { createRequire } from 'node:module';

process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal. The parent ends this one.
process.on('SIGINT', () => undefined);

process.argv[1] = 'serverless';
createRequire(import.meta.url)('serverless/bin/serverless.js');
