/** `npx headwater new DIR`: a project with this framework, and without the service that this project carries. */

import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { newCommand } from '../command-line/declared-commands.ts';
import { newFiles } from './new-files.ts';

const home = resolve(import.meta.dirname, '../../../..');

const copiedParts = [
  '.ci',
  '.github',
  '.gitignore',
  'CONTRIBUTING.md',
  'LICENSE',
  'bench',
  'biome.json',
  'docs',
  'lib',
  'package-lock.json',
  'package.json',
  'test',
  'tsconfig.json',
  'tsconfig.scripts.json',
  'vitest.config.ts',
];

/** The service in each of the folders that the framework shares with it. */
const servicePath = /^(?:bench|docs|lib|test)\/(?:ingest|service)(?:\/|$)/;

/** A name of a package, which is also the beginning of the names of stacks, functions and tables. */
const namePattern = /^[a-z][a-z0-9-]{0,30}$/;

export async function newProject({ folder }: CommandLine<typeof newCommand>): Promise<CommandResult> {
  const project = resolve(folder);
  const name = basename(project);
  if (!namePattern.test(name)) {
    const accepted = 'a letter, then at most 30 lower-case letters, digits and hyphens';
    throw new CommandError(`${name} is not a name for a service; accepted: ${accepted}.`);
  }
  if (!relative(home, project).startsWith('..'))
    throw new CommandError(`${folder} is within this project; name a folder beside it.`);
  await requireEmpty(project, folder);
  await mkdir(project, { recursive: true });
  for (const part of copiedParts)
    await cp(join(home, part), join(project, part), { recursive: true, filter: isCopied });
  await rewrite(join(project, 'package.json'), (text) => packageText(JSON.parse(text), name));
  // The lock begins with the name of the project, twice.
  await rewrite(join(project, 'package-lock.json'), (text) =>
    text
      .replace(/^ {2}"name": ".*"/m, `  "name": "${name}"`)
      .replace(/^ {6}"name": ".*"/m, `      "name": "${name}"`),
  );
  for (const [path, content] of newFiles(name)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), content);
  }
  const output = [
    `${folder}: a project without resources.`,
    `Next: cd ${folder} && npm ci && npm start`,
    'docs/tutorial.md adds a resource, step by step.',
  ].join('\n');
  return { output, exitCode: 0 };
}

async function requireEmpty(project: string, folder: string): Promise<void> {
  const names = await readdir(project).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw new CommandError(`${folder} cannot be used (${cause.code}).`, 1);
  });
  if (names.length > 0) throw new CommandError(`${folder} is not empty, so nothing was written.`, 1);
}

/** Neither the service nor what a build or an installation makes. */
function isCopied(path: string): boolean {
  const own = relative(home, path).replaceAll('\\', '/');
  return !servicePath.test(own) && basename(path) !== 'node_modules';
}

async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
}

/** Leaves out the scripts that run or test the service. */
function packageText(ours: Package, name: string): string {
  const scripts = Object.entries(ours.scripts).filter(
    ([, command]) => !command.split(/[ ;]/).some((word) => servicePath.test(word)),
  );
  const own = { name, description: `The service ${name}`, scripts: Object.fromEntries(scripts) };
  return `${JSON.stringify({ ...ours, ...own }, null, 2)}\n`;
}
