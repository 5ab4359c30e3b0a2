/** `npx headwater deploy` of services that differ from this one: without keys, open, and without a table. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import config from '../../../headwater.config.ts';
import {
  firstDeployment,
  leaveDocumentOut,
  runDeploy,
  skipBucketPolicy,
} from '../../headwater/ministack/ci-user.ts';
import { type Project, projectIn, setAccess } from '../../headwater/ministack/deploy.ts';
import { type Ministack, startMinistack } from '../../headwater/ministack/ministack.ts';
import type { CommandRun } from '../../support/command.ts';
import { writeSettings } from '../../support/local-process.ts';
import { copyProjectWith } from '../../support/local-service.ts';
import { thing } from '../../support/project.ts';
import { declareIn } from '../../support/serverless-yml.ts';
import { copySourceProject } from '../support/source-project.ts';

let ministack: Ministack;

beforeAll(async () => {
  ministack = await startMinistack();
  Object.assign(process.env, ministack.environment);
});

async function deployAgain(project: Project, stage: string): Promise<CommandRun> {
  await skipBucketPolicy(project);
  await project.build();
  return runDeploy(await firstDeployment(project, stage, ministack));
}

const linesOf = ({ output }: CommandRun) => output.split('\n');

test('where tokens alone are valid, it compares the table that functions have', async () => {
  const folder = await copySourceProject();
  for (const name of ['api-docs', 'preprocessor', 'source', 'stream']) {
    const path = join(folder, `descriptors/${name}.json`);
    await writeFile(path, JSON.stringify(withoutKeys(JSON.parse(await readFile(path, 'utf8')))));
  }
  const project = await projectIn(folder, ministack);
  const run = await deployAgain(project, 'tokens');
  expect(linesOf(run)).toEqual(
    expect.arrayContaining([
      '401 GET /v1/source, without a credential',
      'No document has been written at /v1/source, since its operations take tokens alone.',
      expect.stringMatching(/ have the name headwater-tokens, and 0 of them have read it\. .*source-list/),
    ]),
  );
  expect(run.exitCode).toBe(0);
  await declareIn(folder, { provider: { environment: { TABLE_NAME: 'nothing' } } });
  const wrong = await runDeploy(await firstDeployment(project, 'tokens', ministack));
  expect(wrong).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining('source-create: TABLE_NAME is nothing'),
  });
});

/** Operations and listing take a token or a key; without `apiKey`, a token alone. */
function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys).filter((each) => JSON.stringify(each) !== '{}');
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'apiKey');
  return Object.fromEntries(members.map(([name, member]) => [name, withoutKeys(member)]));
}

test('where everybody may call, the requests without a credential read the table', async () => {
  const folder = await copySourceProject();
  await writeSettings(folder, { public: true, smokeDocument: config.smokeDocument });
  const project = await projectIn(folder, ministack);
  await setAccess(project, 'open');
  const run = await deployAgain(project, 'open');
  expect(linesOf(run)).toEqual(
    expect.arrayContaining([
      '200 GET /v1/source, without a credential',
      '201 POST /v1/source, for the owner smoke-test',
      'A document has been written at /v1/source, read and deleted.',
      expect.stringMatching(/ have the name headwater-open, and \d of them have read it\./),
    ]),
  );
  expect(run.output).not.toContain('with a key');
  expect(run.exitCode).toBe(0);
});

test('a service without a table needs none', async () => {
  const folder = await copyProjectWith({
    'descriptors/thing.json': thing({ authorizations: {} }),
    'handlers/thing/read.ts': 'export const handle = () => 1;\n',
  });
  const project = await projectIn(folder, ministack);
  await leaveDocumentOut(project);
  await declareIn(folder, {
    provider: { environment: { TABLE_NAME: null } },
    resources: {
      Resources: {
        ...{ Table: null, ReplaysAlarm: undefined, SinkAlarm: undefined },
        ...{ FailingStreamsAlarm: undefined, SilentStreamsAlarm: undefined, LaggingStreamsAlarm: undefined },
      },
    },
  });
  const run = await deployAgain(project, 'plain');
  expect(linesOf(run)).toEqual(
    expect.arrayContaining(['200 GET /v1/thing, without a credential', 'No function uses a table.']),
  );
  expect(run.exitCode).toBe(0);
});
