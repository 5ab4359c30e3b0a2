import { getCompileCacheDir } from 'node:module';

/**
 * The variable with which a process that this one forks uses its compile cache, which bin/headwater.cjs turns on. Half of the
 * time in which serverless-offline starts is for the compilation of its modules.
 */
export function compileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
