// Ends the process if this Node.js is too old to run the framework. It runs before everything else, on every version of Node.js.
'use strict';

const { existsSync } = require('node:fs');
const { engines, name } = require('../package.json');

const numbersOf = (version) => version.split('.').map(Number);
const needed = engines.node.replace('>=', '');
const [major, minor] = numbersOf(process.versions.node);
const [neededMajor, neededMinor] = numbersOf(needed);

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  // The package `node` gets its program from a script, which `npm ci --ignore-scripts` leaves out.
  const isUnfinished = existsSync('node_modules/node') && !existsSync('node_modules/node/bin');
  const advice = isUnfinished
    ? '. This project brings its own, which an installation without scripts leaves out: npm rebuild node'
    : '';
  console.error(`${name} needs Node.js ${needed} or later, and this is ${process.versions.node}${advice}`);
  process.exit(1);
}
