/** The commands of a page that lead from an empty account to a first request. */

import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { send } from '../run/gateways/client.ts';
import { type Project, quickPolling } from './deploy.ts';
import type { Ministack } from './ministack.ts';

/** Runs what follows `aws configure`: the project has its packages, and the environment has credentials. The request finds nothing. */
export async function expectFirstRequest(
  page: string,
  { folder }: Pick<Project, 'folder'>,
  ministack: Ministack,
): Promise<void> {
  const [, before = '', commands = ''] = /```sh\n([^`]*)aws configure\n(.*?)```/s.exec(page) ?? [];
  expect(`${before}${commands}`.trim().split('\n').length).toBeLessThanOrEqual(10);
  const bin = join(folder, 'bin');
  await mkdir(bin);
  // Names of AWS do not lead to MiniStack.
  await writeFile(join(bin, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const path = [bin, join(folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const env = { ...process.env, ...ministack.environment, ...quickPolling, PATH: path };
  const script = ['set -eo pipefail', commands].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env });
  const [url = '', option, header = ''] = stdout.trim().split('\n').slice(-3);
  expect(option).toBe('-H');
  const { host, pathname: target } = new URL(url);
  const [api] = host.split('.');
  const headers: [string, string][] = [['Host', `${api}.execute-api.localhost`]];
  const [name = '', key = ''] = header.split(': ');
  expect(await send(ministack.port, { target, headers })).toMatchObject({ status: 401 });
  const answer = await send(ministack.port, { target, headers: [...headers, [name, key]] });
  expect(answer).toMatchObject({ status: 200, body: { hits: [] } });
}
