/** Finds what the service of the project gives to the framework: the export `service` of lib/service/service.ts. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Service } from './service.ts';

/** A project without such a file has a service that adds nothing. */
const plainService: Service = {
  commands: [],
  loadStoredTypes: async () => ({ documents: [], items: [] }),
};

export async function loadService(projectFolder: string): Promise<Service> {
  const file = join(projectFolder, 'lib/service/service.ts');
  if (!existsSync(file)) return plainService;
  return (await import(pathToFileURL(file).href)).service;
}
