/**
 * The resources that monitor a service: a dashboard, saved queries, the alarms of every service, an alarm for errors of
 * the table, alarms for functions that no route calls or that fall behind the table, and dead letters. The API's own
 * metrics count the failures of the other functions.
 */

import { membersOf } from '../../../shared/json/is-object.ts';
import { logicalId } from '../../plan/route-clashes.ts';
import { deadLettersArn, deadLettersId } from '../functions/background-settings.ts';
import { eventsOf, type NamedFunction, routeKeysOf } from '../functions/function-routes.ts';
import { alarm, type MadeResources, serviceAlarms, topicId } from './alarms.ts';
import { dashboardBody, type WatchedService } from './dashboard.ts';
import { savedQueries } from './saved-queries.ts';

/** Resources of CloudFormation for the stack of the API, by logical id. */
export function monitoringResources(watched: WatchedService): MadeResources {
  const { prefix, functions, resources } = watched;
  const dashboard = { DashboardName: prefix, DashboardBody: dashboardBody(watched) };
  const names = functions.map(({ name }) => name);
  const hasTopic = Boolean(resources[topicId]);
  const unrouted = functions.filter(({ settings }) => routeKeysOf(settings).length === 0);
  const alarms = [...unrouted.map(errorsAlarm), ...functions.filter(readsStream).map(iteratorAgeAlarm)];
  return {
    Dashboard: { Type: 'AWS::CloudWatch::Dashboard', Properties: dashboard },
    ...savedQueries(prefix, names),
    ...deadLetters(functions, hasTopic),
    ...(hasTopic
      ? { ...serviceAlarms(watched), ...tableErrorsAlarm(watched), ...Object.fromEntries(alarms) }
      : {}),
  };
}

/** The maximum of SQS. */
const retentionSeconds = 1_209_600;

/**
 * The queue of events that functions could not process without a waiting caller, and its alarm; no resources if no function
 * sends anything there.
 *
 * @param hasTopic Whether alarms can notify somebody.
 */
function deadLetters(functions: readonly NamedFunction[], hasTopic: boolean): MadeResources {
  const arn = JSON.stringify(deadLettersArn);
  if (!functions.some(({ settings }) => JSON.stringify(settings).includes(arn))) return {};
  const queue = { MessageRetentionPeriod: retentionSeconds, SqsManagedSseEnabled: true };
  const DeadLettersAlarm = alarm('Events that a function could not process', {
    Namespace: 'AWS/SQS',
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [deadLettersId, 'QueueName'] } }],
    Statistic: 'Maximum',
    Period: 300,
    EvaluationPeriods: 1,
  });
  return {
    [deadLettersId]: { Type: 'AWS::SQS::Queue', Properties: queue },
    ...(hasTopic ? { DeadLettersAlarm } : {}),
  };
}

/** The alarm for table errors, which DynamoDB counts by action; no resource if no function uses the table. */
function tableErrorsAlarm({ roles, tableName }: WatchedService): MadeResources {
  const actions = [
    ...new Set(
      roles.flatMap(({ actions: own, keyActions, unitActions = [], settingsActions = [] }) => [
        ...own,
        ...keyActions,
        ...unitActions,
        ...settingsActions,
      ]),
    ),
  ];
  if (actions.length === 0) return {};
  // Only a transaction needs the right to check an item, and its errors are counted under its own name.
  const operations = actions.map((action) =>
    action === 'ConditionCheckItem' ? 'TransactWriteItems' : action,
  );
  const metrics = operations.toSorted().map((operation) => {
    const Dimensions = [
      { Name: 'TableName', Value: tableName },
      { Name: 'Operation', Value: operation },
    ];
    const Metric = { Namespace: 'AWS/DynamoDB', MetricName: 'SystemErrors', Dimensions };
    const MetricStat = { Metric, Stat: 'Sum', Period: 60 };
    return { Id: `on${operation}`, MetricStat, ReturnData: false };
  });
  const sum = { Id: 'all', Expression: 'SUM(METRICS())', Label: 'SystemErrors', ReturnData: true };
  const failing = { Metrics: [sum, ...metrics], EvaluationPeriods: 5, DatapointsToAlarm: 2 };
  return { TableErrorsAlarm: alarm('DynamoDB itself fails', failing) };
}

function readsStream({ settings }: NamedFunction): boolean {
  return eventsOf(settings).some((event) => 'stream' in membersOf(event));
}

/** In milliseconds. Changes become dead letters at the age of an hour (../background/background-settings.ts). */
const maxIteratorAge = 600_000;

/** The alarm for a consumer that falls behind without failing: too many changes, or no concurrency left. */
function iteratorAgeAlarm({ key, name }: NamedFunction) {
  const late = {
    Namespace: 'AWS/Lambda',
    MetricName: 'IteratorAge',
    Dimensions: [{ Name: 'FunctionName', Value: name }],
    Statistic: 'Maximum',
    Period: 60,
    EvaluationPeriods: 5,
    DatapointsToAlarm: 3,
  };
  const made = alarm(`${name} is ten minutes behind the table`, late, maxIteratorAge);
  return [`${logicalId(key)}IteratorAgeAlarm`, made] as const;
}

function errorsAlarm({ key, name }: NamedFunction) {
  const failing = {
    Namespace: 'AWS/Lambda',
    MetricName: 'Errors',
    Dimensions: [{ Name: 'FunctionName', Value: name }],
    Statistic: 'Sum',
    Period: 300,
    EvaluationPeriods: 1,
  };
  return [`${logicalId(key)}ErrorsAlarm`, alarm(`${name} fails`, failing)] as const;
}
