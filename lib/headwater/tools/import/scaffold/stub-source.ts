/** The handlers that `headwater init` writes. They build and return a response until they are implemented. */

import { typesPath } from '../../../compile/emit/wiring/generated-files.ts';
import {
  braces,
  type Code,
  code,
  indent,
  joinCode,
  lineComment,
  literal,
  memberName,
} from '../../../compile/emit/wiring/source-text.ts';
import type { OperationPlan, VersionPlan } from '../../../shared/plan/operation-plan.ts';

/** The line width of Biome, so that stubs are formatted. */
const maxLineLength = 110;

/** A handler that returns 501. @param reason why no example could be made, with --mock. */
export function stubSource(plan: OperationPlan, reason?: string): string {
  const detail = `${plan.method} ${plan.routePath} has no code yet.`;
  const comment =
    reason === undefined
      ? code``
      : code`${lineComment(`No example of the result can be made: ${reason}.`)}\n`;
  return code`import { ServiceError } from 'headwater/errors';
${importHandle(plan)}

${comment}export const handle: Handle = () => {
  throw new ServiceError(${callArguments(['not_implemented', detail], '  throw new ServiceError();'.length)});
};
`.text;
}

/** A handler that always returns the example. @param values of the result, or of each of its versions. */
export function mockSource(plan: OperationPlan, values: readonly unknown[]): string {
  const [first] = values;
  const result = plan.versions ? versionsCode(plan.versions, values) : exampleCode(first, 0);
  const isObject = result.text.startsWith('{');
  const comment =
    first === undefined ? code`` : code`${lineComment('An example made from the response model.')}\n`;
  const start = `export const handle: Handle = () =>`;
  const isLong = !result.text.includes('\n') && start.length + result.text.length + 2 > maxLineLength;
  const body = isObject ? code`(${result})` : result;
  return code`${importHandle(plan)}

${comment}export const handle: Handle = () =>${isLong ? code`\n  ${body}` : code` ${body}`};
`.text;
}

function versionsCode(versions: readonly VersionPlan[], values: readonly unknown[]): Code {
  return braces(
    versions.map(({ runtime }, index) => {
      const example = exampleCode(values[index], 1);
      return code`${runtime.version}: () => ${example.text.startsWith('{') ? code`(${example})` : example},`;
    }),
  );
}

function importHandle(plan: OperationPlan): Code {
  return code`import type { Handle } from ${`#generated/${typesPath(plan)}`};`;
}

function callArguments(values: readonly string[], used: number): Code {
  const literals = values.map(literal);
  const oneLine = joinCode(literals, ', ');
  if (oneLine.text.length + used <= maxLineLength) return oneLine;
  return code`\n${indent(indent(joinCode(literals.map((each) => code`${each},`))))}\n  `;
}

/** Objects have one member per line. Arrays of plain values are on one line if they fit. */
function exampleCode(value: unknown, depth: number): Code {
  if (value === undefined) return code`undefined`;
  if (Array.isArray(value)) {
    const items = value.map((item) => exampleCode(item, depth + 1));
    const oneLine = code`[${joinCode(items, ', ')}]`;
    // Leaves room for long member names.
    const fits = oneLine.text.length + 2 * depth + 40 <= maxLineLength;
    if (!oneLine.text.includes('\n') && fits) return oneLine;
    return code`[\n${indent(joinCode(items.map((item) => code`${item},`)))}\n]`;
  }
  if (typeof value !== 'object' || value === null) return literal(value);
  return braces(
    Object.entries(value).map(([name, each]) => code`${memberName(name)}: ${exampleCode(each, depth + 1)},`),
  );
}
