/** Writes docs/service/reference.md from the tables in the code. */

import config from '../../../headwater.config.ts';
import { helpOf } from '../../../lib/headwater/tools/command-line/command-line.ts';
import { codeBlocks, pageOf, problemTable } from '../../documents/markdown.ts';
import { declaredProblems } from '../support/service-problems.ts';

export function serviceReference(): string {
  const problems = Object.entries(declaredProblems).map(([code, problem]) => ({ code, ...problem }));
  return pageOf(
    [
      'Reference of the service',
      'The tests write this page from the tables in the code. [What every service has](../headwater/reference.md). [Types of preprocessors](preprocessor-types.md).',
    ],
    [
      ['Commands', codeBlocks((config.commands ?? []).map(({ declaration }) => helpOf(declaration)))],
      ['Problems of a request', `[What helps](problems.md).\n\n${problemTable(problems)}`],
    ],
  );
}
