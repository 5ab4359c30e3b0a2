import { checkExists } from 'headwater/documents';
import { ServiceError } from 'headwater/errors';
import { transact } from 'headwater/table';
import type { Handle } from '#generated/types/product/putPicture.ts';
import { pictureKey, products } from '../../lib/products.ts';

export const handle: Handle = async ({ id }, { mediaType, bytes }, context) => {
  const documents = products(context);
  const failed = await transact(documents.table, [
    checkExists(documents.index, id),
    { Put: { Item: { ...pictureKey(documents, id), mediaType, bytes } } },
  ]);
  if (failed.length > 0) throw new ServiceError('not_found', `There is no product ${id}.`);
};
