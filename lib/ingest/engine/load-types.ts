/** Loads what only some pipelines need, once a pipeline uses it: the code of large types, databases, rare patterns of grok. */

import type { DatabaseFiles } from '../base/database-files.ts';
import type { Compile } from '../base/definition.ts';
import { loadGrokBank } from '../text/grok-bank.ts';
import { findType, type TypeName } from './registry.ts';
import { compilers } from './types.table.ts';

const loaded = new Map<TypeName, Compile>();

/**
 * To be called before `compilePipeline`.
 *
 * @param configurations As it gets them: a member `type` anywhere may name a type. Code that is not used does no harm.
 * @param options `databases`: those of `geoip`. A file that was found stays open.
 * @example await loadTypes(steps, { databases: { read: (name) => readFile(join('/var/geoip', name)) } })
 */
export async function loadTypes(
  configurations: unknown,
  { databases }: { readonly databases?: DatabaseFiles } = {},
): Promise<void> {
  await loadGrokBank(configurations);
  const values = [configurations];
  // The loop also visits values that it adds.
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) values.push(inner);
    const name = 'type' in value && typeof value.type === 'string' ? findType(value.type)?.type : undefined;
    const compile = name && compilers[name];
    if (name && typeof compile === 'object') loaded.set(name, await compile.load({ ...value }, databases));
  }
}

/** What compiles a step of the type. @throws Error if `loadTypes` was not called for it. */
export function compilerOf(type: TypeName): Compile {
  const own = compilers[type];
  const compile = typeof own === 'function' ? own : loaded.get(type);
  if (!compile) throw new Error(`The code of ${type} is not loaded.`);
  return compile;
}
