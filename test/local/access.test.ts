/**
 * Who reaches `npm start` on this machine, over both gateways.
 *
 * @module-tag long
 */

import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copySourceProject, type LocalService, startLocal } from '../support/local-service.ts';

/** A name that a shell would take apart. */
const dataFolder = "it's mine";

let project: string;

beforeAll(async () => {
  project = await copySourceProject();
});

describe.each(['offline', 'strict'])('over the gateway %s', (gateway) => {
  let service: LocalService;

  beforeAll(async () => {
    const options = ['--auth', '--data', dataFolder];
    service = await startLocal(project, ['--gateway', gateway, ...options]);
  });

  // The next one opens the same data.
  afterAll(async () => {
    service.child.kill('SIGINT');
    await service.exited;
  });

  test('the command that the screen shows makes a token that the service accepts', async () => {
    const [, command = ''] = /needs a token: (.*)/.exec(service.output()) ?? [];
    expect(command).toContain('npx headwater token --scopes "source:read');
    const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
    const run = promisify(execFile)('sh', ['-c', command], { cwd: project, env: { ...process.env, PATH } });
    const headers = { authorization: `Bearer ${(await run).stdout.trim()}` };
    expect((await service.fetch('/v1/source', { headers })).status).toBe(200);
  });
});
