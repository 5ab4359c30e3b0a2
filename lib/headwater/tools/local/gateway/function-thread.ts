/** A thread that runs one function: it replies when its module is loaded, and then to each call. */

import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadCall, ThreadReply } from './function-threads.ts';
import type { LambdaHandler } from './invoke-function.ts';
import { lambdaContext } from './lambda-context.ts';

const { handler }: { readonly handler: LambdaHandler } = await import(pathToFileURL(workerData).href);
parentPort?.on('message', (call: ThreadCall) => void answer(call).then(reply));
reply({});

async function answer({ event, awsRequestId, timeoutMs }: ThreadCall): Promise<ThreadReply> {
  const deadline = performance.now() + timeoutMs;
  const getRemainingTimeInMillis = () => deadline - performance.now();
  try {
    const value = await handler(event, lambdaContext({ awsRequestId, getRemainingTimeInMillis }));
    return { payload: JSON.stringify(value ?? null) };
  } catch {
    return {};
  }
}

function reply(message: ThreadReply): void {
  parentPort?.postMessage(message);
}
