/** Sizes of items and the capacity that requests consume, after the rules of DynamoDB's manual. */

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Item } from './marshalled-item.ts';

/** The size of an item in bytes. */
export function sizeOfItem(item: Item): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value),
    0,
  );
}

function sizeOf(value: AttributeValue): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return Math.ceil(value.N.replace(/^-|\./g, '').length / 2) + 1;
  if (value.B !== undefined) return value.B.byteLength;
  if (value.SS !== undefined) return value.SS.reduce((sum, one) => sum + Buffer.byteLength(one), 0);
  const inner = value.L ?? (value.M && Object.values(value.M));
  if (!inner) return 1;
  const names = value.M ? Object.keys(value.M).reduce((sum, name) => sum + Buffer.byteLength(name), 0) : 0;
  return 3 + names + inner.reduce((sum, one) => sum + sizeOf(one) + 1, 0);
}

export function readUnits(bytes: number, isConsistent: boolean): number {
  return Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);
}

export function writeUnits(before: Item | undefined, after: Item | undefined): number {
  const bytes = Math.max(before ? sizeOfItem(before) : 0, after ? sizeOfItem(after) : 0);
  return Math.max(1, Math.ceil(bytes / 1024));
}
