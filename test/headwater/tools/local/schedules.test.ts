/**
 * `npm start` runs schedules, with serverless-offline and with the strict gateway.
 *
 * @module-tag local
 */

import { expect, test } from 'vitest';
import { until } from '../../../support/local-process.ts';
import { copyProjectWith, startLocal } from '../../../support/local-service.ts';
import { thing } from '../../../support/project.ts';

const consumers = [{ nickname: 'follow', sortKeyPrefix: 'thing/', dataType: 'ThingKey' }];
const models = {
  ThingKey: { properties: { pk: { type: 'string' }, sk: { type: 'string' } } },
};
const schedules = [
  { nickname: 'sweep', every: '6 hours' },
  { nickname: 'drain', every: '1 hour', summary: 'Drains the thing' },
  { nickname: 'publish', every: '1 minute', when: 'TOPIC_ARN' },
];

test.each([
  ['serverless-offline', []],
  ['the strict gateway', ['--gateway', 'strict']],
])('with %s, schedules run every second if they have their variable', async (_name, options) => {
  const own = await copyProjectWith({
    'descriptors/thing.json': thing({}, { 'x-schedules': schedules, 'x-consumers': consumers, models }),
    'handlers/thing/read.ts': 'export const handle = () => 1;\n',
    'handlers/thing/sweep.ts': `import type { Handle } from '#generated/types/thing/sweep.ts';
export const handle: Handle = ({ functionId }) => console.info(\`swept by \${functionId}\`);\n`,
    'handlers/thing/drain.ts': `export const handle = () => { throw new Error('no water'); };\n`,
    'handlers/thing/follow.ts': 'export const handle = () => undefined;\n',
    'handlers/thing/publish.ts': `export const handle = () => console.info('published');\n`,
  });
  const service = await startLocal(own, options);
  await until(() => service.output().split('swept by thing-sweep').length > 3, service.output);
  expect(service.output()).not.toContain('published');

  const again = 'thing-drain has failed again: Error: no water';
  await until(() => service.output().split(again).length > 3, service.output);
  const stack = /^Error: no water\n {4}at handle \(handlers\/thing\/drain\.ts:1:37\)$/gm;
  expect(service.output().match(stack)).toHaveLength(1);

  const screen = service.output().split('\n');
  expect(screen.filter((line) => /^ {2}(?:schedule|consumer) /.test(line))).toEqual([
    '  schedule thing-sweep    (here every second)',
    '  schedule thing-drain    Drains the thing (here every second)',
    '  schedule thing-publish  (here every second, with TOPIC_ARN)',
    '  consumer thing-follow   (not here: the local table has no stream)',
  ]);
  service.child.kill('SIGINT');
  expect(await service.exited).toBe(0);
});
