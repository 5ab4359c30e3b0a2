/** Before all tests: builds this project, for the tests that call its functions. */

import { describeProblem } from '../../lib/build/source/problem.ts';
import { build } from '../../lib/tools/build/pipeline.ts';
import { repository } from './repository.ts';

export async function setup(): Promise<void> {
  const { problems, tree } = await build(repository);
  if (!tree) throw new Error(`The project does not build:\n${problems.map(describeProblem).join('\n')}`);
}
