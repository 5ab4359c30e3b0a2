/** What stands in for AWS in a test, besides the table: an emulator, and the values of secrets. */

import { readAwsUses } from '../compile/aws/resources/aws-uses.ts';
import { type AwsSettings, awsResourcesOf } from '../config/aws-resources.ts';
import { nearSpelling } from '../shared/json/near-spelling.ts';
import { omitUndefined } from '../shared/json/omit.ts';
import { variableOf } from '../shared/plan/aws-resources.ts';
import { startEmulator } from '../tools/local/aws-emulator.ts';
import { localVariables } from '../tools/local/local-aws.ts';
import { tableEnvironment, tableName } from './test-table.ts';

export interface EmulatorSettings {
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Absent without an emulator. */
  readonly endpoint?: string;
}

interface TestAws {
  readonly settings: AwsSettings;
  /** The variables of functions. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clientSettings: EmulatorSettings;
  close(): Promise<void>;
}

/**
 * @param secrets The values of secrets and parameters, by name.
 * @throws Error for a name that the config does not have.
 */
export async function startTestAws(
  projectFolder: string,
  secrets: Readonly<Record<string, string>>,
): Promise<TestAws> {
  const { settings } = readAwsUses(projectFolder);
  const known = awsResourcesOf(settings).filter(({ kind }) => kind === 'secret' || kind === 'parameter');
  for (const name of Object.keys(secrets))
    refuseUnknown(
      name,
      known.map((each) => each.name),
    );
  const emulator = await startEmulator(projectFolder, settings);
  const values = Object.fromEntries(known.map((each) => [variableOf(each), secrets[each.name]]));
  const variables = localVariables(settings, {
    serviceTable: tableName,
    emulator,
    values,
    hintFor: ({ kind, name }) =>
      `The test gives the ${kind} ${name} no value: testService({ secrets: { ${name}: "…" } }).`,
  });
  const {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  } = tableEnvironment;
  const credentials = { accessKeyId, secretAccessKey };
  return {
    settings,
    environment: { ...emulator?.environment, ...variables },
    clientSettings: {
      region,
      credentials,
      ...omitUndefined({ endpoint: emulator?.environment['AWS_ENDPOINT_URL_S3'] }),
    },
    close: async () => emulator?.close(),
  };
}

function refuseUnknown(name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const near = nearSpelling(name, known);
  const guess = near === undefined ? '' : ` (did you mean ${near}?)`;
  throw new Error(`The config has no secret or parameter ${JSON.stringify(name)}${guess}.`);
}
