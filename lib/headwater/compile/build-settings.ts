/** The settings of a build: members of the project's config, and what holds without them. */

import { resolve } from 'node:path';
import type { BuildSettings } from '../config/config.ts';
import { projectNamesOf } from '../config/names.ts';
import { modulesBelow, readConfig } from '../config/read-config.ts';
import { omitUndefined } from '../shared/json/omit.ts';
import { type ProjectNames, standardNames } from '../shared/project-names.ts';
import { configDiagnostic } from './config-diagnostics.ts';
import type { Diagnostic } from './source/diagnostic.ts';

export interface ResolvedSettings extends BuildSettings {
  readonly validation: boolean;
  readonly ignoreUnknownQuery: boolean;
  readonly strict: boolean;
  readonly public: boolean;
  readonly names: ProjectNames;
}

export const defaultSettings: ResolvedSettings = {
  validation: true,
  ignoreUnknownQuery: false,
  strict: false,
  public: false,
  names: standardNames,
};

export interface ReadSettings {
  readonly settings: ResolvedSettings;
  readonly diagnostics: readonly Diagnostic[];
  /** The modules of the project that were loaded for the settings: paths below it. */
  readonly modules: readonly string[];
}

export async function readBuildSettings(projectFolder: string): Promise<ReadSettings> {
  const folder = resolve(projectFolder);
  const read = await readConfig(folder);
  return {
    settings: { ...defaultSettings, ...omitUndefined(read.settings), names: projectNamesOf(read.settings) },
    diagnostics: read.problems.map(configDiagnostic),
    modules: modulesBelow(folder, read),
  };
}
