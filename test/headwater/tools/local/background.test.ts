/**
 * `npm start` runs schedules at their times, and consumers with the changes of the table, with both gateways.
 *
 * @module-tag local
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headwater } from '../../../support/command.ts';
import { until } from '../../../support/local-process.ts';
import { copyProjectWith, startLocal } from '../../../support/local-service.ts';
import { thing } from '../../../support/project.ts';

const consumers = [
  { nickname: 'follow', sortKeyPrefix: 'thing/', dataType: 'ThingKey' },
  { nickname: 'forget', sortKeyPrefix: ['thing/gone'], deletions: true, dataType: 'ThingKey' },
];
const models = {
  ThingKey: { properties: { pk: { type: 'string' }, sk: { type: 'string' } } },
};
const schedules = [
  { nickname: 'sweep', every: '6 hours' },
  { nickname: 'drain', every: '1 hour', summary: 'Drains the thing' },
  { nickname: 'publish', every: '1 minute', when: 'TOPIC_ARN' },
];

/** Writes items whose sort keys the query names; `-` deletes one. */
const write = `import { accessTable, containerDatabase, deleteItem, putItem } from 'headwater/table';
import type { Handle } from '#generated/types/thing/read.ts';
export const handle: Handle = async ({ keys }, _body, context) => {
  const { client, tableName } = containerDatabase();
  const table = accessTable(client, tableName, { time: context });
  for (const key of keys.split(',')) {
    const Key = { pk: 'p', sk: key.replace('-', '') };
    if (key.startsWith('-')) await deleteItem(table, { Key });
    else await putItem(table, { Item: { ...Key, note: 'secret' } });
  }
  return '';
};
`;

const follow = `import type { Handle } from '#generated/types/thing/follow.ts';
export const handle: Handle = ({ sk }) => {
  if (sk === 'thing/bad') throw new Error('a bad thing');
  console.info(\`followed \${sk}\`);
};
`;

test.each([
  ['serverless-offline', []],
  ['the strict gateway', ['--gateway', 'strict']],
])('with %s', async (_name, options) => {
  const declared = thing(
    { parameters: [{ paramType: 'query', name: 'keys', dataType: 'string', required: true }] },
    { 'x-schedules': schedules, 'x-consumers': consumers, models },
  );
  const own = await copyProjectWith({
    'descriptors/thing.json': declared,
    'handlers/thing/read.ts': write,
    'handlers/thing/sweep.ts': `import type { Handle } from '#generated/types/thing/sweep.ts';
export const handle: Handle = ({ functionId }) => console.info(\`swept by \${functionId}\`);\n`,
    'handlers/thing/drain.ts': `export const handle = () => { throw new Error('no water'); };\n`,
    'handlers/thing/follow.ts': follow,
    'handlers/thing/forget.ts': `import type { Handle } from '#generated/types/thing/forget.ts';
export const handle: Handle = ({ sk }) => console.info(\`forgot \${sk}\`);\n`,
    'handlers/thing/publish.ts': `export const handle = () => console.info('published');\n`,
  });
  const service = await startLocal(own, options);
  const says = (text: string | RegExp) => until(() => service.output().search(text) >= 0, service.output);
  const screen = service.output().split('\n');
  expect(screen.filter((line) => /^ {2}(?:schedule|consumer) /.test(line))).toEqual(
    [
      '  schedule thing-sweep    (every 360 min)',
      '  schedule thing-drain    Drains the thing (every 60 min)',
      '  schedule thing-publish  (every 1 min, with TOPIC_ARN)',
      '  consumer thing-follow   ',
      '  consumer thing-forget   ',
    ].map((line) => line.trimEnd()),
  );

  // Each schedule runs once at the start, and a failure is a dead letter.
  await says(/^\S+ schedule thing-sweep +\d+ ms$/m);
  await says(/^\S+ schedule thing-drain +\d+ ms failed$/m);
  await says(/^Error: no water\n {4}at handle \(handlers\/thing\/drain\.ts:1:37\)$/m);
  await says('swept by thing-sweep');
  expect(service.output().split('swept by thing-sweep')).toHaveLength(2);
  expect(service.output()).not.toContain('published');

  // The consumers get the keys that they declare, and no others.
  await service.fetch('/v1/thing?keys=thing/1,other/1,thing/gone,-thing/gone,-thing/1,thing/bad,thing/2');
  await says('followed thing/2');
  await says('forgot thing/gone');
  // After a failure, what follows it is delivered again, as on AWS.
  expect(new Set(service.output().match(/(?:followed|forgot) \S+/g))).toEqual(
    new Set(['followed thing/1', 'followed thing/2', 'followed thing/gone', 'forgot thing/gone']),
  );
  await says(/dead letter \d{8}T\d+-thing-follow-/);
  expect(service.output().split('a bad thing').length).toBeGreaterThanOrEqual(5);

  const listed = await headwater(own, ['dead-letters', 'list']);
  expect(listed).toMatchObject({ exitCode: 0 });
  expect(listed.output).toMatch(
    /-thing-drain-\w+ +\S+ +Scheduled Event\n.*-thing-follow-\w+ +\S+ +p thing\/bad$/m,
  );

  // The failure is mended, and the letters are sent again.
  await writeFile(join(own, 'handlers/thing/follow.ts'), follow.replace('thing/bad', 'thing/worse'));
  const wrong = await headwater(own, ['run-schedule', 'thing-sweeep']);
  expect(wrong).toMatchObject({ exitCode: 2, complaint: expect.stringContaining('thing-sweep') });
  expect(await headwater(own, ['run-schedule', 'thing-sweep'])).toMatchObject({ exitCode: 0 });
  expect(service.output().split('swept by thing-sweep')).toHaveLength(3);
  expect(await headwater(own, ['dead-letters', 'resend'])).toMatchObject({ exitCode: 1 });
  service.child.kill('SIGINT');
  expect(await service.exited).toBe(0);

  const again = await startLocal(own, options);
  const resent = await headwater(own, ['dead-letters', 'resend']);
  expect(resent.output).toMatch(/-thing-follow-/);
  expect(again.output()).toContain('followed thing/bad');
  expect((await headwater(own, ['dead-letters', 'list'])).output).not.toContain('thing-follow');
  again.child.kill('SIGINT');
  await again.exited;
  expect(await headwater(own, ['dead-letters', 'resend'])).toMatchObject({
    exitCode: 1,
    complaint: expect.stringContaining('npm start'),
  });
  expect(await readFile(join(own, '.data/endpoint.json'), 'utf8')).toContain('control');
});
