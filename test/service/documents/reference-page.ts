/** Writes docs/service/reference.md from the tables in the code. */

import { service } from '#service';
import { documentedTypes } from '../../../lib/service/preprocessors/engine/documented-types.ts';
import { helpOf } from '../../../lib/tools/commands/command-line.ts';
import { codeBlocks, pageOf, problemTable, table } from '../../documents/markdown.ts';
import { declaredProblems } from '../support/service-problems.ts';

export function serviceReference(): string {
  const problems = Object.entries(declaredProblems).map(([code, problem]) => ({ code, ...problem }));
  return pageOf(
    [
      'Reference of the service',
      'The tests write this page from the tables in the code. [What every service has](../reference.md).',
    ],
    [
      ['Commands', codeBlocks(service.commands.map(({ declaration }) => helpOf(declaration)))],
      ['Problems of a request', `[What helps](problems.md).\n\n${problemTable(problems)}`],
      ['Types of preprocessors', `[Options and examples](preprocessor-types.md).\n\n${typeRows()}`],
    ],
  );
}

function typeRows(): string {
  return table(
    ['type', 'category', 'what it does'],
    documentedTypes.map(({ type, category, summary }) => [
      `[${type}](preprocessor-types.md#${type.replaceAll(/[^\w-]/g, '')})`,
      category,
      summary,
    ]),
  );
}
