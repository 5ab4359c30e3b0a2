/**
 * A module of the framework beside the one that names it, for a process or a thread: TypeScript in the repository, JavaScript in the
 * package, like this one.
 *
 * @example siblingModule(import.meta.url, 'database-process')
 */
export function siblingModule(url: string, name: string): URL {
  const ending = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return new URL(`./${name}${ending}`, url);
}
