/** The settings of a build: the member `headwater` of package.json. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, type Located, members, problemAt, quote, rootOf } from './check/located.ts';
import { nearSpelling } from './check/near-spelling.ts';
import type { Problem } from './problem.ts';
import { parseDescriptor } from './read/parse-descriptor.ts';

export interface BuildSettings {
  /**
   * Off: the functions hold no validators, and handlers get the raw strings
   * of path, query and headers, and the body as it was parsed.
   */
  readonly validation: boolean;
  /** A module below lib/ or handlers/ that exports `formatError`; see FormatError. */
  readonly errorFormatter?: string;
}

const defaults: BuildSettings = { validation: true };

export async function readBuildSettings(
  projectFolder: string,
): Promise<{ readonly settings: BuildSettings; readonly problems: readonly Problem[] }> {
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8').catch(() => '{}');
  const { file, problems } = parseDescriptor('package.json', text);
  const root = file && members(rootOf(file)).find(([key]) => key === 'headwater')?.[1];
  if (!root) return { settings: defaults, problems };
  return { settings: { ...defaults, ...settingsOf(root.value) }, problems: checkSettings(root) };
}

const accepted = {
  validation: { description: 'true or false', isValid: (value: unknown) => typeof value === 'boolean' },
  errorFormatter: {
    description: 'the path of a module below lib/ or handlers/, such as "lib/format-error.ts"',
    isValid: (value: unknown) =>
      typeof value === 'string' && /^(?:lib|handlers)\/(?!.*\.\.).+\.ts$/.test(value),
  },
} as const satisfies Record<keyof BuildSettings, unknown>;

function checkSettings(root: Located): Problem[] {
  const names = Object.keys(accepted);
  if (!isObject(root.value))
    return [problemAt(root, 'E-SETTING', quote(root.value), 'an object of settings')];
  return members(root).flatMap(([key, node]) => {
    const setting = Object.hasOwn(accepted, key) ? accepted[key as keyof typeof accepted] : undefined;
    if (!setting) {
      const meant = nearSpelling(key, names) ?? `one of ${names.join(', ')}`;
      return [problemAt(node, 'E-SETTING', `the unknown setting ${quote(key)}`, meant)];
    }
    return setting.isValid(node.value)
      ? []
      : [problemAt(node, 'E-SETTING', quote(node.value), setting.description)];
  });
}

/** checkSettings has reported what is not of this type, and the build stops for it. */
function settingsOf(value: unknown): Partial<BuildSettings> {
  return isObject(value) ? (value as Partial<BuildSettings>) : {};
}
