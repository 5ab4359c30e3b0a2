/** Defects of schedules and consumers. */

import type { Defect } from './defect.ts';

const schedule = { nickname: 'sweep', every: '1 minute' };
const consumer = { nickname: 'follow', sortKeyPrefix: 'order/', dataType: 'Order' };
const schedules = (...list: readonly unknown[]) => ({ 'order#/x-schedules': list });
const consumers = (...list: readonly unknown[]) => ({ 'order#/x-consumers': list });
const first = 'order#/x-schedules/0';
const change = 'order#/x-consumers/0';

export const backgroundDefects: readonly Defect[] = [
  ['schedules that are no list', { 'order#/x-schedules': schedule }, 'E-SHAPE', 'order#/x-schedules'],
  ['a schedule that is no object', schedules('sweep'), 'E-SHAPE', first],
  ['a schedule without a nickname', schedules({ every: '1 minute' }), 'E-NICKNAME', first],
  [
    'a nickname that cannot be a file',
    schedules({ ...schedule, nickname: '../x' }),
    'E-NICKNAME',
    `${first}/nickname`,
  ],
  [
    'a nickname of an operation',
    schedules({ ...schedule, nickname: 'LIST' }),
    'E-NICKNAME',
    `${first}/nickname`,
  ],
  [
    'a nickname twice',
    { ...schedules(schedule), ...consumers({ ...consumer, nickname: 'sweep' }) },
    'E-NICKNAME',
    `${change}/nickname`,
  ],
  ['a schedule that says no time', schedules({ nickname: 'sweep' }), 'E-BACKGROUND', first],
  ['a time in seconds', schedules({ ...schedule, every: '10 seconds' }), 'E-BACKGROUND', `${first}/every`],
  ['a time that is a number', schedules({ ...schedule, every: 5 }), 'E-BACKGROUND', `${first}/every`],
  ['a time of nothing', schedules({ ...schedule, every: '0 minutes' }), 'E-BACKGROUND', `${first}/every`],
  ['a misspelt time', schedules({ nickname: 'sweep', evry: '1 minute' }), 'E-KEY', `${first}/evry`],
  ['a variable of AWS', schedules({ ...schedule, when: 'AWS_REGION' }), 'E-BACKGROUND', `${first}/when`],
  ['a variable of osls', schedules({ ...schedule, when: '${env:A}' }), 'E-BACKGROUND', `${first}/when`],
  [
    'a time that no function has',
    schedules({ ...schedule, 'x-timeout': 901 }),
    'E-LIMIT',
    `${first}/x-timeout`,
  ],
  [
    'a consumer without a prefix',
    consumers({ nickname: 'follow', dataType: 'Order' }),
    'E-BACKGROUND',
    change,
  ],
  [
    'a prefix that osls would resolve',
    consumers({ ...consumer, sortKeyPrefix: '${self:x}' }),
    'E-BACKGROUND',
    `${change}/sortKeyPrefix`,
  ],
  [
    'a consumer of everything',
    consumers({ ...consumer, sortKeyPrefix: '' }),
    'E-BACKGROUND',
    `${change}/sortKeyPrefix`,
  ],
  [
    'a consumer of no prefix',
    consumers({ ...consumer, sortKeyPrefix: [] }),
    'E-BACKGROUND',
    `${change}/sortKeyPrefix`,
  ],
  ['a consumer without a type', consumers({ nickname: 'follow', sortKeyPrefix: 'a' }), 'E-TYPE', change],
  ['a consumer of texts', consumers({ ...consumer, dataType: 'string' }), 'E-TYPE', `${change}/dataType`],
  [
    'a consumer of an unknown model',
    consumers({ ...consumer, dataType: 'Nothing' }),
    'E-TYPE',
    `${change}/dataType`,
  ],
];
