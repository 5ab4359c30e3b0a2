import { ServiceError } from 'headwater/errors';
import { getItem } from 'headwater/table';
import type { Handle } from '#generated/types/product/getPicture.ts';
import { pictureKey, products } from '../../lib/products.ts';

export const handle: Handle = async ({ id }, _body, { response, ...context }) => {
  const documents = products(context);
  const picture = await getItem(documents.table, { Key: pictureKey(documents, id) });
  if (!picture) throw new ServiceError('not_found', `Product ${id} has no picture.`);
  response.headers['content-type'] = String(picture['mediaType']);
  return picture['bytes'] as Uint8Array;
};
