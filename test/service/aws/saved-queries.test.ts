/**
 * The saved queries over lines as Lambda writes them: of its runtime client (test/service/runtime has the same by running it), and
 * of Lambda itself, as its schema says (docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html).
 */

import { expect, test } from 'vitest';
import { savedQueries } from '../../../lib/headwater/compile/aws/monitoring/saved-queries.ts';
import { type LogLine, runInsights } from '../../support/logs-insights.ts';
import { shippedQuery } from '../../support/shipped-query.ts';

const group = '/aws/lambda/headwater-prod-source-list';
const requestId = '6d68ca91-49c9-448d-89b8-7ca3e6dc66aa';
const time = '2026-01-31T10:00:00.000Z';
const line = (value: object): LogLine => ({ group, text: JSON.stringify(value) });

const metrics = { billedDurationMs: 10_000, durationMs: 10_000, maxMemoryUsedMB: 512, memorySizeMB: 512 };
const report = (record: object) =>
  line({ time, type: 'platform.report', record: { requestId, metrics, ...record } });
const done = (status: string) =>
  line({ time, type: 'platform.runtimeDone', record: { requestId, status, metrics: { durationMs: 1 } } });
const init = (record: object) =>
  line({
    time,
    type: 'platform.initReport',
    record: { initializationType: 'on-demand', phase: 'init', ...record },
  });
const application = (level: string, message: unknown, root: object = {}) =>
  line({ timestamp: time, level, requestId, message, ...root });

const names = { requestId: 'client-7', traceparent: '00-1' };
const failure = (more: object) =>
  application('ERROR', { operation: 'source-list', ...names, name: 'ServiceError', ...more });

const lines: readonly LogLine[] = [
  report({ status: 'success' }),
  report({}),
  init({ status: 'success', metrics: { durationMs: 125.33 } }),
  application('INFO', { ...names, routeKey: 'GET /v1/source', status: 200, latency: 12 }),
  done('timeout'),
  report({ status: 'timeout' }),
  done('error'),
  report({ status: 'error', errorType: 'Runtime.OutOfMemory' }),
  init({ status: 'error', errorType: 'Runtime.ExitError', metrics: { durationMs: 12 } }),
  // aws-lambda-ric 4, and 3 and older.
  application('ERROR', {
    errorType: 'SyntaxError',
    errorMessage: 'bad code',
    stackTrace: ['SyntaxError: bad code'],
  }),
  application('ERROR', 'Init Error', { errorType: 'TypeError', errorMessage: 'no table', stackTrace: [] }),
  failure({
    ...{ code: 'unavailable', failing: 'issuer', message: 'The keys cannot be fetched' },
    cause: { name: 'TypeError', code: 'ECONNREFUSED', message: 'fetch failed' },
  }),
  failure({
    ...{ code: 'unavailable', failing: 'table_silent', message: 'The database is overloaded' },
    cause: { name: 'TimeoutError', message: 'late' },
  }),
  failure({
    ...{ code: 'unavailable', failing: 'table_throttled', message: 'The database is overloaded' },
    cause: { name: 'ThrottlingException', message: 'too fast' },
  }),
  application('WARN', undefined, { TableName: 'headwater-prod', TableSilences: 1, _aws: {} }),
];

const run = (name: string) => runInsights(shippedQuery(name), lines);

test('errors shows what Lambda ends, what cannot start, and why a request fails, each with its function', () => {
  const rows = run('errors');
  expect(rows.map(({ error, text }) => [error, text])).toEqual([
    ['timeout', 'platform.report'],
    ['Runtime.OutOfMemory', 'platform.report'],
    ['Runtime.ExitError', 'platform.initReport'],
    ['SyntaxError', 'bad code'],
    ['TypeError', 'no table'],
    ['ServiceError', 'The keys cannot be fetched'],
    ['ServiceError', 'The database is overloaded'],
    ['ServiceError', 'The database is overloaded'],
  ]);
  expect(new Set(rows.map((row) => row['@log']))).toEqual(new Set([`123456789012:${group}`]));
  expect(rows.map(({ request }) => request)).toEqual([
    ...[requestId, requestId, undefined, requestId, requestId],
    ...['client-7', 'client-7', 'client-7'],
  ]);
});

test('errors-by-operation tells an issuer, a silent table and throttling apart', () => {
  const rows = run('errors-by-operation').map(
    ({ error, 'message.failing': failing, 'message.cause.name': name, 'message.cause.code': code, errors }) =>
      [error, failing, name, code, errors].filter((each) => each !== undefined),
  );
  expect(rows).toEqual([
    ['timeout', 1],
    ['Runtime.OutOfMemory', 1],
    ['Runtime.ExitError', 1],
    ['SyntaxError', 1],
    ['TypeError', 1],
    ['ServiceError', 'issuer', 'TypeError', 'ECONNREFUSED', 1],
    ['ServiceError', 'table_silent', 'TimeoutError', 1],
    ['ServiceError', 'table_throttled', 'ThrottlingException', 1],
  ]);
});

test.each(Object.values(savedQueries('headwater-prod', ['source-list'])))(
  '$Properties.Name is a query over the log group of each function',
  ({ Properties: { QueryString, LogGroupNames } }) => {
    expect(runInsights(QueryString, lines).length).toBeGreaterThanOrEqual(0);
    expect(LogGroupNames).toEqual(['/aws/lambda/source-list']);
  },
);
