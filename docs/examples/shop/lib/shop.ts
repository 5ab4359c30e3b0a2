import { type Documents, type DocumentType, documentsOf } from 'headwater/documents';
import {
  accessTable,
  containerDatabase,
  type InvocationTime,
  publicOwner,
  type TableAccess,
} from 'headwater/table';

/** Documents that belong to the shop, whoever calls. `documentsOf` alone gives each caller documents of their own. */
export function shopDocuments<Document>(
  type: DocumentType<Document>,
): (time: InvocationTime) => Documents<Document> {
  const open = documentsOf(type);
  return (time) => open({ ...time, owner: publicOwner });
}

/** The table, for items that are not documents. */
export function openTable(time: InvocationTime): TableAccess {
  const { client, tableName } = containerDatabase();
  return accessTable(client, tableName, { time });
}
