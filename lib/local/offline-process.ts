/**
 * The process that `npm start` forks: the serverless command as it is, ended
 * when the one that forked it is gone, however that came about.
 */

import { createRequire } from 'node:module';

process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal; the forking one ends this one.
process.on('SIGINT', () => undefined);

process.argv[1] = 'serverless';
createRequire(import.meta.url)('serverless/bin/serverless.js');
