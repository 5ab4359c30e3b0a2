import { containerDatabase } from '../../../data/store/client.ts';
import type { InvocationTime } from '../../../data/store/invocation-time.ts';
import { accessTable } from '../../../data/store/table-access.ts';
import { stageEngine } from '../../search/engine.ts';
import type { IndexWriter } from '../../search/write-documents.ts';
import { searchedTypes } from '../searched-types.ts';

/**
 * What brings documents into the indexes of the stage; undefined if lists do not use them.
 *
 * @param time The context of the handler.
 * @throws Error if the settings of the engine are wrong.
 */
export function stageWriter(time: InvocationTime): IndexWriter | undefined {
  if (!process.env['SEARCH_LISTS']) return undefined;
  const { client, tableName } = containerDatabase();
  return { table: accessTable(client, tableName, { time }), engine: stageEngine(time), types: searchedTypes };
}
