/** Every bench of the service runs at its smallest size, and prints its figures. */

import { type Bench, testBenches } from '../../support/benches.ts';

const benches: readonly Bench[] = [
  ['commit.ts', ['5'], [/^reserve, commit, settle +8 +3\.0 +0\.0 +0 /m, /^the head in the transaction +8 /m]],
  [
    'cold-start.ts',
    ['--smallest'],
    // The client exists only after `npm run test:runtime`.
    [/^skipped: |^preprocessor-list .*\n {2}before .* x1\.00\n {2}after( +\d+\.\d ms +x\d+\.\d\d){3}$/m],
  ],
  [
    'functions.ts',
    ['--smallest'],
    [
      /^list +KB +gzip +import ms +cold ms +heap MB +valid us +invalid us$/m,
      /^ {2}bare, the client of its packages( +\d+\.\d+){6} +-$/m,
      /^ {2}source-create( +\d+\.\d+ x\d+\.\d\d){6} +-$/m,
    ],
  ],
  [
    'hostile.ts',
    ['--smallest'],
    [/^4 inputs, seed 1; the slowest/m, /^ +\d+ ms {2}[a-z]+-\w+ +\w/m, /^\d of 4 are too slow/m],
  ],
  ['histogram.ts', ['1000', '100'], [/^1000 records, 100 a push/m, /^errors +\d+ +\d+ +\d+ .* exact /m]],
  ['hot.ts', ['20'], [/^20 creates, 1 shard: \d+\.\d units each$/m, /^ {2}s!? +\d\.\d\d +\d+$/m]],
  ['search-lists.ts', ['100'], [/^(?:Skipped: |format:csv +engine +1 +\d+\.\d +\d+\.\d {2}2$)/m]],
  ['json-step.ts', ['--smallest'], [/^access log +\d+( +-?\d+\.\d\d us){2} +x-?\d+\.\d$/m, /^a comment /m]],
  [
    'list.ts',
    ['100'],
    [
      /^a page of ten, 100 sources /m,
      /^ {2}the newest +\d+\.\d +\d+ +\d+\.\d +100$/m,
      /^ {2}create with 5 tags +\d+\.\d +\d+ /m,
      /^a page of ten, 100 sources, 16 shards /m,
    ],
  ],
  [
    'preprocess.ts',
    ['--smallest'],
    [
      /^nginx, grok +\d+k +\d+k +x\d+\.\d\d +\d+k +x\d+\.\d\d +x\d+\.\d\d +\d+\.\d ms$/m,
      /^CSV /m,
      /^bundle of the engine +[1-9]\d* KB, imported in \d+\.\d ms$/m,
    ],
  ],
  [
    'push-profile.ts',
    ['--smallest'],
    [
      /^CPU of a push of 500 lines, in ms, by a profile of 50 pushes:$/m,
      /^ {2}the rest of the function +\d+\.\d\d$/m,
    ],
  ],
  [
    'random-requests.ts',
    ['100'],
    [
      /^100 requests, seed 20260101$/m,
      /^ +100 +\d+ +\d+\.\d$/m,
      /^heap growth .*: -?\d+\.\d MB$/m,
      /^200: \d+ /m,
    ],
  ],
  [
    'loop.ts',
    ['--smallest'],
    [/^(?:(?:first start|later start|handler|descriptor) +\d+ +\d+ +\d+\.\d\n){4}unit: /m],
  ],
  [
    'streams.ts',
    ['1000'],
    [
      /^1000 records of 500 bytes, 500 a push, in \d+\.\d s, \d+\.\d ms a push$/m,
      /^ {2}preprocess +\d+\.\d\d ms +\d+ %$/m,
      /^ {2}write +-?\d+\.\d\d ms +-?\d+ %$/m,
      /^write units per 1,000 records: \d+\.\d$/m,
      /^page of 50 at the end +\d+\.\d units, \d+ requests$/m,
      /^heap growth over the last nine tenths: -?\d+\.\d MB$/m,
    ],
  ],
  [
    'store.ts',
    ['--smallest'],
    [
      /^create +1 +16 +\d+ +\d+ +\d\.\d\d$/m,
      /^change of a tag +2 +11 +\d+ +\d+ +\d\.\d\d$/m,
      /^list of ten with its total +3 +13\.5 +\d+ +\d+ +\d\.\d\d$/m,
      /^remove +2 +\d+$/m,
    ],
  ],
  ['start-up.ts', ['--smallest'], [/^source-create\n( {2}.* \d+ KB +\d+\.\d ms +x\d+\.\d\d\n){4}/m]],
  [
    'suggestions.ts',
    ['1', '2'],
    [/^known formats +score/m, /^layout 2 +(?: +\d\.\d\d){6} +\d+\.\d/m, /^mean 0\.\d{3}, median time/m],
  ],
];

testBenches({
  folder: 'bench/service',
  benches,
  tags: ['project', 'property'],
  slow: ['list.ts', 'loop.ts', 'random-requests.ts', 'search-lists.ts', 'start-up.ts'],
});
