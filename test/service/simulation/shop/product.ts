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
  removeDocument,
} from '../../../../lib/headwater/data/writes.ts';
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
  removeDocument,
  verifyTable,
  writeTogether,
};

export type ShopSubject = typeof product;
