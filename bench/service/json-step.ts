/**
 * Compares the step `json` with JSON.parse of the same text: lines of logs, and texts that the step must read itself.
 *
 *   npx node bench/service/json-step.ts
 */

import type { DataRecord } from '../../lib/ingest/base/record.ts';
import { compilePipeline } from '../../lib/ingest/engine/compile.ts';
import { runPipeline } from '../../lib/ingest/engine/run.ts';
import { full } from '../smallest.ts';

const rounds = full(15, { smallest: 1 });
const records = full(500, { smallest: 5 });

const access = {
  time: '2024-05-01T12:00:00.123Z',
  remote_addr: '203.0.113.9',
  request: 'GET /cart?item=17 HTTP/1.1',
  status: 200,
  body_bytes_sent: 5316,
  request_time: 0.013,
  user_agent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36',
};
const audit = {
  kind: 'Event',
  auditID: 'e9d7c1f2-4b7a-4a0e-9d0e-3f1f4cbb2b11',
  stages: ['RequestReceived', 'ResponseComplete'],
  user: { username: 'system:serviceaccount:shop:cart', groups: ['system:authenticated', 'shop'] },
  objectRef: { resource: 'pods', namespace: 'shop', name: 'cart-7d4b', apiVersion: 'v1' },
  responseStatus: { metadata: {}, code: 200 },
  annotations: { 'authorization.k8s.io/decision': 'allow', 'authorization.k8s.io/reason': '' },
};

const texts: readonly [name: string, text: string][] = [
  ['access log', JSON.stringify(access)],
  ['audit log', JSON.stringify(audit)],
  ['audit log, indented', JSON.stringify(audit, undefined, 2)],
  ['message with escapes', JSON.stringify({ level: 'error', message: 'at "a"\n\tat \\b\\c\n'.repeat(20) })],
  ['a long integer', JSON.stringify(access).replace('5316', '9007199254740993')],
  ['a comment', `${JSON.stringify(access)} // from the proxy`],
];

function stepOver(text: string): () => unknown {
  const compiled = compilePipeline([{ type: 'json', field: 'message', target_field: 'read' }]);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  const { pipeline } = compiled;
  const batch = Array.from({ length: records }, (): DataRecord => ({ message: text }));
  return () => runPipeline(pipeline, batch);
}

/** The same batch without a step: what the engine takes for any record. */
function engineOver(text: string): () => unknown {
  const compiled = compilePipeline([{ type: 'set', field: 'read', value: 1 }]);
  if ('issues' in compiled) throw new Error(JSON.stringify(compiled.issues));
  const { pipeline } = compiled;
  const batch = Array.from({ length: records }, (): DataRecord => ({ message: text }));
  return () => runPipeline(pipeline, batch);
}

function parseOf(text: string): () => unknown {
  const plain = text.replace(/ \/\/.*/, '');
  return () => Array.from({ length: records }, () => JSON.parse(plain));
}

console.log('                       bytes  JSON.parse        step   of it');
for (const [name, text] of texts) {
  const runs = [parseOf(text), stepOver(text), engineOver(text)];
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  // They take turns, so a slow period of the machine affects all of them.
  for (let round = 0; round < rounds * 4; round++)
    for (const [at, run] of runs.entries()) best[at] = Math.min(best[at] ?? 0, time(run));
  const [parse = 0, step = 0, engine = 0] = best.map((ms) => (ms * 1_000) / records);
  const us = (value: number) => `${value.toFixed(2)} us`.padStart(12);
  const ratio = `x${((step - engine) / parse).toFixed(1)}`.padStart(8);
  console.log(name.padEnd(21), String(text.length).padStart(6) + us(parse) + us(step - engine) + ratio);
}

/** In milliseconds of CPU time. */
function time(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
