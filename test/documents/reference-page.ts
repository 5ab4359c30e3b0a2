/** Writes docs/reference.md from the tables in the code. */

import { defaultSettings } from '../../lib/headwater/compile/build-settings.ts';
import { problemsOf } from '../../lib/headwater/compile/emit/openapi/problem-codes.ts';
import { propertyMembers } from '../../lib/headwater/compile/read/swagger1/data-type.ts';
import { apiMembers, resourceMembers } from '../../lib/headwater/compile/read/swagger1/declaration.ts';
import { modelMembers } from '../../lib/headwater/compile/read/swagger1/models.ts';
import { operationMembers } from '../../lib/headwater/compile/read/swagger1/operation.ts';
import { parameterMembers } from '../../lib/headwater/compile/read/swagger1/parameters.ts';
import type { KnownMembers } from '../../lib/headwater/compile/source/misspelt-members.ts';
import { configRule } from '../../lib/headwater/config/config-rules.ts';
import { issueCodes } from '../../lib/headwater/run/http/request/issue.ts';
import { commandsOf, overviewOf } from '../../lib/headwater/tools/cli/run-command.ts';
import { helpOf } from '../../lib/headwater/tools/command-line/command-line.ts';
import { startCommand } from '../../lib/headwater/tools/local/local-settings.ts';
import { diagnosticMeanings } from './diagnostic-meanings.ts';
import { codeBlocks, pageOf, problemTable, quoted, type Section, table } from './markdown.ts';

export function referencePage(): string {
  const sections: readonly Section[] = [
    ['Commands', codeBlocks(helpTexts())],
    ['Settings', `Members of \`headwater.config.ts\`: [what they do](settings.md).\n\n${settingRows()}`],
    [
      'Members of descriptors',
      `[What they mean](descriptors.md). Members that begin with \`x-\` are [extensions](descriptors.md#extensions); others are ignored, unless they look like one of these ([W-KEY](descriptor-problems.md#w-key)).\n\n${memberRows()}`,
    ],
    ['Problems of a build', `[What helps](descriptor-problems.md).\n\n${problemRows()}`],
    [
      'Problems of a request',
      `[What helps](problems.md). \`Retry-After\` is in seconds.\n\n${problemTable(problemsOf([]).values())}`,
    ],
    [
      'Codes of errors',
      `[What they mean](problems.md#codes-of-errors).\n\n${issueCodes.map(quoted).join(', ')}`,
    ],
  ];
  return pageOf(
    [
      'Reference',
      'The tests write this page from the tables in the code: what is not here, the code does not know.',
    ],
    sections,
  );
}

/** The help of `npx headwater`, of the commands that every service has, and of `npm start`. */
function helpTexts(): string[] {
  const commands = commandsOf({});
  const declarations = [...commands.map(({ declaration }) => declaration), startCommand];
  return [overviewOf(commands), ...declarations.map(helpOf)];
}

function settingRows(): string {
  const defaults: Readonly<Record<string, unknown>> = { ...defaultSettings };
  return table(
    ['setting', 'default'],
    Object.keys(configRule.members ?? {}).map((name) => [
      quoted(name),
      name in defaults ? quoted(String(defaults[name])) : 'none',
    ]),
  );
}

function memberRows(): string {
  const levels: Readonly<Record<string, KnownMembers>> = {
    declaration: resourceMembers,
    api: apiMembers,
    operation: operationMembers,
    parameter: parameterMembers,
    model: modelMembers,
    property: propertyMembers,
  };
  return table(
    ['of', 'members'],
    Object.entries(levels).map(([level, { needed, others }]) => [
      level,
      [...needed, ...others].toSorted().map(quoted).join(', '),
    ]),
  );
}

function problemRows(): string {
  return table(
    ['code', 'meaning'],
    Object.entries(diagnosticMeanings).map(([code, meaning]) => [
      `[${code}](descriptor-problems.md#${code.toLowerCase()})`,
      meaning,
    ]),
  );
}
