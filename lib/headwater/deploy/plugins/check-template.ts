/** Finds what CloudFormation refuses in a packaged template: alarms without a metric, outputs without a value, and references to no resource. */

import { isObject, itemsOf, membersOf } from '../../shared/json/is-object.ts';
import { nearSpelling } from '../../shared/json/near-spelling.ts';

interface Template {
  readonly Resources: Readonly<Record<string, unknown>>;
  readonly Parameters?: object;
  readonly Outputs?: object;
}

/** @returns the mistakes, one a line; undefined if there are none. */
export function checkTemplate(template: Template): string | undefined {
  const { Resources, Parameters = {}, Outputs = {} } = template;
  const ids = Object.keys(Resources);
  const known = new Set([...ids, ...Object.keys(Parameters)]);
  // serverless.yml changes an alarm that does not exist, for example because the stage does not deploy its function.
  const incomplete = ids.flatMap((id) =>
    isAlarmWithoutMetric(Resources[id])
      ? [
          `resources.Resources.${id} has no metric, and the stack has no such alarm to change${guess(id, ids)}.`,
        ]
      : [],
  );
  // serverless.yml changes an output that does not exist.
  const empty = Object.entries(Outputs).flatMap(([id, output]) =>
    membersOf(output)['Value'] === undefined
      ? [
          `resources.Outputs.${id} has no Value, and the stack has no such output to change${guess(id, Object.keys(Outputs))}.`,
        ]
      : [],
  );
  const dangling = Object.entries({ Resources, Outputs }).flatMap(([section, members]) =>
    Object.entries(members).flatMap(([id, member]) =>
      [...new Set(referencesIn(member))]
        .filter((name) => !known.has(name))
        .map(
          (name) => `${section}.${id} refers to ${name}, which the stack does not have${guess(name, ids)}.`,
        ),
    ),
  );
  const found = [...incomplete, ...empty, ...dangling];
  return found.length > 0 ? found.join('\n') : undefined;
}

function isAlarmWithoutMetric(resource: unknown): boolean {
  const { Type, Properties } = membersOf(resource);
  const { MetricName, Metrics } = membersOf(Properties);
  return Type === 'AWS::CloudWatch::Alarm' && MetricName === undefined && Metrics === undefined;
}

function guess(name: string, ids: readonly string[]): string {
  const near = nearSpelling(
    name,
    ids.filter((id) => id !== name),
  );
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}

/** The logical ids and parameters to which a part of the template refers. */
function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'Ref' && typeof member === 'string') return member.startsWith('AWS::') ? [] : [member];
    if (name === 'Fn::GetAtt') return [String([member].flat()[0]).split('.')[0] ?? ''];
    if (name === 'Fn::Sub') return [...referencesOfSub(member), ...referencesIn(itemsOf(member)[1])];
    // The framework writes members that are undefined.
    if (name === 'DependsOn') return [member].flat().filter((id) => typeof id === 'string');
    return referencesIn(member);
  });
}

/** @param argument a text, or a list of a text and an object of its own names. */
function referencesOfSub(argument: unknown): string[] {
  const [text, own] = [argument].flat();
  const names = [...String(text).matchAll(/\$\{([^!}][^}]*)\}/g)].map(([, name = '']) => name.trim());
  return names
    .filter((name) => !name.startsWith('AWS::') && !Object.hasOwn(membersOf(own), name))
    .map((name) => name.split('.')[0] ?? name);
}
