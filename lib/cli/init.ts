/** `npx headwater init DIR`: a foreign Swagger 1.x API becomes descriptors and handlers of a project. */

import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { checkService } from '../build/check/check-service.ts';
import { describeProblem, sortProblems } from '../build/problem.ts';
import { readForeignDescriptors } from '../build/read/read-foreign-descriptors.ts';
import { listingPath, scaffold } from '../build/scaffold/scaffold.ts';
import {
  CommandError,
  type CommandResult,
  count,
  countProblems,
  parseCommandLine,
  placedIn,
} from './command.ts';

const options = { mock: { type: 'boolean' }, into: { type: 'string' } } as const;

type Files = ReadonlyMap<string, string | Uint8Array>;

export async function init(args: readonly string[]): Promise<CommandResult> {
  const { values, folder } = parseCommandLine(args, options, 'init DIR [--mock] [--into FOLDER]');
  const project = resolve(values.into ?? '.');
  await requireProject(project);
  const root = resolve(folder);
  const foreign = await readForeignDescriptors(root);
  const { service, problems } = checkService(foreign);
  const report = placedIn(folder, sortProblems(problems)).map((problem) => `${describeProblem(problem)}\n`);
  if (!service)
    return {
      complaint: [...report, `${countProblems(problems)}; nothing was written.`].join('\n'),
      exitCode: 2,
    };
  const files = await scaffold({ root, foreign, service, mock: values.mock === true });
  const isListed = await exists(project, listingPath);
  if (isListed) files.delete(listingPath);
  await refuseToOverwrite(project, files);
  await write(project, files);
  return {
    complaint: report.join('\n'),
    output: summarize(files, isListed, values.mock === true),
    exitCode: 0,
  };
}

/** Handlers import from it. */
async function requireProject(project: string): Promise<void> {
  if (await exists(project, 'lib/errors.ts')) return;
  const advice = 'run this in a clone of Headwater, or name one with --into';
  throw new CommandError(`${project} is no project: it has no lib/errors.ts; ${advice}.`, 1);
}

/** A descriptor is also in the way under another ending, or in other letter case: it would be the same resource. */
async function refuseToOverwrite(project: string, files: Files): Promise<void> {
  const present = await readdir(join(project, 'descriptors')).catch(() => []);
  const taken: string[] = [];
  for (const path of files.keys()) {
    const like = present.find((name) => stem(`descriptors/${name}`) === stem(path));
    if (like !== undefined) taken.push(`descriptors/${like}`);
    else if (await exists(project, path)) taken.push(path);
  }
  if (taken.length === 0) return;
  const list = taken.map((path) => `  ${path}`).join('\n');
  throw new CommandError(`These files are there already, so nothing was written:\n${list}`, 1);
}

function stem(path: string): string {
  return path.replace(/\.\w+$/, '').toLowerCase();
}

async function exists(project: string, path: string): Promise<boolean> {
  return access(join(project, path)).then(
    () => true,
    () => false,
  );
}

async function write(project: string, files: Files): Promise<void> {
  for (const [path, content] of files) {
    try {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), content, { flag: 'wx' });
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      throw new CommandError(`${path} cannot be written (${code ?? message}).`, 1);
    }
  }
}

function summarize(files: Files, isListed: boolean, mock: boolean): string {
  const handlers = [...files.keys()].filter((path) => path.startsWith('handlers/')).length;
  const descriptors = files.size - handlers;
  const answer = mock ? 'answer with an example' : 'answer 501';
  return [
    `Wrote ${count(descriptors, 'descriptor')} and ${count(handlers, 'handler')}, which ${answer}.`,
    ...(isListed ? [`${listingPath} was there and is as it was.`] : []),
    'Next: npm start',
  ].join('\n');
}
