/** What the build and the config of a project say themselves. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { builtByPath, describeOtherBuild } from '../../compile/built-by.ts';
import { generatedFolder } from '../../compile/emit/wiring/generated-files.ts';
import { readConfig } from '../../config/read-config.ts';
import type { ProjectCheck } from './finding.ts';

/** Emitted files are never edited: a build makes them anew. */
export const checkBuild: ProjectCheck = ({ folder }) => {
  if (!existsSync(join(folder, generatedFolder))) return [];
  const other = describeOtherBuild(folder);
  const file = `${generatedFolder}/${builtByPath}`;
  return other === undefined ? [] : [{ file, offset: 0, found: other, change: 'npm run build' }];
};

/** A build reports the same problems. */
export const checkConfig: ProjectCheck = async ({ folder, read }) => {
  const { problems } = await readConfig(folder);
  return problems.map(({ file, path, at, found, accepted }) => ({
    file,
    offset: at === undefined ? 0 : offsetIn(read(file) ?? '', at.line),
    found: path.length === 0 ? found : `${path.join('.')}: ${found}`,
    change: accepted,
  }));
};

function offsetIn(text: string, line: number): number {
  return text
    .split('\n')
    .slice(0, line - 1)
    .reduce((offset, { length }) => offset + length + 1, 0);
}
