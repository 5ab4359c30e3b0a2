/** The folder with the databases of addresses. Only pipelines that look addresses up load this module. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a layer of Lambda has its folder `geoip`. */
const layerFolder = '/opt/geoip';

/** Undefined if the stage has no such database. @param name Without a path. */
export async function readDatabase(name: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(join(process.env['GEOIP_FOLDER'] ?? layerFolder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
