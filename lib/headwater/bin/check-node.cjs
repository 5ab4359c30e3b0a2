// Ends the process if its Node.js is too old for the framework. An older one must be able to run this file.
'use strict';

// biome-ignore lint/style/useNodejsImportProtocol: Node.js 12 does not know the protocol.
const { existsSync } = require('fs');
const { engines, name } = require('../package.json');

const needed = engines.node.replace('>=', '');
const found = process.versions.node;

if (isBefore(found.split('.').map(Number), needed.split('.').map(Number))) {
  console.error(`${name} needs Node.js ${needed} or later; this is Node.js ${found}.${advice()}`);
  process.exit(1);
}

function isBefore(one, other) {
  return one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
}

/** A project may depend on the package `node`. An installation without scripts leaves its program out. */
function advice() {
  const isIncomplete = existsSync('node_modules/node') && !existsSync('node_modules/node/bin');
  return isIncomplete ? ' To install that of this project: npm rebuild node' : '';
}
