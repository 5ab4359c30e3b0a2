/** The members of a config that name resources of AWS, for config.test.ts. */

import type { Member } from './member.ts';

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isEmptyObject = (value: unknown) =>
  typeof value === 'object' && JSON.stringify(value) === '{}' && value?.constructor === Object;
const isWordList = (value: unknown) => Array.isArray(value) && value.length === 1 && value[0] === 'x';

const keysOf = (of: readonly string[]): Member[] => [
  {
    path: [...of, 'partition'],
    good: ['state', { name: 'time', type: 'number' }],
    accepts: isText,
    bad: [{ name: 'time' }, { name: 'time', type: 'text' }, 'a'.repeat(256)],
  },
  { path: [...of, 'sort'], good: ['title', { name: 'digest', type: 'binary' }], accepts: isText },
];

const indexOf = (of: readonly string[]): Member[] => [
  ...keysOf(of),
  { path: [...of, 'project'], good: ['all', 'keys', ['total', 'title']], accepts: isWordList, bad: ['none'] },
];

/** @param key of the table. */
const indexesOf = (of: readonly string[], name: string, key: string): Member[] => [
  {
    path: of,
    good: [{ partition: 'a' }].slice(of.length === 1 ? 1 : 0),
    accepts: of.length === 1 ? isEmptyObject : () => false,
  },
  {
    path: [...of, 'indexes'],
    good: [{}, { [name]: { partition: 'a' } }],
    accepts: isEmptyObject,
    bad: [
      { ab: { partition: 'a' } },
      { By: { partition: 'a' } },
      { class: { partition: 'a' } },
      { byKey: { partition: { name: key, type: 'number' } } },
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`index${n}`, { partition: 'a' }])),
    ],
  },
  { path: [...of, 'indexes', name], good: [{ partition: 'a' }], bad: [{ sort: 'a' }] },
  ...indexOf([...of, 'indexes', name]),
];

const elsewhere = (of: readonly string[]): Member => ({
  path: [...of, 'resource'],
  good: ['Orders'],
  accepts: (value) => value === 'x',
  bad: ['a-b', 'a.b'],
});

const bucket = ['buckets', 'uploads'];
const secret = ['secrets', 'payment'];

export const awsMembers: readonly Member[] = [
  ...indexesOf(['table'], 'byState', 'pk'),
  {
    path: ['tables'],
    good: [{}, { audit: { partition: 'pk' } }],
    accepts: isEmptyObject,
    bad: [{ Audit: { partition: 'pk' } }, { audit: {} }, { 'a-b': { partition: 'pk' } }],
  },
  ...indexesOf(['tables', 'audit'], 'byActor', 'a'),
  ...keysOf(['tables', 'audit']),
  { path: ['tables', 'audit', 'expires'], good: ['until'], accepts: isText },
  {
    path: ['buckets'],
    good: [{}, { uploads: {} }],
    accepts: isEmptyObject,
    bad: [{ serverlessDeployment: {} }],
  },
  { path: bucket, good: [{}, { expireDays: 7 }], accepts: isEmptyObject },
  { path: [...bucket, 'cors'], good: [{ origins: ['*'] }], bad: [{ methods: ['PUT'] }] },
  {
    path: [...bucket, 'cors', 'origins'],
    good: [['https://app.example.com'], ['*']],
    bad: [['app.example.com'], ['https://app.example.com/a']],
  },
  {
    path: [...bucket, 'cors', 'methods'],
    good: [['GET', 'PUT', 'POST', 'HEAD', 'DELETE']],
    bad: [['PATCH']],
  },
  {
    path: [...bucket, 'expireDays'],
    good: [1, 365],
    accepts: (value) => Number.isInteger(value) && Number(value) > 0,
  },
  elsewhere(bucket),
  { path: ['queues'], good: [{}, { mails: {} }], accepts: isEmptyObject },
  { path: ['queues', 'mails'], good: [{}], accepts: isEmptyObject },
  { path: ['queues', 'mails', 'isFifo'], good: [true], accepts: isFlag },
  elsewhere(['queues', 'mails']),
  { path: ['topics'], good: [{}, { sales: {} }], accepts: isEmptyObject, bad: [{ alarm: {} }] },
  { path: ['topics', 'sales'], good: [{}], accepts: isEmptyObject },
  { path: ['topics', 'sales', 'isFifo'], good: [true], accepts: isFlag },
  elsewhere(['topics', 'sales']),
  {
    path: ['secrets'],
    good: [{}, { payment: { ssm: '/a' } }, { payment: { secretsManager: 'a' } }],
    accepts: isEmptyObject,
    bad: [{ payment: {} }, { payment: { ssm: '/a', secretsManager: 'a' } }],
  },
  { path: secret, good: [{ ssm: '/a', key: 'arn:aws:kms:eu-central-1:123456789012:key/8a1c' }] },
  {
    path: [...secret, 'ssm'],
    good: ['/shop/{stage}/payment', 'payment'],
    accepts: (value) => value === 'x',
    bad: ['/shop/{stag}/payment', '/a b', 'a/', '//a'],
  },
  {
    path: [...secret, 'secretsManager'],
    good: ['shop/{stage}/signing', 'a@b'],
    accepts: (value) => value === 'x',
    bad: ['a b', '{stag}'],
  },
  {
    path: [...secret, 'key'],
    good: ['arn:aws:kms:eu-central-1:123456789012:key/8a1c'],
    bad: ['alias/a', 'arn:aws:s3:::a'],
  },
  { path: ['parameters'], good: [{}, { rates: { ssm: '/a' } }], accepts: isEmptyObject },
  { path: ['parameters', 'rates'], good: [{ ssm: '/a' }], bad: [{}] },
  { path: ['parameters', 'rates', 'ssm'], good: ['/shop/{stage}/rates'], accepts: (value) => value === 'x' },
];
