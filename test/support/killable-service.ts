/** Runs functions and their engine, with data on disk, in one process until it is killed. */

import { openDatabase } from '../../lib/headwater/tools/local/database.ts';
import { type CallFunction, loadFunction } from './emitted-function.ts';
import type { ServiceMessage, ServiceRequest } from './killable-process.ts';
import { repository } from './repository.ts';

const [folder = '', tableName = ''] = process.argv.slice(2);
const { environment } = await openDatabase(folder, tableName);
Object.assign(process.env, environment, { AWS_REGION: 'us-east-1', TABLE_NAME: tableName });

const functions: Record<string, Promise<CallFunction>> = {};
const post = (message: ServiceMessage) => process.send?.(message);

process.on('message', async ({ id, operation, request }: ServiceRequest) => {
  functions[operation] ??= loadFunction(repository, operation);
  const call = await functions[operation];
  post({ id, answer: await call(request) });
});
post({ endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '' });
