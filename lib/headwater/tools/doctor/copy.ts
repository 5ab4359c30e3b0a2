/** A copy of the framework in a project from the time before the package. The project has its own code beside it, in `service/`. */

import { globSync } from 'node:fs';
import type { Finding, Project, ProjectCheck } from './finding.ts';

const folders = ['build', 'client', 'data', 'deploy', 'run', 'shared', 'tools'];

/** A module that each copy has. */
const mark = 'lib/tools/cli/headwater.ts';

/** What code of a project imported of it. */
export const copiedModules = new RegExp(`^(?:lib/(?:${folders.join('|')})|test/support)/`);

const copiedOthers = /^(?:bench|docs|test)\/(?!service\/)/;

export function hasCopy({ read }: Project): boolean {
  return read(mark) !== undefined;
}

/** Whether a file of a project with a copy belongs to that. */
export function isCopied(path: string): boolean {
  return copiedModules.test(path) || copiedOthers.test(path);
}

export const checkCopy: ProjectCheck = (project) => {
  if (!hasCopy(project)) return [];
  const present = folders.map((name) => `lib/${name}`).filter((path) => isPresent(project, path));
  const copy = {
    file: mark,
    offset: 0,
    found: 'a copy of the framework',
    change: `git rm -r ${present.join(' ')}, and its tests, bench/ and docs/, once nothing imports them`,
  };
  return [...stageFindings(project), copy];
};

function stageFindings({ folder }: Project): Finding[] {
  return globSync('lib/deploy/stages/*.yml', { cwd: folder })
    .toSorted()
    .map((file) => ({
      file,
      offset: 0,
      found: 'settings of a stage',
      change: 'move what you have changed to "stages" of headwater.config.ts',
    }));
}

function isPresent({ folder }: Project, path: string): boolean {
  return globSync(path, { cwd: folder }).length > 0;
}
