/** The maps of an installed package, by which debuggers and stacks name its sources. */

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

export interface PackageMaps {
  readonly count: number;
  /** Those that name a source in another place than beside the module, or do not contain it. */
  readonly strays: readonly string[];
}

export async function mapsOf(folder: string): Promise<PackageMaps> {
  const paths = globSync('**/*.map', { cwd: folder, exclude: ['node_modules'] });
  const strays: string[] = [];
  for (const path of paths) {
    const {
      sourceRoot = '',
      sources,
      sourcesContent,
    } = JSON.parse(await readFile(join(folder, path), 'utf8'));
    const places = sources.map((source: string) => posix.join(posix.dirname(path), sourceRoot, source));
    const isBeside = places.length === 1 && places[0] === path.replace(/\.js\.map$/, '.ts');
    if (!isBeside || typeof sourcesContent?.[0] !== 'string') strays.push(path);
  }
  return { count: paths.length, strays };
}
