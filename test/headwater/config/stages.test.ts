/** The settings of a stage: the framework, all stages and the stage itself give them. */

import { describe, expect, test } from 'vitest';
import type { StageSettings } from '../../../lib/headwater/config/stages.ts';
import { stageOf, stageParameters } from '../../../lib/headwater/config/stages.ts';

const production = {
  requestsPerSecond: 500,
  burst: 1_000,
  maxReadUnits: 4_000,
  maxWriteUnits: 1_000,
  isProtected: true,
  watchMinutes: 5,
  logLevel: 'INFO',
  isTraced: false,
  tableEncryption: { SSEEnabled: false },
  reference: false,
  pages: [],
  searchLists: false,
  params: {},
};

const development = {
  requestsPerSecond: 50,
  burst: 100,
  maxReadUnits: 1_000,
  maxWriteUnits: 500,
  isProtected: false,
  watchMinutes: 0,
  reference: true,
};

type Stages = Readonly<Record<string, StageSettings>>;

const rows: readonly (readonly [name: string, stages: Stages | undefined, stage: string, want: object])[] = [
  ['of a project without any', undefined, 'prod', production],
  ['of dev', undefined, 'dev', { ...production, ...development }],
  ['of all stages', { default: { burst: 7 } }, 'prod', { ...production, burst: 7 }],
  [
    'of all stages, but for those that dev has of the framework',
    { default: { burst: 7, isTraced: true } },
    'dev',
    { ...production, ...development, isTraced: true },
  ],
  [
    'of the stage before those of all',
    { default: { burst: 7 }, dev: { burst: 8 } },
    'dev',
    { ...production, ...development, burst: 8 },
  ],
  ['of another stage: none', { dev: { burst: 8 } }, 'prod', production],
  [
    'of no value: as if they were not there',
    { prod: { burst: undefined } } as unknown as Stages,
    'prod',
    production,
  ],
  ['that have no default', { prod: { tableName: 'a-b' } }, 'prod', { ...production, tableName: 'a-b' }],
  [
    'of the project, one by one',
    { default: { params: { region: 'eu', size: 1 } }, prod: { params: { size: 2 } } },
    'prod',
    { ...production, params: { region: 'eu', size: 2 } },
  ],
  [
    'of the stages that begin like it, before those of all',
    { default: { burst: 7, isTraced: true }, 'pr-*': { burst: 8 }, pr: { burst: 9 }, 'p-*': { burst: 10 } },
    'pr-12',
    { ...production, burst: 8, isTraced: true },
  ],
  [
    'of the longer beginning, and of the stage itself, wherever they stand',
    {
      'pr-12': { maxReadUnits: 3 },
      'pr-1*': { burst: 2, maxReadUnits: 2 },
      'pr-*': { burst: 1, maxReadUnits: 1, params: { size: 1 } },
    },
    'pr-12',
    { ...production, burst: 2, maxReadUnits: 3, params: { size: 1 } },
  ],
  [
    'of a beginning before those of the framework',
    { 'd*': { burst: 7 } },
    'dev',
    { ...production, ...development, burst: 7 },
  ],
  ['of a stage with the name of what objects inherit', {}, 'constructor', production],
  [
    'of the stage "default", which is none',
    { default: { burst: 7 } },
    'default',
    { ...production, burst: 7 },
  ],
];

describe('the settings', () => {
  test.each(rows)('%s', (_, stages, stage, want) => {
    expect(stageOf(stages, stage)).toEqual(want);
  });
});

test('serverless.yml reads texts, and the parameters of the project beside them', () => {
  const { params: _, ...others } = production;
  expect(stageParameters(stageOf({ default: { params: { region: 'eu' } } }, 'prod'))).toEqual({
    ...others,
    reference: 'off',
    pages: '',
    searchEndpoint: '',
    searchAccess: '',
    searchLists: '',
    tableName: `\${self:service}-\${sls:stage}`,
    tableStream: '',
    permissionsBoundary: null,
    region: 'eu',
  });
  const given: Stages = {
    dev: {
      pages: ['console', 'workbench'],
      searchEndpoint: 'https://search.example.com',
      searchAccess: 'arn:aws:es:a',
      searchLists: true,
      tableName: 'shop',
      tableStream: 'arn:aws:dynamodb:a',
      permissionsBoundary: 'arn:aws:iam:a',
    },
  };
  expect(stageParameters(stageOf(given, 'dev'))).toMatchObject({
    ...given['dev'],
    reference: 'on',
    pages: 'console workbench',
    searchLists: 'on',
  });
});
