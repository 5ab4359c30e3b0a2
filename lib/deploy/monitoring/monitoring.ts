/**
 * The resources that the build adds to monitor the functions: a dashboard, saved queries, an alarm for errors of the
 * table, alarms for functions that no route calls or that fall behind the table, and dead letters. The API's own
 * metrics count the failures of the other functions.
 */

import { routeKeysOf } from '../function-routes.ts';
import { dashboardBody } from './dashboard.ts';
import { deadLetters } from './dead-letters.ts';
import { onFailures, topicId } from './on-failures.ts';
import { savedQueries } from './saved-queries.ts';
import type { WatchedFunction, WatchedService } from './watched.ts';

type Resources = Readonly<
  Record<string, { readonly Type: string; readonly Properties: Readonly<Record<string, unknown>> }>
>;

/** Resources of CloudFormation for the stack of the API, by logical id. */
export function monitoringResources(watched: WatchedService): Resources {
  const { prefix, functions, resources } = watched;
  const dashboard = { DashboardName: prefix, DashboardBody: dashboardBody(watched) };
  const hasTopic = topicId in resources;
  const unrouted = functions.filter(({ settings }) => routeKeysOf(settings).length === 0);
  return {
    Dashboard: { Type: 'AWS::CloudWatch::Dashboard', Properties: dashboard },
    ...savedQueries(
      prefix,
      functions.map(({ name }) => name),
    ),
    ...deadLetters(functions, hasTopic),
    ...(hasTopic
      ? {
          ...tableAlarm(watched),
          ...Object.fromEntries(unrouted.map(errorsAlarm)),
          ...Object.fromEntries(functions.filter(readsStream).map(iteratorAgeAlarm)),
        }
      : {}),
  };
}

/** The alarm for table errors, which DynamoDB counts by action; no resource if no function uses the table. */
function tableAlarm({ roles, tableName }: WatchedService): Resources {
  const actions = [...new Set(roles.flatMap(({ actions: own, keyActions }) => [...own, ...keyActions]))];
  if (actions.length === 0) return {};
  const metrics = actions.toSorted().map((action) => {
    const Dimensions = [
      { Name: 'TableName', Value: tableName },
      { Name: 'Operation', Value: action },
    ];
    const Metric = { Namespace: 'AWS/DynamoDB', MetricName: 'SystemErrors', Dimensions };
    const MetricStat = { Metric, Stat: 'Sum', Period: 60 };
    return { Id: `on${action}`, MetricStat, ReturnData: false };
  });
  const sum = { Id: 'all', Expression: 'SUM(METRICS())', Label: 'SystemErrors', ReturnData: true };
  const Properties = {
    AlarmDescription: 'DynamoDB itself fails: docs/operations.md#alarms says what to do.',
    Metrics: [sum, ...metrics],
    EvaluationPeriods: 5,
    DatapointsToAlarm: 2,
    ...onFailures,
  };
  return { TableErrorsAlarm: { Type: 'AWS::CloudWatch::Alarm', Properties } };
}

function readsStream({ settings }: WatchedFunction): boolean {
  const { events } = settings;
  return Array.isArray(events) && events.some((event) => 'stream' in Object(event));
}

/** In milliseconds. Changes become dead letters at the age of an hour (../background/background-settings.ts). */
const maxIteratorAge = 600_000;

/** The alarm for a consumer that falls behind without failing: too many changes, or no concurrency left. */
function iteratorAgeAlarm({ name, logicalId }: WatchedFunction) {
  const Properties = {
    AlarmDescription: `${name} is ten minutes behind the table: docs/operations.md#alarms says what to do.`,
    Namespace: 'AWS/Lambda',
    MetricName: 'IteratorAge',
    Dimensions: [{ Name: 'FunctionName', Value: name }],
    Statistic: 'Maximum',
    Period: 60,
    EvaluationPeriods: 5,
    DatapointsToAlarm: 3,
    ...onFailures,
    Threshold: maxIteratorAge,
  };
  return [`${logicalId}IteratorAgeAlarm`, { Type: 'AWS::CloudWatch::Alarm', Properties }] as const;
}

function errorsAlarm({ name, logicalId }: WatchedFunction) {
  const Properties = {
    AlarmDescription: `${name} fails: docs/operations.md#alarms says what to do.`,
    Namespace: 'AWS/Lambda',
    MetricName: 'Errors',
    Dimensions: [{ Name: 'FunctionName', Value: name }],
    Statistic: 'Sum',
    Period: 300,
    EvaluationPeriods: 1,
    ...onFailures,
  };
  return [`${logicalId}ErrorsAlarm`, { Type: 'AWS::CloudWatch::Alarm', Properties }] as const;
}
