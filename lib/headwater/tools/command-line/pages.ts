/** The pages of the framework: `docs/` of the package, or `docs/headwater/` of its repository. */

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @example pagePath('README.md') // 'node_modules/headwater/docs/README.md', in the folder of a project */
export function pagePath(name: string): string {
  const inPackage = join(import.meta.dirname, '../../docs', name);
  const inRepository = join(import.meta.dirname, '../../../../docs/headwater', name);
  return relative('.', existsSync(inPackage) ? inPackage : inRepository).replaceAll('\\', '/');
}
