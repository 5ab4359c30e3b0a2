/**
 * S3, SQS and SNS on this machine: the package fauxqs, if the project has it. It keeps everything in memory, and takes any
 * credentials.
 */

import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AwsSettings } from '../../config/aws-resources.ts';

export interface AwsEmulator {
  /** The variables by which clients of the SDK find it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The name of a bucket, the URL of a queue, or the ARN of a topic. */
  readonly valueOf: (kind: EmulatedKind, name: string) => string;
  /** Makes what the config declares, unless it is there. */
  make(settings: AwsSettings): Promise<void>;
  close(): Promise<void>;
}

export const emulatedKinds = ['bucket', 'queue', 'topic'] as const;
export type EmulatedKind = (typeof emulatedKinds)[number];

/** What a project installs for it. */
export const emulatorPackage = 'fauxqs';

/** The parts of the package that are used here: an application of fastify. */
interface Emulator {
  listen(options: { readonly host: string; readonly port: number }): Promise<string>;
  inject(request: {
    readonly method: string;
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly payload?: string;
  }): Promise<{ readonly statusCode: number; readonly body: string }>;
  close(): Promise<void>;
}

const region = 'us-east-1';
/** The account that the package has. */
const account = '000000000000';

/** @returns undefined if the config declares nothing that it emulates, or the project does not have the package. */
export async function startEmulator(
  projectFolder: string,
  settings: AwsSettings,
): Promise<AwsEmulator | undefined> {
  if (namesOf(settings).length === 0) return undefined;
  const buildApp = await loadEmulator(projectFolder);
  if (!buildApp) return undefined;
  const app = buildApp({ logger: false, defaultRegion: region });
  // A server of the package itself would listen for other machines, too.
  const endpoint = await app.listen({ host: '127.0.0.1', port: 0 });
  const made = new Map<string, string>();
  const make = async (declared: AwsSettings) => {
    for (const { kind, name, emulated } of namesOf(declared)) {
      const id = `${kind} ${name}`;
      if (made.get(id) === emulated) continue;
      await creators[kind](app, emulated);
      made.set(id, emulated);
    }
  };
  await make(settings);
  const prefixes = {
    bucket: '',
    queue: `${endpoint}/${account}/`,
    topic: `arn:aws:sns:${region}:${account}:`,
  };
  return {
    environment: {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_ENDPOINT_URL_SQS: endpoint,
      AWS_ENDPOINT_URL_SNS: endpoint,
    },
    valueOf: (kind, name) => `${prefixes[kind]}${made.get(`${kind} ${name}`)}`,
    make,
    close: () => app.close(),
  };
}

interface Emulated {
  readonly kind: EmulatedKind;
  readonly name: string;
  /** Its name in the emulator. */
  readonly emulated: string;
}

function namesOf({ buckets = {}, queues = {}, topics = {} }: AwsSettings): readonly Emulated[] {
  const named = (kind: EmulatedKind, name: string, isFifo = false) => ({
    kind,
    name,
    emulated: `${name.toLowerCase()}${isFifo ? '.fifo' : ''}`,
  });
  return [
    ...Object.keys(buckets).map((name) => named('bucket', name)),
    ...Object.entries(queues).map(([name, { isFifo }]) => named('queue', name, isFifo)),
    ...Object.entries(topics).map(([name, { isFifo }]) => named('topic', name, isFifo)),
  ];
}

type BuildApp = (options: { readonly logger: boolean; readonly defaultRegion: string }) => Emulator;

async function loadEmulator(projectFolder: string): Promise<BuildApp | undefined> {
  const description = findInstalled(projectFolder);
  if (description === undefined) return undefined;
  const { main } = JSON.parse(await readFile(description, 'utf8'));
  const { buildApp } = await import(pathToFileURL(join(dirname(description), main)).href);
  return buildApp;
}

/** @returns the path of its package.json. The package itself has only a way for `import` in a module beside it. */
function findInstalled(projectFolder: string): string | undefined {
  try {
    return findPackageJSON(emulatorPackage, pathToFileURL(join(projectFolder, 'package.json')));
  } catch {
    return undefined;
  }
}

type Create = (app: Emulator, name: string) => Promise<void>;

const creators: Readonly<Record<EmulatedKind, Create>> = {
  bucket: (app, name) => send(app, 'PUT', `/${name}`),
  queue: createQueue,
  topic: createTopic,
};

function createQueue(app: Emulator, name: string): Promise<void> {
  const Attributes = name.endsWith('.fifo') ? { FifoQueue: 'true', ContentBasedDeduplication: 'true' } : {};
  return send(app, 'POST', '/', {
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.CreateQueue' },
    payload: JSON.stringify({ QueueName: name, Attributes }),
  });
}

function createTopic(app: Emulator, name: string): Promise<void> {
  const fifo = name.endsWith('.fifo')
    ? { 'Attributes.entry.1.key': 'FifoTopic', 'Attributes.entry.1.value': 'true' }
    : {};
  const query = { Action: 'CreateTopic', Version: '2010-03-31', Name: name, ...fifo };
  return send(app, 'POST', '/', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(query).toString(),
  });
}

async function send(
  app: Emulator,
  method: string,
  url: string,
  content: Pick<Parameters<Emulator['inject']>[0], 'headers' | 'payload'> = {},
): Promise<void> {
  const { statusCode, body } = await app.inject({ method, url, ...content });
  if (statusCode >= 300)
    throw new Error(`${emulatorPackage} answers ${statusCode} to ${method} ${url}: ${body}`);
}
