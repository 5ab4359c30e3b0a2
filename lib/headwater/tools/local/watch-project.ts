/** `npm run dev`: a change of a file of the project is a new build. */

import { once } from 'node:events';
import { relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { deploymentFiles } from '../../compile/aws/deployment.ts';
import { configFile } from '../../config/load-config.ts';
import { environmentFile } from './local-aws.ts';

const watchedPaths = [
  ...['descriptors', 'handlers', 'lib', 'package.json', 'tsconfig.json'],
  ...[configFile, environmentFile],
];

/** For the terminal. */
export const watchedText = 'descriptors/, handlers/, lib/ and the settings';
export const waitingForSave = `waiting for the next save in ${watchedText} …`;

/**
 * One save may cause several events, since editors write, rename and touch. The watcher drops changes of a file for 55 ms after
 * the one that it reports, so a build that began earlier could miss the last save.
 */
const settleMs = 60;

export interface ProjectWatch {
  /** Waits for a save after those that it has returned. @returns the files: paths below the project. */
  next(): Promise<readonly string[]>;
  /** Whether processes read the file when they start. @param configModules those that the config imports. */
  isSetting(path: string, configModules: readonly string[]): boolean;
}

/** Resolves when it sees each save. */
export async function watchProject(projectFolder: string): Promise<ProjectWatch> {
  const deployed = await deploymentFiles(projectFolder);
  const settings = [...deployed, configFile, environmentFile];
  const pathOf = (path: string) => relative(projectFolder, path).replaceAll(sep, '/');
  const watched = [...watchedPaths, ...deployed];
  // A folder that is watched by itself is no longer watched once it is replaced, as a checkout may do.
  const ignored = (path: string) => {
    const below = pathOf(path);
    return below !== '' && !watched.some((each) => isWithin(below, each) || isWithin(each, below));
  };
  const changed = new Set<string>();
  let settled = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(projectFolder, { ignored, ignoreInitial: true, atomic: false });
  watcher.on('all', (_event, path) => {
    changed.add(pathOf(path));
    clearTimeout(timer);
    timer = setTimeout(() => settled.resolve(), settleMs);
  });
  await once(watcher, 'ready');
  return {
    next: async () => {
      await settled.promise;
      settled = Promise.withResolvers();
      const paths = [...changed];
      changed.clear();
      return paths;
    },
    isSetting: (path, configModules) => settings.includes(path) || configModules.includes(path),
  };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
