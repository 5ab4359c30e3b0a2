/**
 * Writes out the columns of a table of modules, so that a bundle has only the exports that it uses. esbuild removes an unused
 * export if its readers name it; of a module that is a value in a table, it keeps every export.
 *
 * @example
 * // `steps.table.ts`, whose `columnsOf` makes a table of each export while no bundler has run:
 * export const { run: runs, about: texts } = columnsOf({ trim, csv });
 * // is bundled as:
 * export const runs = { trim: trim.run, csv: csv.run };
 * export const texts = { trim: trim.about, csv: csv.about };
 */

import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const statement = /^export const \{([\w\s:,]+)\} = columnsOf\(\{([\w\s:,]+)\}\);$/m;

export const moduleTables: Plugin = {
  name: 'module-tables',
  setup({ initialOptions, onLoad }) {
    // Not every module of a table has all its columns; the types say which it must have.
    initialOptions.logOverride = { ...initialOptions.logOverride, 'import-is-undefined': 'silent' };
    // A package has it as JavaScript.
    onLoad({ filter: /\.table\.[jt]s$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const [whole, columns, rows] = statement.exec(source) ?? [];
      if (!whole || !columns || !rows)
        return { errors: [{ text: 'a table of modules has no `export const { … } = columnsOf({ … });`' }] };
      const modules = pairsOf(rows);
      const written = pairsOf(columns).map(([name, constant]) => {
        const members = modules.map(([key, module]) => `${key}: ${module}.${name}`);
        return `export const ${constant} = { ${members.join(', ')} };`;
      });
      return { contents: source.replace(whole, written.join('\n')), loader: 'default' };
    });
  },
};

/** @example pairsOf('a, b: c') // [['a', 'a'], ['b', 'c']] */
function pairsOf(members: string): readonly (readonly [name: string, value: string])[] {
  const written = members.split(',').map((member) => member.trim());
  return written
    .filter((member) => member !== '')
    .map((member) => {
      const [name = '', value = name] = member.split(/\s*:\s*/);
      return [name, value];
    });
}
