/** Deploys this project as a user does: `npm run build` and `serverless deploy`. */

import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from '../../lib/project/pipeline.ts';
import { cleanUp } from '../support/clean-up.ts';
import { copyRepository } from '../support/local-process.ts';
import { repository } from '../support/repository.ts';
import type { Ministack } from './ministack.ts';

export interface Deployed {
  readonly project: string;
  /** The name of the API, for the header Host. */
  readonly host: string;
}

const closed = `ACCESS: '{"issuers":[]}'`;

/** @param access the value of ACCESS. */
export async function deploy({ environment }: Ministack, access: string): Promise<Deployed> {
  const project = await copyRepository();
  cleanUp(() => rm(project, { recursive: true, force: true, maxRetries: 10 }));
  const settings = join(project, 'serverless.yml');
  const text = await readFile(settings, 'utf8');
  if (!text.includes(closed)) throw new Error(`serverless.yml does not say ${closed}.`);
  await writeFile(settings, text.replace(closed, `ACCESS: '${access}'`));
  const { tree } = await build(project);
  if (!tree) throw new Error('The project does not build.');
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(repository, 'node_modules/.bin/serverless'), 'deploy', '--stage', 'dev'],
    { cwd: project, env: { ...process.env, ...environment } },
  );
  const [, api] = /https:\/\/(\w+)\.execute-api\./.exec(stdout + stderr) ?? [];
  if (api === undefined) throw new Error(`No API is deployed:\n${stdout}${stderr}`);
  return { project, host: `${api}.execute-api.localhost` };
}
