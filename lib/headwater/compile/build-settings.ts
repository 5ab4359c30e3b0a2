/** The settings of a build: the member `headwater` of package.json. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../shared/json/is-object.ts';
import { nearSpelling } from '../shared/json/near-spelling.ts';
import { type CorsSettings, checkCors } from './aws/cors-settings.ts';
import type { EmitSettings } from './emit/openapi/emit-settings.ts';
import { type Diagnostic, ignore } from './source/diagnostic.ts';
import { parseDescriptor } from './source/read-descriptors.ts';
import { quote, rootOf, type SourceNode } from './source/source-node.ts';

interface BuildSettings extends EmitSettings {
  /** Whether warnings of descriptors fail the build like errors. */
  readonly strict: boolean;
  /** Whether operations without an access rule may be deployed. */
  readonly public: boolean;
  /** If absent, only pages of the service's own origin may read responses. */
  readonly cors?: CorsSettings;
}

export const defaultSettings: BuildSettings = {
  validation: true,
  ignoreUnknownQuery: false,
  strict: false,
  public: false,
};

export async function readBuildSettings(
  projectFolder: string,
): Promise<{ readonly settings: BuildSettings; readonly diagnostics: readonly Diagnostic[] }> {
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8').catch(() => '{}');
  const { file, diagnostics } = parseDescriptor('package.json', text);
  const root = file && rootOf(file, ignore).member('headwater');
  if (!root) return { settings: defaultSettings, diagnostics };
  return { settings: { ...defaultSettings, ...settingsOf(root.value) }, diagnostics: checkSettings(root) };
}

/** By setting: what is wrong with its value. */
export const settingChecks: Readonly<Record<keyof BuildSettings, (node: SourceNode) => Diagnostic[]>> = {
  validation: checkFlag,
  ignoreUnknownQuery: checkFlag,
  strict: checkFlag,
  public: checkFlag,
  errorFormatter: (node) => {
    if (typeof node.value === 'string' && /^(?:lib|handlers)\/(?!.*\.\.).+\.ts$/.test(node.value)) return [];
    const path = 'the path of a module below lib/ or handlers/, such as "lib/format-error.ts"';
    return [node.diagnose('E-SETTING', quote(node.value), path)];
  },
  cors: checkCors,
};

function checkFlag(node: SourceNode): Diagnostic[] {
  return typeof node.value === 'boolean'
    ? []
    : [node.diagnose('E-SETTING', quote(node.value), 'true or false')];
}

function checkSettings(root: SourceNode): Diagnostic[] {
  const names = Object.keys(settingChecks);
  if (!isObject(root.value)) return [root.diagnose('E-SETTING', quote(root.value), 'an object of settings')];
  return root.members().flatMap(([key, node]) => {
    if (Object.hasOwn(settingChecks, key)) return settingChecks[key as keyof BuildSettings](node);
    const meant = nearSpelling(key, names) ?? `one of ${names.join(', ')}`;
    return [node.diagnose('E-SETTING', `the unknown setting ${quote(key)}`, meant)];
  });
}

/** Reads the settings. `checkSettings` has reported values of other types, which stop the build. */
function settingsOf(value: unknown): Partial<BuildSettings> {
  return isObject(value) ? (value as Partial<BuildSettings>) : {};
}
