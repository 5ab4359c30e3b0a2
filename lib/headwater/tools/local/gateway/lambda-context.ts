import type { Context } from 'aws-lambda';

/** The context of a call, with examples for the name, the limits and the ids. */
export function lambdaContext(overrides: Partial<Context> = {}): Context {
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: 'headwater-local',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:headwater-local',
    memoryLimitInMB: '512',
    awsRequestId: '6bc28136-7d5a-4f2e-9f4b-1f3c4a5b6c7d',
    logGroupName: '/aws/lambda/headwater-local',
    logStreamName: '2026/01/01/[$LATEST]0123456789abcdef',
    getRemainingTimeInMillis: () => 10_000,
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
    ...overrides,
  };
}
