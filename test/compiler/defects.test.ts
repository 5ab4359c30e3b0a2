/** A sound service, and what is found when one thing of it is wrong: each time that, there, and nothing else. */

import { describe, expect, test } from 'vitest';
import { isError, type Problem, problemMeanings } from '../../lib/compiler/source/problem.ts';
import { type Change, type Defect, placeOf, problemsOf } from './defects/defect.ts';
import { fileDefects, fileWarnings, problemsOfFiles } from './defects/files.ts';
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
};

const oddities: Readonly<Record<string, readonly Defect[]>> = {
  listing: listingWarnings,
  paths: pathWarnings,
  operations: operationWarnings,
  parameters: parameterWarnings,
  limits: limitWarnings,
  models: modelWarnings,
};

const found = (problems: readonly Problem[]) => problems.map((problem) => [problem.code, placeOf(problem)]);

test('nothing is wrong with the sound service', () => {
  expect(problemsOf({})).toEqual([]);
});

const sound: readonly [name: string, change: Change][] = [
  ['a name in path and body', { 'order#/apis/1/operations/1/parameters/1/name': 'id' }],
  ['a required property that is inherited', { 'pet#/models/Cat/required': ['id'] }],
  ['a model that refers to itself', { 'pet#/models/Cat/properties/friend': { $ref: 'Cat' } }],
  ['a range that is open', { 'pet#/apis/0/operations/0/parameters/0/maximum': 'Infinity' }],
  ['a model that is called like a type of another language', { 'pet#/models/Text': { properties: {} } }],
  [
    'null in place of what is absent',
    { 'pet#/models/Cat/description': null, 'pet#/apis/0/description': null },
  ],
  ['letters of any case in a method', { 'pet#/apis/0/operations/0/method': 'Get' }],
];
test.each(sound)('%s is accepted', (_name, change) => {
  expect(problemsOf(change)).toEqual([]);
});

describe.each(Object.keys(defects))('%s:', (level) => {
  test.each(defects[level] ?? [])('%s is refused', (_name, change, code, at) => {
    expect(found(problemsOf(change).filter(isError))).toEqual([[code, at]]);
  });
});

describe.each(Object.keys(oddities))('%s:', (level) => {
  test.each(oddities[level] ?? [])('%s is a warning', (_name, change, code, at) => {
    expect(found(problemsOf(change))).toEqual([[code, at]]);
  });
});

describe('files:', () => {
  const foundIn = (problems: readonly Problem[]) =>
    problems.map(({ code, file, line, column }) => [
      code,
      `${file.replace('descriptors/', '')}:${line}:${column}`,
    ]);

  test.each(fileDefects)('%s is refused', async (_name, files, code, place) => {
    const problems = await problemsOfFiles(files);
    expect(foundIn(problems.filter(isError))).toEqual([[code, place]]);
  });

  test.each(fileWarnings)('%s is a warning', async (_name, files, code, place) => {
    expect(foundIn(await problemsOfFiles(files))).toEqual([[code, place]]);
  });
});

test('every problem that descriptors can have is among them, and at least 150 defects', () => {
  // These are about what stands beside the descriptors: handlers, settings, what AWS takes, foreign folders.
  const beside = ['E-HANDLER', 'E-CODE', 'E-BUNDLE', 'E-SETTING', 'E-BUDGET', 'W-BUDGET'];
  const others = [...beside, 'W-FILE', 'W-LISTING'];
  const rows = [defects, oddities].flatMap(Object.values).flat() as Defect[];
  const codes = [...rows, ...fileDefects, ...fileWarnings].map(([, , code]) => code);
  expect([...new Set<string>([...codes, ...others])].toSorted()).toEqual(
    Object.keys(problemMeanings).toSorted(),
  );
  expect(codes.filter((code) => code.startsWith('E-')).length).toBeGreaterThanOrEqual(150);
});
