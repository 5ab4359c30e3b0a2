/** `#generated/aws.ts`: what handlers import of the resources of AWS that the config declares. */

import { type AwsResource, variableOf } from '../../../shared/plan/aws-resources.ts';
import type { ResourceKindName } from '../../../shared/rights/resource-actions.ts';
import { accessorPath, awsPath } from './generated-files.ts';
import { type Code, code, docComment, identifier, imported, joinCode } from './source-text.ts';
import { type EmittedFile, moduleText, notice } from './wiring.ts';

/** Returns no file if the config declares no resource. */
export function accessorFiles(resources: readonly AwsResource[]): EmittedFile[] {
  if (resources.length === 0) return [];
  const lines = resources.map(
    ({ name }) => code`export { ${identifier(name)} } from ${`#generated/${accessorPath(name)}`};`,
  );
  return [
    [awsPath, `${joinCode([notice, code``, ...lines]).text}\n`],
    ...resources.map((each) => [accessorPath(each.name), accessorSource(each)] as const),
  ];
}

function accessorSource(resource: AwsResource): string {
  const { kind, name } = resource;
  const comment = docComment(describe(resource));
  const value = code`${comment}export const ${identifier(name)} = /* @__PURE__ */ ${makers[kind](resource)};`;
  return moduleText(notice, [value]);
}

function describe({ kind, name, table }: AwsResource): string {
  const where = kind === 'index' ? ` of ${table === undefined ? 'the table' : `the table ${table}`}` : '';
  return `The ${kind} ${name}${where}. Functions that use it declare it with x-uses.`;
}

/** The table of the service. */
const tableVariable = 'TABLE_NAME';

const plain =
  (maker: string, file: string) =>
  (resource: AwsResource): Code =>
    code`${imported(maker, `headwater/internal/aws/${file}`)}(${variableOf(resource)})`;

const makers: Readonly<Record<ResourceKindName, (resource: AwsResource) => Code>> = {
  table: plain('ownTable', 'tables'),
  index: ({ name, table }) => {
    const variable = table === undefined ? tableVariable : variableOf({ kind: 'table', name: table });
    return code`${imported('namedIndex', 'headwater/internal/aws/tables')}(${name}, ${variable})`;
  },
  bucket: plain('bucket', 'resources'),
  queue: plain('queue', 'resources'),
  topic: plain('topic', 'resources'),
  secret: plain('secretValue', 'secret-values'),
  parameter: plain('secretValue', 'secret-values'),
};
