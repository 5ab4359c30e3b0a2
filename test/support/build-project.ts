/** Before all tests: builds this project, for the tests that call its functions. */

import { build } from '../../lib/build/pipeline.ts';
import { describeProblem } from '../../lib/build/problem.ts';
import { repository } from './repository.ts';

export async function setup(): Promise<void> {
  const { problems, tree } = await build(repository);
  if (!tree) throw new Error(`The project does not build:\n${problems.map(describeProblem).join('\n')}`);
}
