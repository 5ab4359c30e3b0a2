/**
 * Tests who may send requests to `npm start` on this machine, over both gateways.
 *
 * @module-tag local
 */

import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDatabase } from '../../../lib/headwater/tools/local/running-database.ts';
import { send } from '../../headwater/run/gateways/client.ts';
import { type LocalService, startLocal } from '../../support/local-service.ts';
import { copySourceProject } from '../support/source-project.ts';

/** A name that a shell would take apart. */
const dataFolder = "it's mine";

let project: string;

beforeAll(async () => {
  project = await copySourceProject();
});

describe.each(['offline', 'strict'])('over the gateway %s', (gateway) => {
  let service: LocalService;

  beforeAll(async () => {
    const options = ['--auth', '--data', dataFolder, '--allow-host', 'dev.example.com', '--allow-host', 'b'];
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

  test.each([
    'localhost',
    'LOCALHOST:1',
    '127.0.0.1',
    '127.0.0.1:3000',
    '[::1]',
    '[::1]:3000',
    'app.localhost',
    'a.b.localhost:80',
    'dev.example.com',
    'DEV.example.com:8080',
    'b:1',
  ])('the host %s is answered', async (host) => {
    const answer = await send(service.port, { target: '/v1/source', headers: [['Host', host]] });

    expect(answer.status).toBe(401);
  });

  const foreign = [
    ...[
      'evil.example',
      'evil.example:80',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'b.evil.example',
    ],
    ...['evillocalhost', 'evil.example/localhost', 'localhost@evil.example', 'a:b@localhost', '.localhost'],
    ...[
      '0.0.0.0',
      '127.1',
      '10.0.0.1',
      '[::]',
      '[::ffff:127.0.0.1]',
      'localhost:x',
      'sub.dev.example.com',
      '',
    ],
  ];

  test.each(foreign)('the host %j is refused', async (host) => {
    const { status, headers, body } = await send(service.port, {
      target: '/v1/api-docs.json',
      headers: [['Host', host]],
    });
    expect({ status, type: headers['content-type'], body }).toEqual({
      status: 421,
      type: 'application/problem+json',
      body: {
        type: 'about:blank',
        title: 'Misdirected Request',
        status: 421,
        detail:
          'This service answers requests to localhost, 127.0.0.1, [::1], names that end with .localhost, dev.example.com and b; the header Host has another name. npm start -- --allow-host NAME adds one.',
      },
    });
  });

  test('no method, body or expectation is a way around', async () => {
    const requests = [
      { method: 'OPTIONS', target: '/v1/source' },
      { method: 'HEAD', target: '/v1/api-docs.json' },
      { method: 'POST', target: '/v1/source', body: 'x'.repeat(300_000) },
      { method: 'POST', target: '/v1/source', body: '{}', headers: [['Expect', '100-continue']] },
      { target: '/v1/api-docs.json', headers: [['X-Forwarded-Host', 'localhost']] },
      { target: '/v1/api-docs.json', headers: [['Origin', 'http://localhost']] },
    ] as const;
    for (const request of requests) {
      const headers = [['Host', 'evil.example'] as const, ...('headers' in request ? request.headers : [])];
      expect((await send(service.port, { ...request, headers })).status).toBe(421);
    }
  });

  test('the database beside it is not reached by another name, either', async () => {
    const endpoint = (await findDatabase(join(project, dataFolder))) ?? '';
    const { port } = new URL(endpoint);
    const { status } = await send(Number(port), { target: '/', headers: [['Host', 'evil.example']] });
    expect(status).toBe(421);
  });
});
