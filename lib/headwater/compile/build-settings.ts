/** The settings of a build: members of the project's config, and what holds without them. */

import { resolve } from 'node:path';
import type { BuildSettings } from '../config/config.ts';
import { modulesBelow, readConfig } from '../config/read-config.ts';
import { omitUndefined } from '../shared/json/omit.ts';
import { configDiagnostic } from './config-diagnostics.ts';
import type { Diagnostic } from './source/diagnostic.ts';

type Defaults = Required<Pick<BuildSettings, 'validation' | 'ignoreUnknownQuery' | 'strict' | 'public'>>;

export const defaultSettings: Defaults = {
  validation: true,
  ignoreUnknownQuery: false,
  strict: false,
  public: false,
};

export interface ReadSettings {
  readonly settings: BuildSettings & Defaults;
  readonly diagnostics: readonly Diagnostic[];
  /** The modules of the project that were loaded for the settings: paths below it. */
  readonly modules: readonly string[];
}

export async function readBuildSettings(projectFolder: string): Promise<ReadSettings> {
  const folder = resolve(projectFolder);
  const read = await readConfig(folder);
  return {
    settings: { ...defaultSettings, ...omitUndefined(read.settings) },
    diagnostics: read.problems.map(configDiagnostic),
    modules: modulesBelow(folder, read),
  };
}
