/** Reads a file that the build has written for the deployment. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeOtherBuild } from '../../compile/built-by.ts';
import { generatedFolder } from '../../compile/emit/wiring/generated-files.ts';

interface BuiltService {
  readonly serviceDir: string;
  readonly classes: { readonly Error: new (message: string, code: string) => Error };
}

/** @throws an error of the framework without a build, and for a build of another version: only one version at a time is tested. */
export function readGenerated<Content>({ serviceDir, classes }: BuiltService, name: string): Content {
  const path = join(serviceDir, generatedFolder, name);
  if (!existsSync(path))
    throw new classes.Error('There is no build to deploy: run "npm run build" first.', 'HEADWATER_NO_BUILD');
  const other = describeOtherBuild(serviceDir);
  if (other !== undefined)
    throw new classes.Error(`Run "npm run build" first: ${other}.`, 'HEADWATER_OTHER_BUILD');
  return JSON.parse(readFileSync(path, 'utf8'));
}
