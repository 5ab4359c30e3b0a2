/** `npx headwater new DIR`: a project of a few files that depends on the framework. */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { membersOf } from '../../shared/json/is-object.ts';
import { ownMember } from '../../shared/json/own-member.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { newCommand } from '../command-line/declared-commands.ts';
import { importApi } from '../import/init.ts';
import { listingPath } from '../import/scaffold/scaffold.ts';

/** The files of a project. Words in capitals stand for what is its own. */
const template = join(import.meta.dirname, 'template');

/** What a project has of another API instead, and what it has only then. */
const ofExample = /^(?:descriptors|handlers)\/|greeting/;
const ofImported = 'test/service.test.ts';
/** The README calls the example. */
const callOfExample = /\n```console\n.*?\n```\n/s;

/** Files that npm and Node.js would take for their own within the package have other names there. */
const renamed: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  'package.template.json': 'package.json',
};

/** A name of a package, which is also the beginning of the names of stacks, functions and tables. */
const namePattern = /^[a-z][a-z0-9-]{0,30}$/;

export async function newProject({ folder, from }: CommandLine<typeof newCommand>): Promise<CommandResult> {
  const project = resolve(folder);
  const name = basename(project);
  if (!namePattern.test(name)) {
    const accepted = 'a letter, then at most 30 lower-case letters, digits and hyphens';
    throw new CommandError(`${name} is not a name for a service; accepted: ${accepted}.`);
  }
  await requireEmpty(project, folder);
  const imported =
    from === undefined
      ? undefined
      : await importApi(project, { path: from, fix: true, 'skip-unsupported': true, mock: true });
  if (imported && imported.exitCode !== 0) return imported;
  const values = { ...(await versions()), NAME: name, BASE: await basePath(imported ? project : template) };
  for (const path of await templateFiles()) {
    if (imported ? ofExample.test(path) : path === ofImported) continue;
    const text = await readFile(join(template, path), 'utf8');
    const target = join(project, ownMember(renamed, path) ?? path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, filledIn(imported ? text.replace(callOfExample, '') : text, values));
  }
  const next = `Next: cd ${folder} && npm install && npm start`;
  return { ...imported, output: [`${folder}: a new service.`, next].join('\n'), exitCode: 0 };
}

async function requireEmpty(project: string, folder: string): Promise<void> {
  const names = await readdir(project).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw new CommandError(`${folder} cannot be used (${cause.code}).`, 1);
  });
  if (names.length > 0) throw new CommandError(`${folder} is not empty, so nothing was written.`, 1);
}

async function templateFiles(): Promise<string[]> {
  const entries = await readdir(template, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) =>
    join(parentPath, name)
      .slice(template.length + 1)
      .replaceAll('\\', '/'),
  );
}

/** @param folder of the project, or of the template with its example. */
async function basePath(folder: string): Promise<string> {
  const listing = await readFile(join(folder, listingPath), 'utf8');
  return String(membersOf(JSON.parse(listing))['basePath'] ?? '').replace(/\/$/, '');
}

/** A new project has the versions with which this framework was built and tested. */
async function versions(): Promise<Readonly<Record<string, string>>> {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const dependencies = membersOf(manifest.dependencies);
  return {
    VERSION: `^${manifest.version}`,
    TYPESCRIPT: String(dependencies['typescript']),
    TYPES: String(dependencies['@types/node']),
  };
}

/** @example filledIn('service: NAME', { NAME: 'bookmarks' }) // 'service: bookmarks' */
function filledIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\b[A-Z]{4,}\b/g, (word) => values[word] ?? word);
}
