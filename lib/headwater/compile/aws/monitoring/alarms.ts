/** The alarms of every service: API, functions of the region, table. All of them notify one topic. */

import { tableId } from '../functions/background-settings.ts';

export type MadeResources = Readonly<
  Record<string, { readonly Type: string; readonly Properties: Readonly<Record<string, unknown>> }>
>;

/** The logical id of the topic that alarms notify. A stack without it has no alarms. */
export const topicId = 'AlarmTopic';

interface WatchedParts {
  /** The id of an existing API to which the service adds its routes, if it has none of its own. */
  readonly apiId?: unknown;
  readonly tableName: unknown;
  /** The namespace of the metrics in the log of the functions. */
  readonly metricNamespace: unknown;
  /** The resources of serverless.yml and of the plugin, by logical id. A project without storage has no table. */
  readonly resources: Readonly<Record<string, unknown>>;
}

/** An alarm if a metric exceeds the threshold. The topic also learns that it is over. */
export function alarm(message: string, metric: object, threshold = 0) {
  const AlarmDescription = `${message}: docs/operations.md#alarms of the package headwater says what to do.`;
  const Properties = {
    AlarmDescription,
    ...metric,
    Threshold: threshold,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
    AlarmActions: [{ Ref: topicId }],
    OKActions: [{ Ref: topicId }],
  };
  return { Type: 'AWS::CloudWatch::Alarm', Properties };
}

/** So many of five minutes must exceed the threshold. */
const inMinutes = (DatapointsToAlarm: number) => ({ Period: 60, EvaluationPeriods: 5, DatapointsToAlarm });

const dimension = (Name: string, Value: unknown) => ({ Dimensions: [{ Name, Value }] });

export function serviceAlarms(watched: WatchedParts): MadeResources {
  const hasTable = Boolean(watched.resources[tableId]);
  return {
    ...apiAlarms(watched),
    ...regionAlarms(),
    ...(hasTable ? { ...tableAlarms(watched), ...logAlarms(watched) } : {}),
  };
}

function apiAlarms({ apiId }: WatchedParts): MadeResources {
  const ofApi = { Namespace: 'AWS/ApiGateway', ...dimension('ApiId', apiId ?? { Ref: 'HttpApi' }) };
  const failing = { ...ofApi, MetricName: '5xx', Statistic: 'Average', ...inMinutes(3) };
  const slow = {
    ...ofApi,
    MetricName: 'Latency',
    ExtendedStatistic: 'p95',
    // With few requests, most of them cold starts, the metric is not significant.
    EvaluateLowSampleCountPercentile: 'ignore',
    ...inMinutes(3),
  };
  return {
    ApiErrorsAlarm: alarm('More than 1 % of the responses are 5xx', failing, 0.01),
    ApiLatencyAlarm: alarm('5 % of the responses take more than two seconds', slow, 2_000),
  };
}

/** All functions of the region share their concurrency. A metric of all costs no more than a metric of one. */
function regionAlarms(): MadeResources {
  const sum = (MetricName: string) => ({ Namespace: 'AWS/Lambda', MetricName, Statistic: 'Sum' });
  const throttled = { ...sum('Throttles'), ...inMinutes(2) };
  // A single function that always fails adds little to the 5xx of all.
  const failing = { ...sum('Errors'), ...inMinutes(3) };
  return {
    LambdaThrottlesAlarm: alarm('Lambda refuses invocations in this region', throttled),
    LambdaErrorsAlarm: alarm('Functions of this region crash or run out of time', failing),
  };
}

function tableAlarms({ tableName }: WatchedParts): MadeResources {
  const events = (MetricName: string) => ({
    Namespace: 'AWS/DynamoDB',
    MetricName,
    ...dimension('TableName', tableName),
    Statistic: 'Sum',
    ...inMinutes(2),
  });
  // The SDK repeats such a request, so clients do not notice a few per minute.
  const few = 10;
  return {
    TableReadThrottlesAlarm: alarm('The table refuses reads', events('ReadThrottleEvents'), few),
    TableWriteThrottlesAlarm: alarm('The table refuses writes', events('WriteThrottleEvents'), few),
  };
}

/** From the log of the functions (`writeMetrics`): AWS has no metric for a table or an issuer that does not answer. */
function logAlarms({ metricNamespace }: WatchedParts): MadeResources {
  const counted = (MetricName: string) => ({
    Namespace: metricNamespace,
    MetricName,
    ...dimension('TableName', { Ref: tableId }),
    Statistic: 'Sum',
    ...inMinutes(2),
  });
  return {
    TableSilenceAlarm: alarm('The table does not answer', counted('TableSilences')),
    IssuerAlarm: alarm('The keys of an issuer of tokens cannot be fetched', counted('IssuerFailures')),
  };
}
