/** Options of the commands for a table: which one it is. */

import { CommandError } from '../import/command.ts';

export const tableOptions = {
  stage: { type: 'string' },
  table: { type: 'string' },
  region: { type: 'string' },
  data: { type: 'string' },
} as const;

export const tableUsage = '[--stage STAGE | --table NAME] [--region REGION] [--data FOLDER]';

export interface TableChoice {
  /** Whose table; undefined: none is deployed. */
  readonly stage: string | undefined;
  /** In place of the one that the stack of a stage names. Without stage and name: the local database. */
  readonly tableName: string | undefined;
  /** By default the region of the deployment. */
  readonly region: string | undefined;
  /** The folder of the local database. */
  readonly dataFolder: string;
}

interface Values {
  readonly stage?: string | undefined;
  readonly table?: string | undefined;
  readonly region?: string | undefined;
  readonly data?: string | undefined;
}

/** @throws CommandError when they name more than one table. */
export function readTableChoice({ stage, table, region, data }: Values): TableChoice {
  if (stage !== undefined && table !== undefined)
    throw new CommandError('--table names a table itself; with --stage its stack does.');
  const option = stage === undefined ? '--table' : '--stage';
  if (data !== undefined && (stage ?? table) !== undefined)
    throw new CommandError(`--data is the folder of the local database; with ${option} there is none.`);
  if (region !== undefined && (stage ?? table) === undefined)
    throw new CommandError('--region is for the table of a --stage or of a --table: name one of them.');
  return { stage, tableName: table, region, dataFolder: data ?? '.data' };
}
