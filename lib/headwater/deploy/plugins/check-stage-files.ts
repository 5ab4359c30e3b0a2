/** Finds settings of stages that no deployment reads: it would use the defaults, or another table, and say nothing. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { isObject } from '../../shared/json/is-object.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';

const folder = 'lib/headwater/deploy/stages';
/** It reads the file of the stage and the file of all stages. */
const reader = 'settings.cjs';
const common = 'default.yml';

/** @returns the files and members that are not read, one a line; undefined if there are none. */
export function checkStageFiles(serviceFolder: string): string | undefined {
  const path = join(serviceFolder, folder);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(join(serviceFolder, 'serverless.yml'), 'utf8');
  const names = readdirSync(path).filter((name) => name !== reader);
  const found = text.includes(`file(./${folder}/${reader})`)
    ? [...names.flatMap(misnamed), ...unknownSettings(path, names)]
    : names.flatMap((name) => unreferenced(name, text));
  return found.length > 0 ? found.join('\n') : undefined;
}

function misnamed(name: string): string[] {
  if (name.endsWith('.yml')) return [];
  const stage = name.replace(/\..*$/, '');
  return [`${folder}/${name} is not read: the settings of the stage ${stage} are in ${folder}/${stage}.yml.`];
}

function unknownSettings(path: string, names: readonly string[]): string[] {
  const known = settingsIn(join(path, common));
  return names
    .filter((name) => name.endsWith('.yml'))
    .flatMap((name) => {
      const unknown = settingsIn(join(path, name)).filter((setting) => !known.includes(setting));
      return unknown.map((setting) => {
        const near = nearSpelling(setting, known);
        const guess = near === undefined ? '' : ` (did you mean ${near}?)`;
        return `${setting} in ${folder}/${name} is not a setting${guess}: ${folder}/${common} has all of them, with their defaults.`;
      });
    });
}

/** osls reports a malformed file. */
function settingsIn(path: string): string[] {
  if (!existsSync(path)) return [];
  const settings: unknown = parseDocument(readFileSync(path, 'utf8'), { logLevel: 'silent' }).toJS();
  return isObject(settings) ? Object.keys(settings) : [];
}

/** A serverless.yml of an earlier release names the file of each stage. */
function unreferenced(name: string, text: string): string[] {
  if (text.includes(`file(./${folder}/${name})`)) return [];
  return [
    `${folder}/${name} is not read: serverless.yml needs "params: { default: \${file(./${folder}/${reader})} }", which reads the file of each stage.`,
  ];
}
