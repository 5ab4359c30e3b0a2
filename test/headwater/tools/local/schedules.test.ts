/**
 * `npm start` runs schedules, with serverless-offline and with the strict gateway.
 *
 * @module-tag local
 */

import { expect, test } from 'vitest';
import { until } from '../../../support/local-process.ts';
import { copyProjectWith, startLocal } from '../../../support/local-service.ts';
import { thing } from '../../../support/project.ts';

const schedules = [
  { nickname: 'sweep', every: '6 hours' },
  { nickname: 'publish', every: '1 minute', when: 'TOPIC_ARN' },
];

test.each([
  ['serverless-offline', []],
  ['the strict gateway', ['--gateway', 'strict']],
])('with %s, schedules run every second if they have their variable', async (_name, options) => {
  const own = await copyProjectWith({
    'descriptors/thing.json': thing({}, { 'x-schedules': schedules }),
    'handlers/thing/read.ts': 'export const handle = () => 1;\n',
    'handlers/thing/sweep.ts': `import type { Handle } from '#generated/types/thing/sweep.ts';
export const handle: Handle = ({ functionId }) => console.info(\`swept by \${functionId}\`);\n`,
    'handlers/thing/publish.ts': `export const handle = () => console.info('published');\n`,
  });
  const service = await startLocal(own, options);
  await until(() => service.output().split('swept by thing-sweep').length > 3, service.output);
  expect(service.output()).not.toContain('published');
  service.child.kill('SIGINT');
  expect(await service.exited).toBe(0);
});
