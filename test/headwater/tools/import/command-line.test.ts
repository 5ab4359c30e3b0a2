/** The command line of `npx headwater`: which command is meant, what it is told, and what is refused. */

import { describe, expect, expectTypeOf, test } from 'vitest';
import config from '../../../../headwater.config.ts';
import type { CommandDeclaration } from '../../../../lib/headwater/shared/command-declaration.ts';
import { commandsOf, runCommand } from '../../../../lib/headwater/tools/cli/run-command.ts';
import {
  commandEntry,
  oneOf,
  parseCommandLine,
  wholeNumber,
} from '../../../../lib/headwater/tools/command-line/command-line.ts';
import { headwater } from '../../../support/command.ts';
import { repository } from '../../../support/repository.ts';

const drawCommand = {
  name: 'draw',
  summary: 'draws',
  arguments: {
    shape: { placeholder: 'SHAPE', description: 'a shape' },
    file: { placeholder: 'FILE', description: 'a file', isOptional: true },
  },
  options: {
    fast: { description: 'in a hurry' },
    title: { placeholder: 'TEXT', description: 'a title' },
    size: { placeholder: 'N', description: 'in cm', type: wholeNumber(1, 9), default: '3' },
    color: { placeholder: 'COLOR', description: 'a colour', type: oneOf('red', 'blue'), isRequired: true },
    'frame-of': { placeholder: 'N', description: 'a frame', type: wholeNumber(0, 5), isRepeatable: true },
  },
} as const satisfies CommandDeclaration;

describe('values are typed as declared:', () => {
  const none = { fast: false, title: undefined, size: 3, color: 'red', 'frame-of': [], file: undefined };
  const lines: readonly [args: string[], values: object][] = [
    [['circle', '--color', 'red'], { ...none, shape: 'circle' }],
    [
      ['--color=blue', 'circle', 'a.svg', '--fast'],
      { ...none, shape: 'circle', file: 'a.svg', color: 'blue', fast: true },
    ],
    [
      ['a', '--color=red', '--title=--fast', '--size', '9'],
      { ...none, shape: 'a', title: '--fast', size: 9 },
    ],
    [
      ['a', '--color=blue', '--color=red', '--frame-of', '0', '--frame-of=5'],
      { ...none, shape: 'a', 'frame-of': [0, 5] },
    ],
    [
      ['--color', 'red', '--title', '-', '--', '--fast', '-'],
      { ...none, shape: '--fast', file: '-', title: '-' },
    ],
  ];
  test.each(lines)('%j', (args, values) => {
    expect(parseCommandLine(drawCommand, args)).toEqual(values);
  });

  test('to the compiler, too', () => {
    const values = parseCommandLine(drawCommand, ['a', '--color', 'red']);
    expectTypeOf(values).branded.toEqualTypeOf<{
      readonly shape: string;
      readonly file: string | undefined;
      readonly fast: boolean;
      readonly title: string | undefined;
      readonly size: number;
      readonly color: 'red' | 'blue';
      readonly 'frame-of': readonly number[];
    }>();
  });
});

test.each([
  [['a', '--color', 'green'], '--color takes red or blue, not "green".'],
  [['a', '--color', 'red', '--size', '10'], '--size takes a whole number from 1 to 9, not "10".'],
  [
    ['a', '--color', 'red', '--frame-of', '5', '--frame-of', 'x'],
    '--frame-of takes a whole number from 0 to 5, not "x".',
  ],
  [
    ['a', '--size'],
    '--size takes a whole number from 1 to 9, but nothing follows it: npx headwater draw SHAPE [FILE]',
  ],
  [
    ['a'],
    '--color COLOR is required: npx headwater draw SHAPE [FILE] [--fast] [--title TEXT] [--size N] --color COLOR [--frame-of N]',
  ],
  [['a', '-f'], "Unknown option '-f': npx headwater draw"],
  [['a', '--hlep'], "Unknown option '--hlep' (did you mean --help?): npx headwater draw"],
  [['a', '--toString'], "Unknown option '--toString': npx headwater draw"],
  [['a', 'b', 'c'], 'One file at a time, not also "c": npx headwater draw'],
])('%j is refused', (args, sentence) => {
  expect(() => parseCommandLine(drawCommand, args)).toThrow(sentence);
});

describe('an invalid command line exits with code 2 and a sentence:', () => {
  const lines: readonly [args: string[], sentence: string][] = [
    [[], 'Which command?'],
    [['chekc', 'sound'], 'Unknown command "chekc" (did you mean check?).'],
    [['constructor'], 'Unknown command "constructor".'],
    [['constructor', '--help'], 'Unknown command "constructor".'],
    [['keys'], 'Which command?'],
    [['keys', '--json'], 'Which command?'],
    [['--strict', 'check'], 'Unknown command "--strict".'],
    [
      ['keys', '--json', 'list', '--stage', 'prod', '--data', 'x'],
      '--data is the folder of the local database; with --stage there is none.',
    ],
    [['keys', 'delete'], 'Unknown command "keys delete".'],
    [['keys', 'lst'], 'Unknown command "keys lst" (did you mean keys list?).'],
    [['check'], 'Which path? npx headwater check PATH [--strict] [--json]'],
    [['check', ''], 'Which path? npx headwater check PATH [--strict] [--json]'],
    [
      ['check', '--jsn', 'sound'],
      "Unknown option '--jsn' (did you mean --json?): npx headwater check PATH [--strict] [--json]",
    ],
    [['check', '--json=yes'], '--json takes no value: npx headwater check PATH [--strict] [--json]'],
    [
      ['check', 'sound', 'none'],
      'One path at a time, not also "none": npx headwater check PATH [--strict] [--json]',
    ],
    [
      ['init', 'sound', '--into'],
      '--into takes FOLDER, but nothing follows it: npx headwater init PATH [--fix] [--skip-unsupported] [--mock] [--into FOLDER]',
    ],
    [
      ['init', 'sound', '--into', '--fix'],
      '--into takes FOLDER, but --fix follows it: npx headwater init PATH [--fix] [--skip-unsupported] [--mock] [--into FOLDER]',
    ],
  ];
  test.each(lines)('%j', async (args, sentence) => {
    const { exitCode, output, complaint = '' } = await runCommand(args, config);
    expect([exitCode, output, complaint.split('\n')[0]]).toEqual([2, undefined, sentence]);
  });

  test('as a process', { tags: ['descriptors'] }, async () => {
    const { exitCode, output, complaint } = await headwater(repository, ['check', '--jsn']);
    expect([exitCode, output]).toEqual([2, '']);
    expect(complaint).toMatch(/^Unknown option '--jsn' .*\n$/);
  });
});

describe('help', () => {
  const ask = async (...args: string[]) => {
    const { exitCode, output = '', complaint } = await runCommand(args, config);
    expect([exitCode, complaint]).toEqual([0, undefined]);
    return output;
  };

  test.each([['--help'], ['-h'], ['help'], ['help', '--help']])(
    '%j %j has a line of each command',
    async (...args) => {
      const output = await ask(...args);
      const names = [...output.matchAll(/^ {2}([\w-]+(?: \w+)??)(?= +(?:\[?[A-Z]| \w))/gm)].map(
        ([, name]) => name,
      );
      expect(names).toEqual(commandsOf(config).map(({ declaration: { name } }) => name));
    },
  );

  test.each([
    ['check', '--help'],
    ['check', '-h'],
    ['--help', 'check'],
    ['check', 'sound', '--unknown', '--help'],
    ['help', 'check'],
  ])('%j %j is that of the command', async (...args) => {
    expect(await ask(...args)).toMatchInlineSnapshot(`
      "Usage: npx headwater check PATH [--strict] [--json]

      This command reports the problems of descriptors.

        PATH        an OpenAPI document, or a folder of Swagger or OpenAPI, with or without a listing
        --strict    exit with code 1 for warnings, too
        --json      print one JSON document instead of text
        -h, --help  show this help

      Exit codes: 0 success; 1 warnings with --strict; 2 errors in the input or in the command line."
    `);
  });

  test.each([
    ['keys', '--help'],
    ['help', 'keys'],
  ])('%j %j has a line of each command for keys', async (...args) => {
    const output = await ask(...args);
    expect(output.match(/^ {2}keys (?:create|list|revoke) /gm)).toHaveLength(3);
    expect(output).not.toContain('check');
  });

  test('names the index of the pages', async () => {
    expect(await ask('--help')).toMatch(/\n\nThe pages: docs\/headwater\/README\.md$/);
  });

  test('every line is at most 100 characters long', async () => {
    for (const { declaration } of commandsOf(config)) {
      const lines = (await ask('help', ...declaration.name.split(' '))).split('\n');
      expect(lines.filter((line) => line.length > 100)).toEqual([]);
    }
  });

  test('as a process', { tags: ['descriptors'] }, async () => {
    const { exitCode, output, complaint } = await headwater(repository, ['token', '--help']);
    expect([exitCode, complaint]).toEqual([0, '']);
    expect(output).toMatch(/^Usage: npx headwater token \[--scopes "SCOPE SCOPE"\]/);
    expect(output).not.toContain('verify');
  });
});

test('a service without commands of its own has those of the framework', async () => {
  expect((await runCommand(['preview', 'a.json'], {})).complaint).toMatch(/^Unknown command "preview"/);
  expect((await runCommand(['token', '--help'], {})).exitCode).toBe(0);
});

test('a command with the name of one of the framework is refused', async () => {
  const declaration = { name: 'check', summary: 'checks' } satisfies CommandDeclaration;
  const commands = [commandEntry(declaration, async () => async () => ({ exitCode: 0 }))];
  expect(await runCommand(['check', '--help'], { commands })).toEqual({
    complaint: 'The command "check" of headwater.config.ts has the name of a command of the framework.',
    exitCode: 2,
  });
});

test('a command that needs a build says so when there is none', async () => {
  const declaration = {
    name: 'count',
    summary: 'counts',
    arguments: {},
    options: {},
  } satisfies CommandDeclaration;
  const load = async () => {
    const message = "Cannot find module '/project/.generated/problems.ts'";
    throw Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
  };
  const project = { ...config, commands: [commandEntry(declaration, load)] };
  expect(await runCommand(['count'], project)).toEqual({
    complaint: 'This command needs files of a build, and there are none: run npm run build first.',
    exitCode: 2,
  });
});
