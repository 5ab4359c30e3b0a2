/** The stack outputs about its table. Commands read them, since the local serverless.yml may name another table by now. */

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

function output(name: string, Description: string, Value: unknown): object {
  return Value === undefined ? {} : { [name]: { Description, Value } };
}
