/**
 * A replay of more than 500 records on the deployed service: it ends by the stream of the table, or by its schedule.
 */

import { beforeAll, expect, test } from 'vitest';
import { openAccess } from '../../../lib/headwater/shared/access-settings.ts';
import { hostIn, projectIn, setAccess } from '../../headwater/ministack/deploy.ts';
import { type Ministack, startMinistack } from '../../headwater/ministack/ministack.ts';
import { send } from '../../headwater/run/gateways/client.ts';
import { until } from '../../support/local-process.ts';
import { copyProject } from '../../support/local-service.ts';

let ministack: Ministack;
let host: string;

beforeAll(async () => {
  ministack = await startMinistack();
  const project = await projectIn(await copyProject(), ministack);
  await setAccess(project, openAccess);
  await project.build();
  host = hostIn(await project.serverless('deploy'));
});

interface Answered {
  readonly status: number;
  /** Parsed; an empty object without a payload. */
  readonly body: Readonly<Record<string, unknown>>;
}

async function call(method: string, target: string, sent?: unknown): Promise<Answered> {
  const { status, body } = await send(ministack.port, {
    ...{ method, target },
    headers: [
      ['Host', host],
      ['Content-Type', method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'],
    ],
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  return { status, body: Object(body) };
}

const numbers = (batch: number) => Array.from({ length: 400 }, (_, n) => ({ n: batch * 400 + n }));

test('a replay is run by the functions that no request calls', async () => {
  const source = await call('POST', '/v1/source', {
    name: 'numbers',
    preprocessors: [{ type: 'fail', message: 'no' }],
  });
  const stream = await call('POST', '/v1/stream', { source: source.body['_id'], name: 'numbers' });
  const path = `/v1/stream/${stream.body['_id']}`;
  for (let batch = 0; batch < 3; batch++) await call('POST', `${path}/record`, numbers(batch));
  // The mistake is fixed.
  await call('PATCH', `/v1/source/${source.body['_id']}`, { preprocessors: [] });
  const begun = await call('POST', `${path}/replay-job`, { failures: true });
  expect(begun.status).toBe(202);
  const state = async () => (await call('GET', `${path}/replay-job/${begun.body['_id']}`)).body;
  await until(async () => (await state())['state'] !== 'running');
  expect(await state()).toMatchObject({ state: 'done', stored: 1_200, failed_count: 0 });
});
