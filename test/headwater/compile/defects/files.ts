/** Defects of files: invalid JSON, invalid YAML, or too large. */

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { planService } from '../../../../lib/headwater/compile/plan/plan-service.ts';
import type { Diagnostic, DiagnosticCode } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { readDescriptors } from '../../../../lib/headwater/compile/source/read-descriptors.ts';
import { soundService } from './sound-service.ts';

/** Path in descriptors/ -> text; undefined removes the file. */
type Files = Readonly<Record<string, string | Link | undefined>>;

interface Link {
  readonly linkTo: string;
}

export type FileDefect = readonly [name: string, files: Files, code: DiagnosticCode, place: string];

/** The diagnostics of the sound service after these files are added, replaced or removed. */
export async function diagnosticsOfFiles(files: Files): Promise<readonly Diagnostic[]> {
  const project = await mkdtemp(join(tmpdir(), 'headwater-'));
  try {
    const sound = Object.entries(soundService).map(([name, value]) => [
      `${name}.json`,
      JSON.stringify(value),
    ]);
    for (const [name, content] of Object.entries<string | Link | undefined>({
      ...Object.fromEntries(sound),
      ...files,
    })) {
      const path = join(project, 'descriptors', name);
      await mkdir(dirname(path), { recursive: true });
      if (typeof content === 'string') await writeFile(path, content);
      else if (content) await symlink(content.linkTo, path);
    }
    return planService(await readDescriptors(project, 'descriptors')).diagnostics;
  } finally {
    await rm(project, { recursive: true });
  }
}

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x, x]',
  ...[...'bcdefgh'].map(
    (name, at) => `${name}: &${name} [${Array(10).fill(`*${'abcdefg'[at]}`).join(', ')}]`,
  ),
].join('\n');

export const fileDefects: readonly FileDefect[] = [
  ['no listing', { 'api-docs.json': undefined }, 'E-FILE', 'api-docs.json:1:1'],
  [
    'a listing under another name',
    { 'api-docs.json': undefined, 'readme.md': '{}' },
    'E-FILE',
    'api-docs.json:1:1',
  ],
  ['a folder instead of a file', { 'pet.json': undefined, 'pet.json/x': '' }, 'E-FILE', 'pet.json:1:1'],
  ['a broken link', { 'pet.json': { linkTo: 'nothing.json' } }, 'E-FILE', 'pet.json:1:1'],
  ['a link to itself', { 'pet.json': { linkTo: 'pet.json' } }, 'E-FILE', 'pet.json:1:1'],
  ['a link out of the folder', { 'pet.json': { linkTo: '/etc/hostname' } }, 'E-FILE', 'pet.json:1:1'],
  ['a link to a device', { 'pet.json': { linkTo: '/dev/zero' } }, 'E-FILE', 'pet.json:1:1'],
  ['a resource twice', { 'pet.yaml': '{}' }, 'E-DUPLICATE', 'pet.yaml:1:1'],
  ['nothing', { 'pet.json': '' }, 'E-JSON', 'pet.json:1:1'],
  ['a truncated text', { 'pet.json': '{\n  "apis": [' }, 'E-JSON', 'pet.json:2:12'],
  ['an extra comma', { 'pet.json': '{\n  "apis": [],\n}' }, 'E-JSON', 'pet.json:3:1'],
  ['a missing comma', { 'pet.json': '{\n  "apis": []\n  "models": {}\n}' }, 'E-JSON', 'pet.json:3:3'],
  ['a comment', { 'pet.json': '{\n  // none\n  "apis": []\n}' }, 'E-JSON', 'pet.json:2:3'],
  ['single quotes', { 'pet.json': "{\n  'apis': []\n}" }, 'E-JSON', 'pet.json:2:3'],
  ['a number that JSON does not have', { 'pet.json': '{"x-timeout": NaN}' }, 'E-JSON', 'pet.json:1:15'],
  ['two values', { 'pet.json': '{"apis": []}\n{}' }, 'E-JSON', 'pet.json:2:1'],
  ['a line feed in a string', { 'pet.json': '{"apis": [], "x": "a\nb"}' }, 'E-JSON', 'pet.json:1:19'],
  ['a name twice', { 'pet.json': '{\n  "apis": [],\n  "apis": [{}]\n}' }, 'E-JSON', 'pet.json:3:3'],
  ['a listing that is not JSON', { 'api-docs.json': '{' }, 'E-JSON', 'api-docs.json:1:2'],
  ['a web page', { 'pet.json': '<!DOCTYPE html>' }, 'E-JSON', 'pet.json:1:1'],
  ['truncated YAML', { 'pet.json': undefined, 'pet.yaml': 'apis: [\n' }, 'E-JSON', 'pet.yaml:2:1'],
  ['a tab in YAML', { 'pet.json': undefined, 'pet.yaml': 'a:\n\tb: 1\n' }, 'E-JSON', 'pet.yaml:2:1'],
  [
    'a name twice in YAML',
    { 'pet.json': undefined, 'pet.yaml': 'apis: []\napis: [1]\n' },
    'E-JSON',
    'pet.yaml:2:1',
  ],
  [
    'two documents',
    { 'pet.json': undefined, 'pet.yaml': 'apis: []\n---\napis: []\n' },
    'E-JSON',
    'pet.yaml:2:1',
  ],
  ['an unknown anchor', { 'pet.json': undefined, 'pet.yaml': 'apis: *a\n' }, 'E-JSON', 'pet.yaml:1:7'],
  [
    'a type of another language',
    { 'pet.json': undefined, 'pet.yaml': 'apis: !!python/object:os.system {}\n' },
    'E-JSON',
    'pet.yaml:1:7',
  ],
  ['a YAML bomb', { 'pet.json': undefined, 'pet.yaml': bomb }, 'E-TOO-LARGE', 'pet.yaml:1:1'],
  [
    'a YAML list in itself',
    { 'pet.json': undefined, 'pet.yaml': 'apis: &a [*a]\n' },
    'E-TOO-LARGE',
    'pet.yaml:1:1',
  ],
  ['JSON nested too deep', { 'pet.json': '['.repeat(10_000) }, 'E-TOO-LARGE', 'pet.json:1:65'],
  [
    'YAML nested too deep',
    { 'pet.json': undefined, 'pet.yaml': '['.repeat(10_000) },
    'E-TOO-LARGE',
    'pet.yaml:1:1',
  ],
  ['too many bytes', { 'pet.json': ' '.repeat(16_777_217) }, 'E-TOO-LARGE', 'pet.json:1:1'],
  ['too many values', { 'pet.json': JSON.stringify(Array(500_001).fill(0)) }, 'E-TOO-LARGE', 'pet.json:1:1'],
];

export const fileWarnings: readonly FileDefect[] = [
  [
    'a name twice with equal values',
    { 'pet.json': `{"swaggerVersion": "1.2",\n${JSON.stringify({ ...soundService.pet }).slice(1)}` },
    'W-JSON',
    'pet.json:2:1',
  ],
];
