/** Before the HTTP suite: this project, deployed to MiniStack. Everybody may call it. */

import type { TestProject } from 'vitest/node';
import { hostIn, projectIn, setAccess } from '../../../headwater/ministack/deploy.ts';
import { startMinistack } from '../../../headwater/ministack/ministack.ts';
import { runCleanUps } from '../../../support/clean-up.ts';
import { copyProject } from '../../../support/local-service.ts';
import { differences } from './differences.ts';

export async function setup(vitest: TestProject): Promise<() => Promise<void>> {
  const ministack = await startMinistack();
  const project = await projectIn(await copyProject(), ministack);
  await setAccess(project, 'open');
  await project.build();
  const host = hostIn(await project.serverless('deploy'));
  vitest.provide('origin', { name: 'MiniStack', port: ministack.port, host, differences });
  return runCleanUps;
}
