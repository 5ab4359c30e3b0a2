/**
 * Deploys the service of docs/headwater/tutorial.md, and calls it as the page says.
 */

import { expect, test } from 'vitest';
import { headwater } from '../../support/command.ts';
import { examplesIn } from '../../support/documentation.ts';
import { writeFiles } from '../../support/project.ts';
import { startTutorial } from '../../support/tutorial.ts';
import { send } from '../run/gateways/client.ts';
import { hostIn, projectIn } from './deploy.ts';
import { startMinistack } from './ministack.ts';

test('what docs/headwater/tutorial.md has built is deployed, and its key is let in', async () => {
  const { page, folder, files } = await startTutorial();
  const [deploy = '', makeKey = '', call = ''] = examplesIn(page, 'console deployed').map(
    ({ command }) => command,
  );
  await writeFiles(folder, Object.fromEntries(files));
  const ministack = await startMinistack();
  const project = await projectIn(folder, ministack);
  await project.build();
  const host = hostIn(await project.serverless(...deploy.split(' ').slice(2)));

  // For the command.
  Object.assign(process.env, ministack.environment);
  const [, scopes = ''] = /"(.*)"/.exec(makeKey) ?? [];
  const args = makeKey.replace(`"${scopes}"`, 'SCOPES').split(' ').slice(2);
  const made = await headwater(folder, [...args.map((arg) => (arg === 'SCOPES' ? scopes : arg)), '--json']);
  const { key }: { key: string } = JSON.parse(made.output);

  const [, body = ''] = /-d '(.*)'/.exec(call) ?? [];
  const request = (headers: readonly (readonly [string, string])[]) =>
    send(ministack.port, {
      method: 'POST',
      target: '/v1/bookmark',
      headers: [
        ['Host', host],
        ['Content-Type', 'application/json'],
        ...headers.map(([name, value]) => [name, value] as [string, string]),
      ],
      body,
    });
  expect((await request([])).status).toBe(401);
  const { status, text } = await request([['X-Api-Key', key]]);
  expect([status, JSON.parse(text)]).toEqual([201, expect.objectContaining(JSON.parse(body))]);
});
