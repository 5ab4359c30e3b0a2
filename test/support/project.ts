/** A temporary project with its own descriptors and handlers, and this project's lib/. */

import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cleanUp } from './clean-up.ts';
import { repository } from './repository.ts';

/** Path in the project -> content; values other than strings are written as JSON. */
export type ProjectFiles = Readonly<Record<string, unknown>>;

export interface ProjectOptions {
  /** What headwater.config.ts exports: values that are JSON. */
  readonly settings?: unknown;
}

/** Makes a project that is deleted after the tests of the file. */
export async function makeProject(files: ProjectFiles, { settings }: ProjectOptions = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(repository, 'lib'), join(folder, 'lib'));
  await cp(join(repository, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  const imports = {
    '#generated/*': './.generated/*',
    '#handlers/*': './handlers/*',
    '#lib/*': './lib/*',
  };
  const config = settings === undefined ? {} : { 'headwater.config.ts': configText(settings) };
  await writeFiles(folder, { 'package.json': { type: 'module', imports }, ...config, ...files });
  return folder;
}

/** A config of values that are JSON. */
export function configText(settings: unknown): string {
  return `export default ${JSON.stringify(settings, null, 2)};\n`;
}

export async function writeFiles(folder: string, files: ProjectFiles): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(
      join(folder, path),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  }
}

/** The smallest listing. */
export const listing = { apiVersion: '1.0', basePath: '/v1' };

/** A declaration with one operation `GET /thing`, and the given changes. */
export function thing(
  operation: Readonly<Record<string, unknown>> = {},
  rest: Readonly<Record<string, unknown>> = {},
) {
  return {
    resourcePath: '/thing',
    apis: [
      {
        path: '/thing',
        operations: [
          { httpMethod: 'GET', nickname: 'read', responseClass: 'any', parameters: [], ...operation },
        ],
      },
    ],
    ...rest,
  };
}
