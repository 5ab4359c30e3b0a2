/**
 * The table of one service under test: the local DynamoDB engine in this process, in memory. Its connections are streams,
 * so it needs no port. It starts with the first connection.
 */

import { Agent, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AwsSettings } from '../config/aws-resources.ts';
import type { Item } from '../data/store/table-access.ts';
import { asSocket } from './port-stream.ts';
import { closedError } from './test-functions.ts';

/** No server has it (RFC 6761 section 6.2). */
export const databaseHost = 'dynamodb.test';

export const tableName = 'test';

/** The variables by which functions find the table. */
export const tableEnvironment = {
  TABLE_NAME: tableName,
  AWS_ENDPOINT_URL_DYNAMODB: `http://${databaseHost}`,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
} as const;

interface RunningTable {
  readonly server: Server;
  readonly client: DynamoDBDocumentClient;
}

export class TestTable {
  readonly name = tableName;
  readonly #settings: AwsSettings;
  readonly #connections = new Set<Duplex>();
  #running: Promise<RunningTable> | undefined;

  /** @param settings The tables and indexes that the config declares. */
  constructor(settings: AwsSettings = {}) {
    this.#settings = settings;
  }

  /** For commands of the SDK, and for the functions of `headwater/table`. */
  async client(): Promise<DynamoDBDocumentClient> {
    return (await this.#run()).client;
  }

  /** All items of a table, in the order of these keys. */
  async items(name = tableName, keys: readonly string[] = ['pk', 'sk']): Promise<Item[]> {
    const [client, { scanTable }] = await Promise.all([this.client(), import('./scan-table.ts')]);
    return scanTable(client, name, keys);
  }

  /** Serves a connection of a function. */
  async accept(connection: Duplex): Promise<void> {
    this.#connect((await this.#run()).server, connection);
  }

  async close(): Promise<void> {
    const running = await this.#running?.catch(() => undefined);
    this.#running = Promise.reject(closedError());
    // Nobody may ask again.
    this.#running.catch(() => undefined);
    running?.client.destroy();
    for (const connection of this.#connections) connection.destroy();
  }

  #run(): Promise<RunningTable> {
    this.#running ??= this.#start();
    return this.#running;
  }

  /** The engine and the SDK are loaded here: many tests have no use for them. */
  async #start(): Promise<RunningTable> {
    const [{ makeDynamodb }, { DynamoDBClient }, { NodeHttpHandler }, { documentClient }, { ensureTables }] =
      await Promise.all([
        import('../tools/local/dynamodb.ts'),
        import('@aws-sdk/client-dynamodb'),
        import('@smithy/node-http-handler'),
        import('../data/store/client.ts'),
        import('../tools/local/local-tables.ts'),
      ]);
    const server = makeDynamodb();
    const { AWS_ENDPOINT_URL_DYNAMODB: endpoint, AWS_REGION: region } = tableEnvironment;
    const plain = new DynamoDBClient({
      endpoint,
      region,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      requestHandler: new NodeHttpHandler({ httpAgent: this.#agentOf(server) }),
    });
    await ensureTables(plain, tableName, this.#settings);
    return { server, client: documentClient(plain) };
  }

  #agentOf(server: Server): Agent {
    const agent = new Agent({ keepAlive: false });
    agent.createConnection = () => {
      const [near, far] = duplexPair();
      this.#connect(server, far);
      return asSocket(near);
    };
    return agent;
  }

  #connect(server: Server, connection: Duplex): void {
    this.#connections.add(connection);
    connection.once('close', () => this.#connections.delete(connection));
    server.emit('connection', connection);
  }
}
