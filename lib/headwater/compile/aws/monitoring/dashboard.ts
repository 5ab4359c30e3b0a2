/** A CloudWatch dashboard: the API, the table, and each function. */

import { type NamedFunction, routeKeysOf } from '../functions/function-routes.ts';
import type { Role } from '../roles/plan-roles.ts';

/** The objects of monitoring: the functions, the API and the table. */
export interface WatchedService {
  /** `<service>-<stage>`, with which all names begin. */
  readonly prefix: string;
  /** The functions of all stacks. */
  readonly functions: readonly NamedFunction[];
  readonly roles: readonly Role[];
  /** The resources of serverless.yml itself. */
  readonly resources: Readonly<Record<string, unknown>>;
  /** The id of an existing API to which the service adds its routes, if it has none of its own. */
  readonly apiId?: unknown;
  /** The value in the environment of the functions. */
  readonly tableName: unknown;
  /** The namespace of the metrics in the log of the functions. */
  readonly metricNamespace: unknown;
}

type Metric = readonly unknown[];

interface Widget {
  readonly title: string;
  readonly metrics: readonly Metric[];
  readonly stat?: string;
}

/** The width of a widget in units of the grid, which has 24 columns. */
const width = 8;
const height = 5;
const perRow = 24 / width;

/** AWS allows 500 widgets; the first six do not show functions. */
const maxFunctions = 490;

/** @returns an intrinsic function, since only the stack knows region and API. */
export function dashboardBody({ functions, apiId, tableName }: WatchedService): object {
  const widgets = [
    ...apiWidgets(),
    ...tableWidgets(),
    ...functions.slice(0, maxFunctions).map(functionWidget),
  ].map(placed);
  const names = { Api: apiId ?? { Ref: 'HttpApi' }, Table: tableName ?? '' };
  return { 'Fn::Sub': [JSON.stringify({ widgets }), names] };
}

function apiWidgets(): Widget[] {
  const metric = (name: string, options: object = {}) => [
    'AWS/ApiGateway',
    name,
    'ApiId',
    `\${Api}`,
    options,
  ];
  const percentiles = ['p50', 'p95', 'p99'].map((stat) => metric('Latency', { stat, label: stat }));
  return [
    { title: 'Requests of the API', metrics: [metric('Count', { stat: 'SampleCount' })] },
    { title: 'Responses 4xx and 5xx', metrics: [metric('4xx'), metric('5xx', { color: '#d62728' })] },
    { title: 'Latency in milliseconds', metrics: percentiles },
  ];
}

function tableWidgets(): Widget[] {
  const metric = (name: string, ...more: readonly unknown[]) => [
    'AWS/DynamoDB',
    name,
    'TableName',
    `\${Table}`,
    ...more,
  ];
  const operations = [
    'GetItem',
    'BatchGetItem',
    'Query',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'TransactWriteItems',
  ];
  const each = (name: string, stat: string) =>
    operations.map((operation) => metric(name, 'Operation', operation, { stat, label: operation }));
  return [
    {
      title: 'Units of the table',
      metrics: [metric('ConsumedReadCapacityUnits'), metric('ConsumedWriteCapacityUnits')],
    },
    {
      title: 'Throttled requests, conflicts and errors of the table',
      metrics: [
        metric('ReadThrottleEvents'),
        metric('WriteThrottleEvents'),
        metric('TransactionConflict'),
        ...each('SystemErrors', 'Sum'),
      ],
    },
    { title: 'Latency of the table in milliseconds', metrics: each('SuccessfulRequestLatency', 'p95') },
  ];
}

function functionWidget({ name, settings }: NamedFunction): Widget {
  const metric = (kind: string, options: object) => ['AWS/Lambda', kind, 'FunctionName', name, options];
  const [route = name] = routeKeysOf(settings);
  return {
    title: route === '*' ? 'Other routes' : route,
    metrics: [
      metric('Invocations', { stat: 'Sum' }),
      metric('Errors', { stat: 'Sum', color: '#d62728' }),
      metric('Throttles', { stat: 'Sum', color: '#ff7f0e' }),
      metric('Duration', { stat: 'p95', label: 'Duration p95, ms', yAxis: 'right' }),
    ],
  };
}

function placed({ title, metrics, stat = 'Sum' }: Widget, index: number): object {
  const place = { x: (index % perRow) * width, y: Math.floor(index / perRow) * height };
  const properties = { title, metrics, stat, region: `\${AWS::Region}`, period: 300, view: 'timeSeries' };
  return { type: 'metric', width, height, ...place, properties };
}
