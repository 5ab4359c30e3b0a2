/** `npm start` with resources of a project's own: the service of docs/headwater/aws-resources.md, behind both gateways. */

import { expect, test } from 'vitest';
import { startEmulator } from '../../../../lib/headwater/tools/local/aws-emulator.ts';
import {
  environmentHint,
  localVariables,
  missingOnMachine,
} from '../../../../lib/headwater/tools/local/local-aws.ts';
import { startLocal } from '../../../support/local-service.ts';
import { makePageProject } from '../../../support/page-project.ts';

test('an index, a table, a bucket and a queue work behind both gateways', {
  tags: ['local'],
}, async () => {
  const folder = await makePageProject('docs/headwater/aws-resources.md');
  for (const gateway of ['offline', 'strict']) {
    const service = await startLocal(folder, ['--gateway', gateway]);
    const customer = gateway;
    const created = await service.fetch('/v1/invoice', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer, total: 1 }),
    });
    const { _id: id } = (await created.json()) as { readonly _id: string };
    const open = await (await service.fetch('/v1/invoice')).json();
    expect(open).toContainEqual({ customer, total: 1 });
    const upload = await service.fetch(`/v1/invoice/${id}/file`, { method: 'POST' });
    const { url } = (await upload.json()) as { readonly url: string };
    const headers = { 'content-type': 'application/pdf' };
    expect((await fetch(url, { method: 'PUT', headers, body: '%PDF' })).status).toBe(200);
    service.child.kill();
    await service.exited;
  }
});

test('without the emulator, the start names each resource, and the accessor says what to install', async () => {
  const settings = {
    buckets: { files: {} },
    queues: { uploads: {} },
    secrets: { payment: { ssm: '/payment' } },
  };
  const emulator = await startEmulator('/', settings);
  expect(emulator).toBeUndefined();
  const variables = localVariables(settings, {
    serviceTable: 'headwater-dev',
    emulator,
    values: {},
    hintFor: environmentHint,
  });
  const install = '"npm install --save-dev fauxqs" brings one to this machine, too.';
  expect(variables).toEqual({
    BUCKET_FILES: `missing:The bucket files is only on AWS. ${install}`,
    QUEUE_UPLOADS: `missing:The queue uploads is only on AWS. ${install}`,
    SECRET_PAYMENT: 'missing:.env has no SECRET_PAYMENT, the value of the secret payment on this machine.',
  });
  expect(missingOnMachine(variables)).toHaveLength(4);
  expect(missingOnMachine({ SECRET_PAYMENT: 'value:sk' })).toEqual([]);
});
