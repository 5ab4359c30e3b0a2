/** Reads a file that the build has written for the deployment. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFolder } from '../../compile/emit/wiring/generated-files.ts';

interface BuiltService {
  readonly serviceDir: string;
  readonly classes: { readonly Error: new (message: string, code: string) => Error };
}

/** @throws an error of the framework without a build. */
export function readGenerated<Content>({ serviceDir, classes }: BuiltService, name: string): Content {
  const path = join(serviceDir, generatedFolder, name);
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  throw new classes.Error('There is no build to deploy: run "npm run build" first.', 'HEADWATER_NO_BUILD');
}
