/** Runs the functions on sources and their engine, with data on disk, in one process until it is killed. */

import { openDatabase } from '../../lib/local/database.ts';
import { type CallFunction, loadFunction } from './emitted-function.ts';
import type { Asked, Told } from './killable-process.ts';
import { repository } from './repository.ts';

const [folder = '', tableName = ''] = process.argv.slice(2);
const { environment } = await openDatabase(folder, tableName);
Object.assign(process.env, environment, { AWS_REGION: 'us-east-1', TABLE_NAME: tableName });

const functions: Record<string, Promise<CallFunction>> = {};
const tell = (message: Told) => process.send?.(message);

process.on('message', async ({ id, nickname, request }: Asked) => {
  functions[nickname] ??= loadFunction(repository, `source-${nickname}`);
  const call = await functions[nickname];
  tell({ id, answer: await call(request) });
});
tell({ endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '' });
