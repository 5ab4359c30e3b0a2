/** Writes docs/headwater/reference.md from the tables in the code. */

import { defaultMaxAge } from '../../lib/headwater/compile/aws/cors-json.ts';
import { defaultSettings } from '../../lib/headwater/compile/build-settings.ts';
import { problemsOf } from '../../lib/headwater/compile/emit/openapi/problem-codes.ts';
import { propertyMembers } from '../../lib/headwater/compile/read/swagger1/data-type.ts';
import { apiMembers, resourceMembers } from '../../lib/headwater/compile/read/swagger1/declaration.ts';
import { modelMembers } from '../../lib/headwater/compile/read/swagger1/models.ts';
import { operationMembers } from '../../lib/headwater/compile/read/swagger1/operation.ts';
import { parameterMembers } from '../../lib/headwater/compile/read/swagger1/parameters.ts';
import type { KnownMembers } from '../../lib/headwater/compile/source/misspelt-members.ts';
import { configRule } from '../../lib/headwater/config/config-rules.ts';
import type { SettingRule } from '../../lib/headwater/config/rules.ts';
import { commonStage, standardStages } from '../../lib/headwater/config/stages.ts';
import { issueCodes } from '../../lib/headwater/run/http/request/issue.ts';
import { standardNames } from '../../lib/headwater/shared/project-names.ts';
import { commandsOf, overviewOf } from '../../lib/headwater/tools/cli/run-command.ts';
import { helpOf } from '../../lib/headwater/tools/command-line/command-line.ts';
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
  return [overviewOf(commands), ...commands.map(({ declaration }) => helpOf(declaration))];
}

/** Settings by their paths. Names of the project's own are NAME. */
function settingRows(): string {
  const { dev, [commonStage]: common } = standardStages;
  const defaults = new Map<string, string>([
    ...shownMembers('', { ...defaultSettings, names: undefined }),
    ['problems.typePrefix', quoted(standardNames.problemTypePrefix)],
    ['problems.instancePrefix', quoted(standardNames.problemInstancePrefix)],
    ['cors.credentials', quoted('false')],
    ['cors.maxAge', quoted(String(defaultMaxAge))],
    ['metrics.namespace', quoted(standardNames.metricNamespace)],
    ...shownMembers('stages.NAME.', { ...common }),
  ]);
  for (const [path, value] of shownMembers('stages.NAME.', { ...dev }))
    defaults.set(path, `${defaults.get(path)}; \`dev\`: ${value}`);
  return table(
    ['setting', 'what it may be', 'default'],
    settingsIn(configRule).map(([path, { accepts }]) => [
      quoted(path),
      accepts,
      defaults.get(path) ?? 'none',
    ]),
  );
}

function shownMembers(prefix: string, members: object): [path: string, value: string][] {
  return Object.entries(members).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[prefix + name, quoted(JSON.stringify(value))]],
  );
}

/** Commands are made by `commandEntry`: their members are left out. */
function settingsIn({ members = {}, each }: SettingRule): [path: string, rule: SettingRule][] {
  const named = each?.members ? { ...members, NAME: each } : members;
  return Object.entries(named).flatMap(([name, rule]): [string, SettingRule][] => {
    const below = name === 'commands' ? [] : settingsIn(rule);
    return [[name, rule], ...below.map(([path, inner]): [string, SettingRule] => [`${name}.${path}`, inner])];
  });
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
