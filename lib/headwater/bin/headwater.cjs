#!/usr/bin/env node
// In CommonJS, and without new syntax: an older Node.js must get as far as the check.
'use strict';

require('./check-node.cjs');

import('headwater/internal/cli');
