#!/usr/bin/env node
// CommonJS without new syntax, so that an older Node.js comes as far as the check.
'use strict';

require('./check-node.cjs');
// V8 compiles each module once, not at each start.
require('node:module').enableCompileCache();

// TypeScript in the repository, JavaScript in the package: exports of package.json say which.
const program = 'headwater/internal/cli';
import(program);
