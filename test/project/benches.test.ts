/** Every bench of the framework runs at its smallest size, and prints its figures. */

import { type Bench, testBenches } from '../support/benches.ts';

const benches: readonly Bench[] = [
  [
    'client.ts',
    ['--smallest'],
    [
      /^bundle, KB +\d+\.\d +\d+\.\d \(x\d\.\d\d\)/m,
      /^import \+ 3 requests, ms +\d+\.\d /m,
      /^put \+ get \+ query, CPU us +\d+\.\d /m,
    ],
  ],
  [
    'corpus.ts',
    ['test/headwater/compile/golden/bare/descriptors'],
    [/^1 sets: 1 accepted/m, /^0 operations skipped, 1 run: [1-9]\d* calls right, 0 wrong$/m],
  ],
  [
    'descriptors.ts',
    ['--smallest'],
    [
      /^check, plan, emit +\d+ ms/m,
      /^whole build +\d+ ms/m,
      /^memory, .* [1-9]\d* MB/m,
      /^after a change of a handler +\d+ ms/m,
      /^new process, handler changed +\d+ ms/m,
    ],
  ],
  [
    'functions.ts',
    ['--smallest', '--peers'],
    [
      /^(?:The other frameworks are not installed| {2}hono( +\d+\.\d+ x\d+\.\d\d){6} +\d+\.\d\d$)/m,
      /^list +KB +gzip +import ms +cold ms +heap MB +valid us +invalid us$/m,
      /^ {2}bare( +\d+\.\d+){6} +-$/m,
      /^ {2}this project( +\d+\.\d+ x\d+\.\d\d){6} +\d+\.\d\d$/m,
    ],
  ],
  ['hostile-descriptors.ts', ['--smallest'], [/^baseline: \d+ ms, \d+ MB/m, /^a YAML bomb.* -?\d+ +-?\d+/m]],
  ['inspect-json.ts', ['--smallest'], [/^a source +365( +\d+\.\d us){2} +x\d+\.\d\d( +\d+\.\d us){2}$/m]],
];

testBenches({
  folder: 'bench',
  benches,
  tags: ['project', 'property'],
  parts: ['descriptor-set.ts', 'engine.ts', 'smallest.ts'],
  slow: ['descriptors.ts'],
});
