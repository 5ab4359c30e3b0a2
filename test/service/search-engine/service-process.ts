/**
 * The emitted functions in a process of their own, which a test ends with signal 9: they take numbered records, and deliver
 * them as the consumer of the table's stream does.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { lambdaContext } from '../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { httpApiEvent } from '../../support/event.ts';
import { repository } from '../../support/repository.ts';

export interface ServiceTask {
  readonly stream: string;
  /** The first push that is not acknowledged, and the number of all. */
  readonly from: number;
  readonly pushes: number;
  /** How many records a push has. They are numbered through all pushes, from 1. */
  readonly size: number;
  /** The clock is so many milliseconds late: leases of the process before are over. */
  readonly lateMs: number;
}

const task: ServiceTask = JSON.parse(process.argv[2] ?? '');
const systemNow = Date.now;
Date.now = () => systemNow() + task.lateMs;

async function load(id: string) {
  const { handler } = await import(`${repository}/.generated/bundles/${id}/index.mjs`);
  return (event: object) => {
    const end = Date.now() + 60_000;
    return handler(event, lambdaContext({ getRemainingTimeInMillis: () => end - Date.now() }));
  };
}

const push = await load('stream-push');
const deliver = await load('stream-deliverStream');

const path = `/v1/stream/${task.stream}/record`;
const change = { dynamodb: { Keys: { pk: { S: `stream/${task.stream}` }, sk: { S: 'log' } } } };

async function pushAll(): Promise<void> {
  for (let at = task.from; at < task.pushes; ) {
    const lines = Array.from({ length: task.size }, (_, index) => `{"raw":${at * task.size + index + 1}}\n`);
    const event = httpApiEvent({
      method: 'POST',
      url: path,
      pathParameters: { id: task.stream },
      headers: { 'content-type': 'application/x-ndjson', 'idempotency-key': `push-${at}` },
      body: lines.join(''),
    });
    const { statusCode, body } = await push(event);
    if (statusCode === 200 || statusCode === 201) process.send?.(++at);
    else if (statusCode === 409 || statusCode >= 500) await wait(200);
    else throw new Error(`${statusCode}: ${body}`);
  }
}

async function deliverAlways(): Promise<never> {
  for (;;) {
    await deliver({ Records: [{ ...change, eventID: '1' }] });
    await wait(100);
  }
}

await Promise.all([pushAll(), deliverAlways()]);
