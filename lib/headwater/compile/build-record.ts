/**
 * A record beside the generated files: all files that went into the last build, and all that it wrote, by their
 * content. While they are the same, a build has nothing to do. It holds in a copy of the project, too.
 */

import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { configFile } from '../config/load-config.ts';
import { deploymentFiles } from './aws/deployment.ts';
import type { BuildSession } from './build-session.ts';
import { installed } from './built-by.ts';
import { isSourceFile, listFiles, mayHaveChanged } from './bundle/known-files.ts';
import { generatedFolder } from './emit/wiring/generated-files.ts';
import type { BuildExtras, BuildResult } from './pipeline.ts';

/** Path below a folder -> what differs after each change. */
type Digests = ReadonlyMap<string, string>;

interface BuildRecord {
  readonly reader: string;
  readonly inputs: Digests;
  readonly outputs: Digests;
  readonly result: BuildResult;
}

/** All of their files count, also new ones. */
const inputFolders = ['descriptors', 'handlers', 'lib'];

/** It has the version of the framework, which stands for all that the build itself consists of. */
const frameworkManifest = resolve(import.meta.dirname, '../package.json');

/** A tsconfig.json that extends a file which the record does not name. The framework's own file changes with its version. */
const extendsFile = /"extends"\s*:(?!\s*"headwater\/)/;

const recordFile = 'last-build.bin';
const recordPath = (projectFolder: string) => join(projectFolder, generatedFolder, recordFile);

/** What reads the input, and this record: another version may give its members other forms. */
const readerOf = ({ form = 'minified' }: BuildExtras) => JSON.stringify([installed, process.version, form]);

/**
 * The result of the last build, unless something has changed since: an input, a generated file or an option.
 *
 * @param anyOf What the options may have been.
 */
export async function findRecord(
  projectFolder: string,
  ...anyOf: readonly BuildExtras[]
): Promise<BuildResult | undefined> {
  const content = await readFile(recordPath(projectFolder)).catch(() => undefined);
  const record = content && parseRecord(content);
  const asked = anyOf.find((extras) => readerOf(extras) === record?.reader);
  if (!record || !asked || (record.result.isUnchecked && asked.types !== 'later')) return undefined;
  const inputs = await digestInputs(projectFolder, record.inputs.keys());
  if (!isSame(record.inputs, inputs)) return undefined;
  return isSame(record.outputs, await digestOutputs(projectFolder)) ? record.result : undefined;
}

/** @param since ms since 1970: the start of the build. It may have read an older content of a file that has changed later. */
export async function writeRecord(
  projectFolder: string,
  extras: BuildExtras,
  { session, result, since }: { session: BuildSession; result: BuildResult; since: number },
): Promise<void> {
  const { bundles, pages, checked, config } = session;
  const options = await readFile(join(projectFolder, 'tsconfig.json'), 'utf8').catch(() => '');
  if (!(checked.fingerprints || result.isUnchecked) || extendsFile.test(options)) return;
  const read = [...(checked.fingerprints?.keys() ?? []), ...bundles.inputs(), ...pages.inputs()];
  const framework = relative(resolve(projectFolder), frameworkManifest);
  const named = [...read, framework, configFile, ...config];
  const inputs = await digestInputs(projectFolder, [...named, ...(await deploymentFiles(projectFolder))]);
  const changedAt = (path: string) =>
    statSync(resolve(projectFolder, path), { throwIfNoEntry: false })?.ctimeMs ?? 0;
  if ([...inputs.keys()].some((path) => mayHaveChanged(changedAt(path), since))) return;
  const outputs = await digestOutputs(projectFolder);
  const record: BuildRecord = { reader: readerOf(extras), inputs, outputs, result };
  await writeFile(recordPath(projectFolder), serialize(record));
}

/** To be called before a generated file is written. */
export function forgetRecord(projectFolder: string): Promise<void> {
  return rm(recordPath(projectFolder), { force: true });
}

/** Undefined for a file that another version of Node.js has written, or only a part of one. */
function parseRecord(content: Uint8Array): BuildRecord | undefined {
  try {
    return deserialize(content);
  } catch {
    return undefined;
  }
}

/** @param named further files that the build has read, or looked for. */
async function digestInputs(projectFolder: string, named: Iterable<string>): Promise<Digests> {
  const listed = inputFolders.map(async (folder) =>
    (await listFiles(join(projectFolder, folder))).map((path) => `${folder}/${path}`),
  );
  const paths = [...(await Promise.all(listed)).flat(), ...[...named].filter(isSourceFile)];
  return digest(projectFolder, paths);
}

async function digestOutputs(projectFolder: string): Promise<Digests> {
  const folder = join(projectFolder, generatedFolder);
  return digest(
    folder,
    (await listFiles(folder)).filter((path) => path !== recordFile),
  );
}

/** Thousands of small files: waiting for each of them takes longer than reading. */
function digest(folder: string, paths: readonly string[]): Digests {
  return new Map(paths.map((path) => [path, digestOf(resolve(folder, path))]));
}

function digestOf(path: string): string {
  try {
    // Reading a pipe would wait for a writer.
    return statSync(path).isFile() ? hash('sha256', readFileSync(path)) : 'no file';
  } catch {
    return 'no file';
  }
}

function isSame(one: Digests, other: Digests): boolean {
  return one.size === other.size && [...one].every(([path, digest]) => other.get(path) === digest);
}
