/** Bundles a function that was written by hand. */

import { build } from 'esbuild';
import { leanClient, leanDependencies } from '../../lib/headwater/compile/bundle/lean-dependencies.ts';
import { plainBuiltins } from '../../lib/headwater/compile/bundle/plain-builtins.ts';
import { repository } from '../../test/support/repository.ts';

/** The client of DynamoDB: with all of its packages, or as bundles of this project have it. */
export type Client = 'whole' | 'lean';

// Packages without ES modules call `require`.
const js = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/** @returns the path of the bundle. */
export async function bundleFunction(contents: string, outfile: string, client?: Client): Promise<string> {
  await build({
    stdin: { contents, resolveDir: repository },
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    logLevel: 'error',
    ...(client === 'whole' ? { banner: { js } } : {}),
    plugins: client === 'lean' ? [leanClient, leanDependencies, plainBuiltins] : [],
  });
  return outfile;
}
