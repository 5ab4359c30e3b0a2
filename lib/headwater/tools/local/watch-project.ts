/** `npm run dev`: a change of a file of the project is a new build. */

import { once } from 'node:events';
import { relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { deploymentFiles } from '../../compile/aws/deployment.ts';
import { configFile } from '../../config/load-config.ts';
import { environmentFile } from './local-aws.ts';
import type { LocalBuilds } from './local-builds.ts';
import type { ServedBuilds } from './served-builds.ts';

const watchedPaths = [
  ...['descriptors', 'handlers', 'lib', 'package.json', 'tsconfig.json'],
  ...[configFile, environmentFile],
];

/**
 * One save may cause several events, since editors write, rename and touch. The watcher drops changes of a file for 55 ms after
 * the one that it reports, so a build that began earlier could miss the last save.
 */
const settleMs = 60;

/** @param served takes the changes. */
export async function watchProject(
  projectFolder: string,
  builds: LocalBuilds,
  served: ServedBuilds,
): Promise<void> {
  const deployed = await deploymentFiles(projectFolder);
  const isSetting = (path: string) =>
    deployed.includes(path) ||
    [configFile, environmentFile].includes(path) ||
    builds.configModules.includes(path);
  const changed = new Set<string>();
  const begin = () => {
    served.next([...changed].filter(isSetting));
    changed.clear();
  };
  const pathOf = (path: string) => relative(projectFolder, path).replaceAll(sep, '/');
  const watched = [...watchedPaths, ...deployed];
  // A folder that is watched by itself is no longer watched once it is replaced, as a checkout may do.
  const ignored = (path: string) => {
    const below = pathOf(path);
    return below !== '' && !watched.some((each) => isWithin(below, each) || isWithin(each, below));
  };
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(projectFolder, { ignored, ignoreInitial: true, atomic: false });
  watcher.on('all', (_event, path) => {
    changed.add(pathOf(path));
    clearTimeout(timer);
    timer = setTimeout(begin, settleMs);
  });
  await once(watcher, 'ready');
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
