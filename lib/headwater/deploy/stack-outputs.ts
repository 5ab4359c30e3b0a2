/** The outputs of a stack. Commands read those about the table, since the local serverless.yml may name another one by now. */

import { topicId } from '../compile/aws/monitoring/alarms.ts';
import { membersOf } from '../shared/json/is-object.ts';

export const tableOutput = 'ServiceTable';
export const shardsOutput = 'ServiceIndexShards';

/** @param environment The environment of the functions. */
export function tableOutputs(environment: unknown): object {
  const { TABLE_NAME, INDEX_SHARDS } = membersOf(environment);
  return {
    ...output(tableOutput, 'The table of the functions.', TABLE_NAME),
    ...output(shardsOutput, 'INDEX_SHARDS of the functions.', INDEX_SHARDS),
  };
}

export function topicOutput(resources: Readonly<Record<string, unknown>>): object {
  return output(topicId, 'Alarms notify this topic.', resources[topicId] ? { Ref: topicId } : undefined);
}

function output(name: string, Description: string, Value: unknown): object {
  return Value === undefined ? {} : { [name]: { Description, Value } };
}
