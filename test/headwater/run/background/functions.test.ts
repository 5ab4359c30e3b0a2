/** Schedules and consumers, through their emitted bundles. */

import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { build, summarize } from '../../../../lib/headwater/compile/pipeline.ts';
import { describeDiagnostic } from '../../../../lib/headwater/compile/source/diagnostic.ts';
import { lambdaContext } from '../../../../lib/headwater/tools/local/gateway/lambda-context.ts';
import { loadHandler } from '../../../support/emitted-function.ts';
import { listing, makeProject, thing } from '../../../support/project.ts';

declare global {
  var handled: unknown[];
}

const schedules = [
  { nickname: 'tick', every: '1 minute' },
  { nickname: 'fail', every: '2 hours' },
];
const consumers = [{ nickname: 'follow', sortKeyPrefix: 'thing/', dataType: 'ThingKey' }];
const models = {
  ThingKey: {
    required: ['pk', 'sk'],
    properties: {
      pk: { type: 'string', pattern: '^\\w+/thing$' },
      sk: { type: 'string', enum: ['thing/1', 'thing/2', 'thing/bad', 'thing/worse', 'thing/slow'] },
    },
  },
};
const arn = 'arn:aws:dynamodb:eu-central-1:123456789012:table/secret';
const handlers = {
  read: `export const handle = () => 1;`,
  tick: `import type { Handle } from '#generated/types/thing/tick.ts';
export const handle: Handle = ({ functionId, requestId, traceparent, signal }) => {
  Object(globalThis).handled.push({ functionId, requestId, traceparent, isAborted: signal.aborted });
};`,
  fail: `import type { Handle } from '#generated/types/thing/fail.ts';
export const handle: Handle = () => { throw new Error('no access to ${arn}'); };`,
  follow: `import { ServiceError } from 'headwater/errors';
import type { Handle } from '#generated/types/thing/follow.ts';
export const handle: Handle = async ({ pk, sk }, { functionId }) => {
  if (sk === 'thing/bad') throw new ServiceError('write_conflict', 'Somebody else was faster.');
  if (sk === 'thing/worse') throw undefined;
  Object(globalThis).handled.push([functionId, pk, sk]);
};`,
};

type Handler = Awaited<ReturnType<typeof loadHandler>>;
let functions: Readonly<Record<'tick' | 'fail' | 'follow', Handler>>;

beforeAll(async () => {
  const project = await makeProject({
    'descriptors/api-docs.json': listing,
    'descriptors/thing.json': thing({}, { 'x-schedules': schedules, 'x-consumers': consumers, models }),
    ...Object.fromEntries(
      Object.entries(handlers).map(([name, text]) => [`handlers/thing/${name}.ts`, `${text}\n`]),
    ),
  });
  const { service, diagnostics } = await build(project);
  expect(diagnostics.map(describeDiagnostic)).toEqual([]);
  expect(service && summarize(service)).toBe('1 operation of 1 resource, 2 schedules, 1 consumer');
  const [tick, fail, follow] = await Promise.all(
    ['tick', 'fail', 'follow'].map((name) => loadHandler(project, `thing-${name}`)),
  );
  functions = { tick, fail, follow } as typeof functions;
});

/** What is logged meanwhile, with the result or the error. */
async function called(name: keyof typeof functions, event: object, context = lambdaContext()) {
  globalThis.handled = [];
  const log = vi.spyOn(console, 'error').mockReturnValue();
  try {
    const result = await functions[name](event, context);
    return { result, lines: log.mock.calls.map(([line]) => JSON.parse(String(line))) };
  } catch (error) {
    return { error, lines: log.mock.calls.map(([line]) => JSON.parse(String(line))) };
  }
}

afterEach(() => void vi.restoreAllMocks());

const scheduled = { 'detail-type': 'Scheduled Event', time: '2026-11-22T10:00:00Z' };

describe('a schedule', () => {
  test('calls its handler with the names of the invocation', async () => {
    const { awsRequestId } = lambdaContext();
    expect(await called('tick', scheduled)).toEqual({ lines: [] });
    const hex = awsRequestId.replaceAll('-', '');
    expect(globalThis.handled).toEqual([
      {
        functionId: 'thing-tick',
        requestId: awsRequestId,
        traceparent: `00-${hex}-${hex.slice(0, 16)}-00`,
        isAborted: false,
      },
    ]);
  });

  test('that fails says why in the log, and nothing internal to Lambda', async () => {
    const { error, lines } = await called('fail', scheduled);
    expect(error).toEqual(new Error('thing-fail has failed; the log line before this one says why.'));
    expect(lines).toEqual([
      expect.objectContaining({ level: 'ERROR', operation: 'thing-fail', message: 'no access to [hidden]' }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('123456789012');
  });
});

const change = (SequenceNumber: string, sk: string, pk = 'public/thing') => ({
  eventName: 'MODIFY',
  dynamodb: { SequenceNumber, Keys: { pk: { S: pk }, sk: { S: sk } } },
});
const failures = (...numbers: readonly string[]) => ({
  batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('a consumer', () => {
  test('gets the keys of each change, as its descriptor declares them', async () => {
    const Records = [change('10', 'thing/1'), change('11', 'thing/2', 'other/thing')];
    expect(await called('follow', { Records })).toEqual({ result: failures(), lines: [] });
    expect(globalThis.handled).toEqual([
      ['thing-follow', 'public/thing', 'thing/1'],
      ['thing-follow', 'other/thing', 'thing/2'],
    ]);
  });

  test('reports each change that fails, and goes on', async () => {
    const Records = [change('10', 'thing/bad'), change('11', 'thing/worse'), change('12', 'thing/1')];
    const { result, lines } = await called('follow', { Records });
    expect(result).toEqual(failures('10', '11'));
    expect(globalThis.handled).toHaveLength(1);
    expect(lines).toMatchObject([
      {
        operation: 'thing-follow',
        code: 'write_conflict',
        message: 'Somebody else was faster.',
        change: { sequenceNumber: '10', keys: { sk: { S: 'thing/bad' } } },
      },
      { operation: 'thing-follow', change: { sequenceNumber: '11' } },
    ]);
  });

  test('reports a change that is not as declared, with what is wrong', async () => {
    const Records = [change('10', 'other/1', 'a/b/c'), { dynamodb: { SequenceNumber: '11' } }, {}];
    const { result, lines } = await called('follow', { Records });
    expect(result).toEqual(failures('10', '11', ''));
    expect(globalThis.handled).toEqual([]);
    expect(
      lines.map(({ code, errors }) => [code, errors.map(({ pointer }: { pointer: string }) => pointer)]),
    ).toEqual([
      ['invalid_request', ['/pk', '/sk']],
      ['invalid_request', ['']],
      ['invalid_request', ['']],
    ]);
  });

  test('casts keys that are numbers, and takes none that are bytes', async () => {
    const keys = { pk: { N: '7' }, sk: { B: new Uint8Array([1]) } };
    const { lines } = await called('follow', {
      Records: [{ dynamodb: { SequenceNumber: '1', Keys: keys } }],
    });
    expect(
      lines[0].errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    ).toEqual([
      ['/pk', 'type'],
      ['/sk', 'type'],
      ['/sk', 'not_allowed'],
    ]);
  });

  test('leaves changes to the next invocation when its time is nearly over', async () => {
    let reads = 0;
    const context = lambdaContext({ getRemainingTimeInMillis: () => (++reads > 3 ? 1_000 : 60_000) });
    const Records = [change('10', 'thing/1'), change('11', 'thing/1'), change('12', 'thing/1')];
    const { result, lines } = await called('follow', { Records }, context);
    expect(lines).toEqual([]);
    const { batchItemFailures } = result as ReturnType<typeof failures>;
    expect(batchItemFailures).toHaveLength(1);
    expect(globalThis.handled.length + 10).toBe(Number(batchItemFailures[0]?.itemIdentifier));
  });
});
