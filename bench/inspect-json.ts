/**
 * Compares the cost of a body with JSON.parse: with the check that it is plain, with the inspection of what is not,
 * and with the body parser of middy as it is published, whose reviver visits every member.
 *
 *   npx node bench/inspect-json.ts
 */

import { jsonParseProtectProto } from '@middy/util';
import { inspectJson } from '../lib/headwater/shared/json/inspect-json.ts';
import { isPlainJson } from '../lib/headwater/shared/json/plain-json.ts';
import { full } from './smallest.ts';

const rounds = full(15, { smallest: 1 });

const source = {
  name: 'access log',
  description: 'What the servers of the shop were asked, one line per request',
  tags: ['web', 'shop', 'eu-central-1'],
  format: 'text',
  preprocessors: [
    { type: 'grok', field: 'message', patterns: ['%{COMBINEDAPACHELOG}'], break_on_match: true },
    { type: 'date', field: 'timestamp', formats: ['dd/MMM/yyyy:HH:mm:ss Z'], timezone: 'UTC', priority: 3 },
  ],
};

const bodies: readonly [name: string, text: string][] = [
  ['a source', JSON.stringify(source)],
  ['1,000 sources', JSON.stringify(Array.from({ length: 1_000 }, () => source))],
  ['1 MB of text', JSON.stringify({ text: 'x'.repeat(1_000_000) })],
  ['1 MB of escapes', JSON.stringify({ text: '"\\\n'.repeat(170_000) })],
  ['100,000 numbers', JSON.stringify(Array.from({ length: 100_000 }, (_, n) => n * 7.5))],
  [
    '50,000 members',
    JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`m${n}`, n]))),
  ],
];

const steps: readonly ((text: string) => unknown)[] = [
  (text) => JSON.parse(text),
  (text) => isPlainJson(JSON.parse(text), text),
  (text) => inspectJson(text),
  (text) => jsonParseProtectProto(text, undefined, 'bench'),
];

console.log('                      bytes    JSON.parse       check  of it     inspect    body parser');
for (const [name, text] of bodies) {
  const runs = Math.max(1, Math.round(full(2_000_000, { smallest: 1 }) / text.length));
  const times = steps.map(() => [] as number[]);
  // Steps take turns, so a slow period of the machine affects all of them.
  for (let round = 0; round < rounds; round++) {
    for (const [at, step] of steps.entries()) times[at]?.push(time(() => step(text), runs));
  }
  const [parse = 0, check = 0, inspect = 0, parser = 0] = times.map(median);
  const us = (value: number) => `${value.toFixed(1)} us`.padStart(12);
  const ratio = `x${(check / parse).toFixed(2)}`.padStart(6);
  console.log(
    name.padEnd(18),
    String(text.length).padStart(8),
    us(parse),
    us(check),
    ratio,
    us(inspect),
    us(parser),
  );
}

/** Microseconds per run. */
function time(step: () => unknown, runs: number): number {
  const start = performance.now();
  for (let run = 0; run < runs; run++) step();
  return ((performance.now() - start) * 1_000) / runs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
