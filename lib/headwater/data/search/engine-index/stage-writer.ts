import { stageEngine } from '../../search-engine/engine.ts';
import { containerDatabase } from '../../store/container-database.ts';
import type { InvocationTime } from '../../store/invocation-time.ts';
import { accessTable } from '../../store/table-access.ts';
import type { IndexedType, IndexWriter } from './write-documents.ts';

/**
 * What brings documents into the indexes of the stage; undefined if lists do not use them.
 *
 * @param time The context of the handler.
 * @throws Error if the settings of the engine are wrong.
 */
export function stageWriter(time: InvocationTime, types: readonly IndexedType[]): IndexWriter | undefined {
  if (!process.env['SEARCH_LISTS']) return undefined;
  const { client, tableName } = containerDatabase();
  return { table: accessTable(client, tableName, { time }), engine: stageEngine(time), types };
}
