/** What a deployed stack says of its table. Commands ask it: serverless.yml beside them may name another one by now. */

export const tableOutput = 'ServiceTable';
export const shardsOutput = 'ServiceIndexShards';

/** @param environment of the functions. */
export function tableOutputs(environment: unknown): object {
  const { TABLE_NAME, INDEX_SHARDS } = Object(environment);
  return {
    ...output(tableOutput, 'The table of the functions.', TABLE_NAME),
    ...output(shardsOutput, 'INDEX_SHARDS of the functions.', INDEX_SHARDS),
  };
}

function output(name: string, Description: string, Value: unknown): object {
  return Value === undefined ? {} : { [name]: { Description, Value } };
}
