/** `npm start` with resources of a project's own: the service of docs/headwater/aws-resources.md, behind both gateways. */

import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../../../../lib/headwater/tools/local/aws-emulator.ts';
import {
  environmentHint,
  localVariables,
  missingOnMachine,
} from '../../../../lib/headwater/tools/local/local-aws.ts';
import { until } from '../../../support/local-process.ts';
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
    const upload = await service.fetch(`/v1/invoice/${id}/file?size=4`, { method: 'POST' });
    const { url } = (await upload.json()) as { readonly url: string };
    const headers = { 'content-type': 'application/pdf' };
    expect((await fetch(url, { method: 'PUT', headers, body: '%PDF' })).status).toBe(200);
    service.child.kill();
    await service.exited;
  }
});

test('resources that the config declares while it runs are there without a new start', {
  tags: ['local'],
}, async () => {
  const folder = await makePageProject('docs/headwater/aws-resources.md');
  const service = await startLocal(folder, ['--watch']);
  const sources = globSync('{descriptors,handlers}/**/*.*', { cwd: folder });
  for (const path of ['headwater.config.ts', ...sources]) {
    const text = await readFile(join(folder, path), 'utf8');
    const renamed = text
      .replaceAll('byState', 'ofState')
      .replaceAll(/\b(files|uploads|audit)\b/g, (name) => `${name}Anew`);
    if (renamed !== text) await writeFile(join(folder, path), renamed);
  }
  const upload = () => service.fetch(`/v1/invoice/${'0'.repeat(24)}/file?size=4`, { method: 'POST' });
  await until(async () => ((await (await upload()).json()) as { url: string }).url.includes('filesanew'));
  const { url } = (await (await upload()).json()) as { readonly url: string };
  const headers = { 'content-type': 'application/pdf' };
  expect((await fetch(url, { method: 'PUT', headers, body: '%PDF' })).status).toBe(200);
  expect((await service.fetch('/v1/invoice')).status).toBe(200);
  service.child.kill();
  await service.exited;
});

test('the first resources of a project, and the values of .env, need no new start', {
  tags: ['local'],
}, async () => {
  const folder = await makePageProject('docs/headwater/secrets.md');
  const config = join(folder, 'headwater.config.ts');
  const descriptor = join(folder, 'descriptors/order.json');
  const handler = join(folder, 'handlers/order/pay.ts');
  const declared = await readFile(config, 'utf8');
  const used = await readFile(descriptor, 'utf8');
  await writeFile(config, 'export default {};');
  await writeFile(descriptor, used.replace(/, *"x-uses": [^\n]*|,\n *"x-uses": [^\n]*/, ''));
  await writeFile(handler, "export const handle = () => 'none';");
  const service = await startLocal(folder, ['--watch', '--gateway', 'strict']);
  const pay = async () => {
    const response = await service.fetch('/v1/order/payment', { method: 'POST' });
    return `${response.status} ${await response.text()}`;
  };
  const pays = (text: string) => until(async () => (await pay()).startsWith(text), service.output);
  await pays('201 "none"');
  await writeFile(config, declared.replace('secrets:', 'queues: { paid: {} },\n  secrets:'));
  await writeFile(
    descriptor,
    used.replace('"x-uses": [', '"x-uses": [{ "queue": "paid", "actions": ["send"] }, '),
  );
  await writeFile(
    handler,
    `import { paid, payment } from '#generated/aws.ts';
    export const handle = async (_input: object, _body: unknown, context: Parameters<typeof payment.value>[0]) => {
      const value = await payment.value(context);
      return \`\${new URL(paid.url).pathname} \${value}\`;
    };`,
  );
  await pays('501');
  for (const value of ['first', 'second']) {
    await writeFile(join(folder, '.env'), `SECRET_PAYMENT=${value}\n`);
    await pays(`201 "/000000000000/paid ${value}"`);
  }
  await rm(join(folder, '.env'));
  await pays('501');
  service.child.kill();
  await service.exited;
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
