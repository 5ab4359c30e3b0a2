/** Finds the stacks that import from another one, which cannot be removed before them. */

import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  DescribeStacksCommand,
  paginateListImports,
} from '@aws-sdk/client-cloudformation';

/** @returns the sorted names; empty if the stack does not exist. */
export async function importingStacks(config: CloudFormationClientConfig, stack: string): Promise<string[]> {
  const client = new CloudFormationClient(config);
  try {
    const names = new Set<string>();
    for (const ExportName of await exportsOf(client, stack))
      for (const name of await importersOf(client, ExportName)) names.add(name);
    return [...names].toSorted();
  } finally {
    client.destroy();
  }
}

async function exportsOf(client: CloudFormationClient, StackName: string): Promise<string[]> {
  const described = await client
    .send(new DescribeStacksCommand({ StackName }))
    .catch(ifMissing(/does not exist/, { Stacks: [] }));
  const outputs = described.Stacks?.flatMap(({ Outputs = [] }) => Outputs) ?? [];
  return outputs.flatMap(({ ExportName }) => ExportName ?? []);
}

/** CloudFormation reports an export that nobody imports as an error. */
async function importersOf(client: CloudFormationClient, ExportName: string): Promise<string[]> {
  const names: string[] = [];
  const pages = paginateListImports({ client }, { ExportName });
  const read = async () => {
    for await (const { Imports = [] } of pages) names.push(...Imports);
  };
  await read().catch(ifMissing(/is not imported by any stack/, undefined));
  return names;
}

function ifMissing<T>(message: RegExp, value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && message.test(error.message)) return value;
    throw error;
  };
}
