/** All of the product that a run of the shop drives. A mutation copies this file with what it imports. */

import { getDocument, openDocuments } from '../../../../lib/headwater/data/documents.ts';
import { findUnique } from '../../../../lib/headwater/data/search/documents/unique-values.ts';
import { writeTogether } from '../../../../lib/headwater/data/write-together.ts';
import {
  adjustmentOf,
  changeDocument,
  changeOf,
  createDocument,
  creationOf,
  putDocument,
  removeDocument,
} from '../../../../lib/headwater/data/writes.ts';
import { ServiceError } from '../../../../lib/headwater/shared/errors.ts';
import { newProgress, verifyTable } from '../../../../lib/headwater/tools/admin/verify-table.ts';
import { customerType, orderType, outOfStock, productType } from '../../../support/shop-types.ts';

export const product = {
  adjustmentOf,
  changeDocument,
  changeOf,
  createDocument,
  creationOf,
  customerType,
  findUnique,
  getDocument,
  newProgress,
  openDocuments,
  orderType,
  outOfStock,
  productType,
  putDocument,
  removeDocument,
  ServiceError,
  verifyTable,
  writeTogether,
};

export type ShopSubject = typeof product;
