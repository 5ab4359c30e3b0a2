/** `npx headwater print-template`: the CloudFormation template of a stack, as a deployment would send it. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { printTemplateCommand } from '../command-line/declared-commands.ts';
import { serverlessOutput } from './serverless.ts';

const templateFile = 'cloudformation-template-update-stack.json';

export async function printTemplate({
  stage,
  resource,
  json,
}: CommandLine<typeof printTemplateCommand>): Promise<CommandResult> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-template-'));
  try {
    const selection = resource === undefined ? [] : ['--param', `resource=${resource}`];
    await serverlessOutput(['package', '--package', folder, '--stage', stage, ...selection]);
    const template: unknown = JSON.parse(await readFile(join(folder, templateFile), 'utf8'));
    const output = json
      ? JSON.stringify(template, null, 2)
      : stringify(template, { aliasDuplicateObjects: false, version: '1.1' });
    return { output: output.trimEnd(), exitCode: 0 };
  } catch (error) {
    throw new CommandError(`The template of ${stage} cannot be made: ${(error as Error).message}`, 1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
