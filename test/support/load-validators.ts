import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { build } from 'esbuild';
import { repository } from './repository.ts';

/** Bundles emitted validators, as the build does to add their helpers. */
export async function loadValidators(sources: readonly string[]): Promise<readonly ValidateFunction[]> {
  const folder = await mkdtemp(join(repository, 'node_modules', '.validators-'));
  try {
    await Promise.all(sources.map((source, index) => writeFile(join(folder, `v${index}.mjs`), source)));
    const imports = sources.map((_, index) => `import { validate as v${index} } from './v${index}.mjs';`);
    const contents = `${imports.join('\n')}\nexport const validators = [${sources.map((_, index) => `v${index}`)}];`;
    const outfile = join(folder, 'all.mjs');
    await build({
      stdin: { contents, resolveDir: folder },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
    });
    return (await import(pathToFileURL(outfile).href)).validators;
  } finally {
    await rm(folder, { recursive: true });
  }
}
