import { accessTable, containerDatabase, type InvocationTime, type TableAccess } from 'headwater/table';

/** The table, for items that are not documents. */
export function openTable(time: InvocationTime): TableAccess {
  const { client, tableName } = containerDatabase();
  return accessTable(client, tableName, { time });
}
