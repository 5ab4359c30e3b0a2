/** Before all tests: builds this project, for the tests that call its functions. */

import { ensureBuilt } from '../../lib/headwater/testing/ensure-built.ts';
import { repository } from './repository.ts';

export async function setup(): Promise<void> {
  // Its bundles, archives and templates are tested, so they are those that are deployed.
  await ensureBuilt(repository, ['minified']);
}
