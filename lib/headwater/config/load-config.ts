/** Finds and loads the config of a project. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { membersOf } from '../shared/json/is-object.ts';
import { omitUndefined } from '../shared/json/omit.ts';
import type { Config } from './config.ts';
import { configRule } from './config-rules.ts';
import type { MemberPlace } from './member-places.ts';
import { type SettingProblem, shownValue } from './rules.ts';

/** In the root of a project. */
export const configFile = 'headwater.config.ts';

export interface LoadedConfig {
  /** Without members if there are problems. */
  readonly config: Config;
  readonly problems: readonly ConfigProblem[];
}

/** What is wrong with the file: a member of the config, or a line of the code. */
export interface ConfigProblem extends SettingProblem {
  /** Below the project. */
  readonly file: string;
  readonly at?: MemberPlace;
}

/**
 * A project without the file decides nothing. Node.js loads the module once per process.
 *
 * @param projectFolder an absolute path.
 */
export async function loadConfig(projectFolder: string): Promise<LoadedConfig> {
  const names: string[] = await readdir(projectFolder).catch(() => []);
  if (!names.includes(configFile)) return { config: {}, problems: names.flatMap(misnamed) };
  try {
    const module: unknown = await import(pathToFileURL(join(projectFolder, configFile)).href);
    const { default: exported } = membersOf(module);
    const problems = exported === undefined ? [noDefault] : configRule.check(exported, []);
    if (problems.length > 0) return refused(await placed(problems, projectFolder));
    // The rules have accepted all members.
    return { config: exported as Config, problems: [] };
  } catch (error) {
    return refused([describeFailure(error, projectFolder)]);
  }
}

const noDefault = { path: [], found: 'no default export', accepted: 'export default defineConfig({ … })' };

async function placed(problems: readonly SettingProblem[], projectFolder: string): Promise<ConfigProblem[]> {
  // A syntax that the parsers do not know yet costs the places alone.
  const placeOf = await placesIn(join(projectFolder, configFile)).catch(() => undefined);
  return problems.map((problem) => ({
    file: configFile,
    ...problem,
    ...omitUndefined({ at: placeOf?.(problem.path) }),
  }));
}

/** Its parsers are loaded on demand. */
async function placesIn(path: string) {
  const { memberPlaces } = await import('./member-places.ts');
  return memberPlaces(await readFile(path, 'utf8'));
}

function refused(problems: readonly ConfigProblem[]): LoadedConfig {
  return { config: {}, problems };
}

/** A config under another name would be ignored in silence. */
function misnamed(file: string): ConfigProblem[] {
  if (!/^headwater[.-]?config\b/i.test(file)) return [];
  return [{ file, path: [], found: 'a config that nothing reads', accepted: `the name ${configFile}` }];
}

/** Node.js begins the stack of a syntax error with its line; the stack of any other error names the line that threw. */
function describeFailure(error: unknown, projectFolder: string): ConfigProblem {
  const { message, stack } = error instanceof Error ? error : { message: shownValue(error), stack: '' };
  const root = pathToFileURL(join(projectFolder, '/')).href;
  const found = [...(stack ?? '').matchAll(/(file:\/\/\S+?):(\d+)(?::(\d+))?\)?$/gm)].find(([, url = '']) =>
    url.startsWith(root),
  );
  const [, url = `${root}${configFile}`, line = '1', column = '1'] = found ?? [];
  return {
    file: decodeURIComponent(url.slice(root.length)),
    path: [],
    at: { line: Number(line), column: Number(column) },
    found: (message.split('\n')[0] ?? '').replaceAll(join(projectFolder, '/'), ''),
    accepted: 'a module that Node.js can load',
  };
}
