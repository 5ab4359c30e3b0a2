/** Each defect in an otherwise valid service of Swagger 1.x is reported alone, in its place; test/headwater/compile/openapi/mistakes has those of OpenAPI. */

import { describe, expect, test } from 'vitest';
import {
  type Diagnostic,
  diagnosticCodes,
  isError,
} from '../../../lib/headwater/compile/source/diagnostic.ts';
import { accessDefects, accessWarnings } from './defects/access.ts';
import { backgroundDefects } from './defects/background.ts';
import { type Change, type Defect, diagnosticsOf, placeOf } from './defects/defect.ts';
import { diagnosticsOfFiles, fileDefects, fileWarnings } from './defects/files.ts';
import { listingDefects, listingWarnings } from './defects/listing.ts';
import { modelDefects, modelWarnings } from './defects/models.ts';
import { operationDefects, operationWarnings } from './defects/operations.ts';
import { parameterDefects, parameterWarnings } from './defects/parameters.ts';
import { pathDefects, pathWarnings } from './defects/paths.ts';
import { limitDefects, limitWarnings, typeDefects } from './defects/types.ts';

const defects: Readonly<Record<string, readonly Defect[]>> = {
  listing: listingDefects,
  paths: pathDefects,
  operations: operationDefects,
  parameters: parameterDefects,
  types: typeDefects,
  limits: limitDefects,
  models: modelDefects,
  access: accessDefects,
  background: backgroundDefects,
};

const oddities: Readonly<Record<string, readonly Defect[]>> = {
  listing: listingWarnings,
  paths: pathWarnings,
  operations: operationWarnings,
  parameters: parameterWarnings,
  limits: limitWarnings,
  models: modelWarnings,
  access: accessWarnings,
};

const found = (diagnostics: readonly Diagnostic[]) =>
  diagnostics.map((diagnostic) => [diagnostic.code, placeOf(diagnostic)]);

test('the sound service has no diagnostics', () => {
  expect(diagnosticsOf({})).toEqual([]);
});

const sound: readonly [name: string, change: Change][] = [
  ['a name in path and body', { 'order#/apis/1/operations/1/parameters/1/name': 'id' }],
  ['a required inherited property', { 'pet#/models/Cat/required': ['id'] }],
  ['a model that refers to itself', { 'pet#/models/Cat/properties/friend': { $ref: 'Cat' } }],
  ['an open range', { 'pet#/apis/0/operations/0/parameters/0/maximum': 'Infinity' }],
  [
    'a model named like a type of another language',
    { 'pet#/models/Text': { properties: { a: { type: 'string' } } } },
  ],
  [
    'null instead of an absent member',
    { 'pet#/models/Cat/description': null, 'pet#/apis/0/description': null },
  ],
  [
    'a schedule and a consumer',
    {
      'pet#/x-schedules': [{ nickname: 'sweep', every: '2 days', when: 'TOPIC_ARN', 'x-timeout': 900 }],
      'pet#/x-consumers': [{ nickname: 'follow', sortKeyPrefix: 'pet/', dataType: 'Dog' }],
    },
  ],
  ['a list with spaces in its brackets', { 'order#/models/Order/properties/lines/type': 'List[ Line ]' }],
  ['a method in mixed letter case', { 'pet#/apis/0/operations/0/method': 'Get' }],
];
test.each(sound)('%s is accepted', (_name, change) => {
  expect(diagnosticsOf(change)).toEqual([]);
});

describe.each(Object.keys(defects))('%s:', (level) => {
  test.each(defects[level] ?? [])('%s is refused', (_name, change, code, at) => {
    expect(found(diagnosticsOf(change).filter(isError))).toEqual([[code, at]]);
  });
});

describe.each(Object.keys(oddities))('%s:', (level) => {
  test.each(oddities[level] ?? [])('%s is a warning', (_name, change, code, at) => {
    expect(found(diagnosticsOf(change))).toEqual([[code, at]]);
  });
});

describe('files:', () => {
  const foundIn = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.map(({ code, file, line, column }) => [
      code,
      `${file.replace('descriptors/', '')}:${line}:${column}`,
    ]);

  test.each(fileDefects)('%s is refused', async (_name, files, code, place) => {
    const diagnostics = await diagnosticsOfFiles(files);
    expect(foundIn(diagnostics.filter(isError))).toEqual([[code, place]]);
  });

  test.each(fileWarnings)('%s is a warning', async (_name, files, code, place) => {
    expect(foundIn(await diagnosticsOfFiles(files))).toEqual([[code, place]]);
  });
});

test('the tables cover every descriptor diagnostic, with at least 150 defects', () => {
  // Diagnostics of handlers, settings, AWS limits and foreign folders, not of descriptors.
  const beside = [
    'E-HANDLER',
    'W-HANDLER',
    'W-USES',
    'E-CODE',
    'E-BUNDLE',
    'E-ROLE',
    'E-SETTING',
    'E-BUDGET',
    'W-BUDGET',
  ];
  const ofOpenApi = ['E-UNSUPPORTED', 'W-UNSUPPORTED', 'W-EXAMPLE'];
  const others = [...beside, ...ofOpenApi, 'W-FILE', 'W-LISTING'];
  const rows = [defects, oddities].flatMap(Object.values).flat() as Defect[];
  const codes = [...rows, ...fileDefects, ...fileWarnings].map(([, , code]) => code);
  expect([...new Set<string>([...codes, ...others])].toSorted()).toEqual(diagnosticCodes.toSorted());
  expect(codes.filter((code) => code.startsWith('E-')).length).toBeGreaterThanOrEqual(150);
});
