/** The setting `cors`: refused values, the settings of the gateway, and the packaged template. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GatewayCors } from '../../../../lib/headwater/compile/aws/cors-json.ts';
import { startBuildSession } from '../../../../lib/headwater/compile/build-session.ts';
import { build } from '../../../../lib/headwater/compile/pipeline.ts';
import { configRule } from '../../../../lib/headwater/config/config-rules.ts';
import { copyServerlessYml, writeSettings } from '../../../support/local-process.ts';
import { listing, makeProject, thing } from '../../../support/project.ts';
import { declareIn } from '../../../support/serverless-yml.ts';

const origin = 'https://app.example.com';

describe('refused settings', () => {
  const own = 'each origin by its name';
  const text = 'a list of at least one string';
  const rows: readonly [cors: unknown, pointer: string, found: string, accepted: string][] = [
    [true, '', 'true', 'an object with origins'],
    [[origin], '', `[ '${origin}' ]`, 'an object with origins'],
    [{}, '', 'no origins', 'origins: a list of at least one string'],
    [{ origins: [] }, '/origins', '[]', text],
    [{ origins: origin }, '/origins', `"${origin}"`, text],
    [{ origins: [null, origin] }, '/origins/0', 'null', 'an origin such as'],
    [{ origins: [7] }, '/origins/0', '7', 'an origin such as'],
    [{ origins: ['app.example.com'] }, '/origins/0', '"app.example.com"', 'an origin such as'],
    [{ origins: ['null'] }, '/origins/0', '"null"', 'an origin such as'],
    [{ origins: ['ftp://app.example.com'] }, '/origins/0', '"ftp://app.example.com"', 'an origin such as'],
    [{ origins: ['https://*.example.com'] }, '/origins/0', '"https://*.example.com"', 'an origin such as'],
    [{ origins: [`${origin}/`] }, '/origins/0', `"${origin}/"`, `"${origin}"`],
    [{ origins: [`${origin}/a?b#c`] }, '/origins/0', `"${origin}/a?b#c"`, `"${origin}"`],
    [{ origins: [`${origin}:443`] }, '/origins/0', `"${origin}:443"`, `"${origin}"`],
    [{ origins: ['https://a@b.example'] }, '/origins/0', '"https://a@b.example"', '"https://b.example"'],
    [{ origins: [origin, 'HTTPS://A.example'] }, '/origins/1', '"HTTPS://A.example"', '"https://a.example"'],
    [{ origins: ['*'], credentials: true }, '/origins/0', '"*" with credentials', own],
    [
      { origins: [origin, 'https://*'], credentials: true },
      '/origins/1',
      '"https://*" with credentials',
      own,
    ],
    [{ origins: [origin], credentials: 'yes' }, '/credentials', '"yes"', 'true or false'],
    [{ origins: [origin], headers: ['*'] }, '/headers/0', '"*"', 'the name of a header'],
    [{ origins: [origin], headers: ['a b'] }, '/headers/0', '"a b"', 'the name of a header'],
    [{ origins: [origin], headers: 'X-A' }, '/headers', '"X-A"', text],
    [{ origins: [origin], exposedHeaders: [''] }, '/exposedHeaders/0', '""', 'the name of a header'],
    [{ origins: [origin], maxAge: 86_401 }, '/maxAge', '86401', 'a whole number of seconds, 0 to 86400'],
    [{ origins: [origin], maxAge: -1 }, '/maxAge', '-1', 'a whole number of seconds, 0 to 86400'],
    [{ origins: [origin], maxAge: '10' }, '/maxAge', '"10"', 'a whole number of seconds, 0 to 86400'],
    [{ origins: [origin], methods: ['GET'] }, '/methods', 'the unknown setting "methods"', 'origins'],
    [{ origins: [origin], header: ['A'] }, '/header', 'the unknown setting "header"', 'headers'],
  ];
  test.each(rows)('%j', (cors, pointer, found, accepted) => {
    const problems = configRule.check({ cors }, []);
    expect(problems.map(({ path, ...problem }) => ({ pointer: `/${path.join('/')}`, ...problem }))).toEqual([
      { pointer: `/cors${pointer}`, found, accepted: expect.stringContaining(accepted) },
    ]);
  });
});

test('a serverless.yml that does not pass CORS to the gateway is refused', {
  tags: ['deployment'],
}, async () => {
  const project = await makeProject(
    {
      'descriptors/api-docs.json': listing,
      'descriptors/thing.json': thing(),
      'handlers/thing/read.ts': 'export const handle = () => 1;\n',
    },
    { settings: { cors: { origins: [origin] } } },
  );
  await copyServerlessYml(project);
  await declareIn(project, { provider: { httpApi: { cors: null } } });
  expect((await build(project)).diagnostics).toMatchObject([
    { code: 'E-SETTING', file: 'serverless.yml', accepted: 'cors: ${file(./.generated/cors.json)}' },
  ]);
  await writeSettings(project, {});
  expect((await build(project)).diagnostics).toEqual([]);
});

const parameters = [
  { paramType: 'header', name: 'X-Since', dataType: 'Date' },
  { paramType: 'header', name: 'if-match', dataType: 'string' },
];
const always = ['Accept', 'Content-Type', 'If-Match', 'If-None-Match', 'traceparent', 'X-Request-Id'];

let project: string;
const session = startBuildSession();

beforeAll(async () => {
  project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing({ httpMethod: 'PUT', parameters }),
    'handlers/thing/read.ts': 'export const handle = () => 1;\n',
  });
});

async function corsOf(cors: object | undefined): Promise<GatewayCors | false> {
  await writeSettings(project, { cors });
  expect((await build(project, session)).diagnostics).toEqual([]);
  return JSON.parse(await readFile(join(project, '.generated/cors.json'), 'utf8'));
}

describe('the gateway', () => {
  test('has no CORS settings by default', async () => {
    expect(await corsOf(undefined)).toBe(false);
  });

  test('allows all methods, and all headers that operations read', async () => {
    expect(await corsOf({ origins: [origin] })).toEqual({
      allowedOrigins: [origin],
      allowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT'],
      allowedHeaders: [...always, 'X-Since'],
      exposedResponseHeaders: expect.arrayContaining([
        'ETag',
        'Location',
        'Link',
        'Deprecation',
        'X-Request-Id',
      ]),
      maxAge: 600,
    });
  });

  test('allows the additions of the setting, without duplicates', async () => {
    const origins = ['http://localhost:5173', 'http://[::1]:8080', origin, origin];
    const headers = ['Authorization', 'x-since', 'ACCEPT'];
    const cors = await corsOf({ origins, headers, exposedHeaders: ['X-Mine'], credentials: true, maxAge: 0 });
    expect(cors).toMatchObject({
      allowedOrigins: ['http://localhost:5173', 'http://[::1]:8080', origin],
      allowedHeaders: [...always, 'X-Since', 'Authorization'],
      exposedResponseHeaders: expect.arrayContaining(['ETag', 'X-Mine']),
      allowCredentials: true,
      maxAge: 0,
    });
  });

  test.each([['*'], ['https://*'], ['http://*', 'https://*']])(
    'accepts wildcards: %s',
    { tags: ['deployment'] },
    async (...origins) => {
      expect(await corsOf({ origins })).toMatchObject({ allowedOrigins: origins });
    },
  );
});
