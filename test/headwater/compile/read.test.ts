/** Descriptors as text, in JSON and YAML, with the positions of their values. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonPath } from '../../../lib/headwater/compile/source/descriptor-file.ts';
import {
  parseDescriptor,
  readDescriptorFile,
} from '../../../lib/headwater/compile/source/read-descriptors.ts';
import { makeProject } from '../../support/project.ts';

const values: readonly [name: string, file: string, text: string, value: unknown][] = [
  ['JSON', 'a.json', '{"a": [1, null, "x"]}', { a: [1, null, 'x'] }],
  ['JSON after a byte order mark', 'a.json', '\ufeff{"a": 1}', { a: 1 }],
  ['a name twice with equal values', 'a.json', '{"a": [1], "a": [1]}', { a: [1] }],
  ['YAML', 'a.yaml', 'a:\n  - 1\n  - ~\n  - x\n', { a: [1, null, 'x'] }],
  ['YAML that is JSON', 'a.yml', '{"a": [1, null, "x"]}', { a: [1, null, 'x'] }],
  [
    'words that are booleans or dates in YAML 1.1',
    'a.yaml',
    '[yes, on, 2020-01-01, 12:30, 0x1F]',
    ['yes', 'on', '2020-01-01', '12:30', 31],
  ],
  ['a name that looks like a number', 'a.yaml', '1: a', { '1': 'a' }],
  ['aliases', 'a.yaml', 'a: &a {b: 1}\nc: *a\n', { a: { b: 1 }, c: { b: 1 } }],
  ['an anchor that is used 500 times', 'a.yaml', `- &a 1\n${'- *a\n'.repeat(500)}`, Array(501).fill(1)],
  ['an anchor that is set again', 'a.yaml', '[&a 1, *a, &a 2, *a]', [1, 1, 2, 2]],
  ['a key called like the prototype', 'a.yaml', '__proto__: 1', JSON.parse('{"__proto__": 1}')],
  ['64 levels', 'a.yaml', '['.repeat(64) + ']'.repeat(64), JSON.parse('['.repeat(64) + ']'.repeat(64))],
  ['a quoted merge key, which is an ordinary key', 'a.yaml', 'a: {"<<": {b: 1}}', { a: { '<<': { b: 1 } } }],
];
test.each(values)('%s', (_name, file, text, value) => {
  expect(parseDescriptor(file, text).file?.value).toEqual(value);
});

const refused: readonly [name: string, file: string, text: string, diagnostic: object][] = [
  ['an extra comma', 'a.json', '{"a": 1,}', { code: 'E-JSON', line: 1, column: 9 }],
  ['a comment', 'a.json', '{\n// x\n}', { code: 'E-JSON', line: 2, column: 1 }],
  ['nothing', 'a.json', '', { code: 'E-JSON', line: 1, column: 1 }],
  ['a name twice with two values', 'a.json', '{"a": 1,\n "a": 2}', { code: 'E-JSON', line: 2, column: 2 }],
  ['65 levels', 'a.json', '['.repeat(65) + ']'.repeat(65), { code: 'E-TOO-LARGE', line: 1, column: 65 }],
  [
    'too many values',
    'a.json',
    JSON.stringify(Array(500_001).fill(0)),
    { code: 'E-TOO-LARGE', line: 1, column: 1 },
  ],
  ['a name twice', 'a.yaml', 'a: 1\na: 1\n', { code: 'E-JSON', line: 2, column: 1 }],
  ['an unclosed list', 'a.yaml', 'a: [1,\nb: 2\n', { code: 'E-JSON' }],
  ['two documents', 'a.yaml', 'a: 1\n---\nb: 1\n', { code: 'E-JSON', line: 2, column: 1 }],
  ['an empty file', 'a.yaml', '', { code: 'E-JSON', line: 1, column: 1 }],
  ['65 lists on one line', 'a.yaml', `${'- '.repeat(65)}a`, { code: 'E-TOO-LARGE' }],
  ['65 lists in brackets', 'a.yaml', '['.repeat(65) + ']'.repeat(65), { code: 'E-TOO-LARGE' }],
  ['a merge key', 'a.yaml', 'a: &a {b: 1}\nc:\n  <<: *a\n', { code: 'E-JSON', line: 3, column: 3 }],
  ['bytes', 'a.yaml', 'a: !!binary aGk=', { code: 'E-JSON', found: 'the tag !!binary' }],
  ['a set', 'a.yaml', 'a: !!set {b}', { code: 'E-JSON', found: 'the tag !!set' }],
  ['another file', 'a.yaml', 'a: !include b.yaml', { code: 'E-JSON', line: 1, found: 'the tag !include' }],
  ['no number', 'a.yaml', 'a: [1, .nan]', { code: 'E-JSON', found: 'the number .nan, which is not finite' }],
  ['a number that is too large', 'a.yaml', 'a: 1e400', { code: 'E-JSON', line: 1, column: 4 }],
  ['an alias without an anchor', 'a.yaml', 'a: 1\nb: *c\n', { code: 'E-JSON', line: 2, column: 4 }],
  ['an alias before its anchor', 'a.yaml', '[*a, &a 1]', { code: 'E-JSON', line: 1, column: 2 }],
  [
    '64 levels behind an alias',
    'a.yaml',
    `a: &a ${'['.repeat(62)}${']'.repeat(62)}\nb: {c: {d: *a}}`,
    { code: 'E-TOO-LARGE' },
  ],
  ['a list in itself', 'a.yaml', 'a: &a [*a]\n', { code: 'E-TOO-LARGE' }],
];
test.each(refused)('%s is refused', (_name, file, text, diagnostic) => {
  const parsed = parseDescriptor(file, text);
  expect(parsed.file).toBeUndefined();
  expect(parsed.diagnostics[0]).toMatchObject({ file, pointer: '', ...diagnostic });
});

test.each([
  [999, []],
  [1_000, [{ code: 'E-JSON', line: 1_001, accepted: 'each name once' }]],
  [1_001, [{ code: 'E-JSON', line: 1_001, accepted: 'each name once' }]],
])('a name with the same value is a warning %i times, unless the search ends there', (times, errors) => {
  const text = `{${Array(times + 1)
    .fill('"a": 1')
    .join(',\n')}}`;
  const { file, diagnostics } = parseDescriptor('a.json', text);
  expect(file?.value).toEqual(errors.length === 0 ? { a: 1 } : undefined);
  expect(diagnostics).toHaveLength(Math.min(times, 1_000));
  expect(diagnostics.filter(({ code }) => code !== 'W-JSON')).toMatchObject(errors);
});

const places: readonly [path: JsonPath, json: string, yaml: string][] = [
  [[], '1:1', '1:1'],
  [['a'], '2:8', '1:4'],
  [['b'], '3:8', '3:3'],
  [['b', 1, 'c'], '3:18', '4:8'],
  [['b', 7], '3:8', '3:3'],
  [['none', 'of', 'these'], '1:1', '1:1'],
];
test.each(places)('the position of %j', (path, inJson, inYaml) => {
  const json = parseDescriptor('a.json', '{\n  "a": 1,\n  "b": [2, {"c": 3}]\n}');
  const yaml = parseDescriptor('a.yaml', 'a: 1\nb:\n  - 2\n  - c: 3\n');
  const placeIn = ({ file }: typeof json) => Object.values(file?.locate(path) ?? {}).join(':');
  expect([placeIn(json), placeIn(yaml)]).toEqual([inJson, inYaml]);
});

test('a file in Latin-1 is refused with its first byte that is not UTF-8', async () => {
  const folder = await makeProject({});
  await writeFile(join(folder, 'a.json'), Buffer.from('{\n  "größe": 1 }', 'latin1'));
  const { file, diagnostics } = await readDescriptorFile(folder, 'a.json', '.');
  expect(file).toBeUndefined();
  expect(diagnostics).toEqual([
    {
      code: 'E-JSON',
      file: 'a.json',
      pointer: '',
      line: 2,
      column: 6,
      found: 'the byte 0xf6 at offset 7, which is not UTF-8',
      accepted: 'a file in UTF-8 (RFC 8259 section 8.1); an older one is often in Latin-1',
    },
  ]);
});
