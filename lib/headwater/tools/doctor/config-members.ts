/** Members of headwater.config.ts that other files had before. */

import { configFile } from '../../config/load-config.ts';
import type { FileEdit, Project } from './finding.ts';

const emptyConfig = `import { defineConfig } from 'headwater/config';

export default defineConfig({});
`;

/** @returns undefined if the config has such a member already, or another form than `defineConfig({ … })`: people then write it. */
export function addToConfig(
  { read }: Project,
  members: Readonly<Record<string, unknown>>,
): readonly FileEdit[] | undefined {
  const present = read(configFile);
  const text = present ?? emptyConfig;
  const object = /defineConfig\(\{(\s*\})?/.exec(text);
  const isTaken = Object.keys(members).some((name) => new RegExp(`(?<![\\w$.])${name}\\s*[:,}(]`).test(text));
  if (!object || isTaken) return undefined;
  const [opening, end] = object;
  const lines = Object.entries(members).map(([name, value]) => `\n  ${name}: ${literal(value)},`);
  const start = object.index + 'defineConfig({'.length;
  const content = `${lines.join('')}${end === undefined ? '' : '\n'}`;
  const length = end === undefined ? 0 : opening.length - 'defineConfig({'.length - '}'.length;
  if (present !== undefined) return [{ file: configFile, offset: start, length, content }];
  const whole = `${text.slice(0, start)}${content}${text.slice(start + length)}`;
  return [{ file: configFile, offset: 0, length: 0, content: whole }];
}

/** As people write it: names without quotes, texts in single ones. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([a-zA-Z_$][\w$]*)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\'])*)"(?=,?$)/gm, "'$1'")
    .replaceAll(/(?<=[^{[,])$(?=\n\s*[}\]])/gm, ',')
    .replaceAll('\n', '\n  ');
}
