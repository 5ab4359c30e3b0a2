/** A browser has no files. */
export function readFile(path: string): Promise<never> {
  return Promise.reject(Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' }));
}
