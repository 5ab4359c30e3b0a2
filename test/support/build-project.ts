/** Before all tests: builds this project, for the tests that call its functions. */

import { buildUnlessKnown } from '../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic } from '../../lib/headwater/compile/source/diagnostic.ts';
import { repository } from './repository.ts';

export async function setup(): Promise<void> {
  const { diagnostics, tree } = await buildUnlessKnown(repository);
  if (!tree)
    throw new Error(`The project does not build:\n${diagnostics.map(describeDiagnostic).join('\n')}`);
}
