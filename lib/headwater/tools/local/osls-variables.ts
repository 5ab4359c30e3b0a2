/** Variables of osls in serverless.yml, such as `${env:PAYMENT, ssm:/shop/payment}`: what they are on this machine. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../command-line/command-line.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Sources that ask AWS, with the credentials of whoever deploys. */
const askingAws = /^(?:ssm|secretsmanager|s3|cf|aws)\b[:({.]/;

/**
 * The first alternative that has a value here. Undefined if osls computes it; `aws` if only AWS knows it.
 *
 * @param text of one variable, without other text around it.
 * @example valueOnMachine("${env:STAGE_NAME, 'local'}", {}) // { value: 'local' }
 */
export function valueOnMachine(
  text: string,
  environment: Environment,
): { value: string } | 'aws' | undefined {
  const [, inner = ''] = /^\$\{([^{}]*)\}$/s.exec(text.trim()) ?? [];
  for (const alternative of inner.split(',').map((part) => part.trim())) {
    const [, name = ''] = /^env:(\w+)$/.exec(alternative) ?? [];
    const [, literal] = /^(?:'(.*)'|"(.*)")$/s.exec(alternative)?.filter((part) => part !== undefined) ?? [];
    const value = name === '' ? literal : environment[name];
    if (value !== undefined) return { value };
    if (askingAws.test(alternative)) return 'aws';
    if (name === '') return undefined;
  }
  return undefined;
}

/**
 * osls would ask AWS for minutes: this machine has no credentials for it, and functions get those of the local database.
 *
 * @param environment with the variables of `.env`.
 * @throws CommandError naming the line.
 */
export async function refuseAskingAws(projectFolder: string, environment: Environment): Promise<void> {
  const text = await readFile(join(projectFolder, 'serverless.yml'), 'utf8').catch(() => '');
  for (const [at, line] of text.split('\n').entries()) {
    // In a comment it is no variable.
    const variables = line.replace(/(?:^|\s)#.*$/, '').match(/\$\{[^{}]*\}/g) ?? [];
    const asking = variables.find((variable) => valueOnMachine(variable, environment) === 'aws');
    if (asking === undefined) continue;
    const inner = asking.slice(2, -1);
    throw new CommandError(
      `serverless.yml:${at + 1} reads ${asking}, which only AWS knows. Name a value for this machine first, such as \${env:NAME, ${inner.replace(/^env:\w+,\s*/, '')}}, with NAME in .env; or declare a secret in headwater.config.ts, which only the functions that use it may read (docs/secrets.md of the package headwater).`,
      1,
    );
  }
}
