/** Which framework has written the generated files: `npx headwater doctor` and every deployment read it. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../shared/json/is-object.ts';
import { generatedFolder, jsonText } from './emit/wiring/generated-files.ts';

export interface BuiltBy {
  /** The version of the package. */
  readonly version: string;
  /** Counts the forms of the generated files that the plugin reads. It may change between two commits of one version. */
  readonly format: number;
}

export const builtByPath = 'headwater.json';

/** The framework that runs. */
export const installed: BuiltBy = { version: versionIn('../package.json'), format: 1 };

export const builtByText = jsonText(installed);

/** @returns undefined without a build, and for a record that this version cannot read. */
export function readBuiltBy(projectFolder: string): BuiltBy | undefined {
  try {
    const record: unknown = JSON.parse(
      readFileSync(join(projectFolder, generatedFolder, builtByPath), 'utf8'),
    );
    if (!isObject(record)) return undefined;
    const { version, format } = record;
    return typeof version === 'string' && typeof format === 'number' ? { version, format } : undefined;
  } catch {
    return undefined;
  }
}

/** Says in one sentence that another framework has made the build. Undefined if this one has. */
export function describeOtherBuild(projectFolder: string): string | undefined {
  const built = readBuiltBy(projectFolder);
  const now = nameOf(installed);
  if (built === undefined) return `another version has made the build, and headwater ${now} is installed`;
  if (built.version === installed.version && built.format === installed.format) return undefined;
  return `headwater ${nameOf(built)} has made the build, and ${now} is installed`;
}

function nameOf({ version, format }: BuiltBy): string {
  return `${version} (format ${format})`;
}

function versionIn(manifest: string): string {
  return JSON.parse(readFileSync(join(import.meta.dirname, manifest), 'utf8')).version;
}
