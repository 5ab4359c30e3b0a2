/** Documents that lists sort by numbers, dates and texts, and what is right of such lists: plain arrays, without keys. */

import { documentType, type ManagedMembers } from '../../lib/headwater/data/search/document-type.ts';

export interface Product extends ManagedMembers {
  readonly name: string;
  readonly price: number;
  readonly state: string;
  readonly tags: readonly string[];
  readonly stock?: number;
  /** ISO 8601. */
  readonly due?: string;
  readonly code?: string;
}

export const productType = documentType<Product>({
  name: 'product',
  all: 'p',
  fields: {
    updated: { kind: 'date', value: ({ updated }) => Date.parse(updated), sort: true },
    name: { kind: 'text', terms: 'pn', isDefault: true },
    price: { kind: 'decimal', sort: { within: ['state', 'tags'] } },
    state: { kind: 'keyword', terms: 'ps' },
    tags: { kind: 'keyword', isList: true },
    stock: { kind: 'integer', isOptional: true, sort: true },
    due: { kind: 'date', isOptional: true, sort: true },
    code: { kind: 'keyword', isOptional: true, sort: { within: ['state'] } },
  },
});

export const sortedNames = ['created', 'updated', 'price', 'stock', 'due', 'code'] as const;

/** A text sorts by the first bytes of it, in lower case. */
function comparable(value: string | number | undefined): number | Buffer | undefined {
  return typeof value === 'string' ? Buffer.from(value.toLowerCase()).subarray(0, 30) : value;
}

function sortedValue(name: (typeof sortedNames)[number], product: Product): string | number | undefined {
  if (name === 'created' || name === 'updated') return Date.parse(product[name]);
  return name === 'due' ? product.due && Date.parse(product.due) : product[name];
}

/** By the field, then by id. Without a value a product comes last in either order. */
export function inOrder(products: readonly Product[], sort: string): readonly Product[] {
  const isDescending = sort.startsWith('-');
  const name = sort.replace('-', '') as (typeof sortedNames)[number];
  const sign = isDescending ? -1 : 1;
  const compare = (one: Product, other: Product): number => {
    const [a, b] = [comparable(sortedValue(name, one)), comparable(sortedValue(name, other))];
    if (a === undefined && b !== undefined) return 1;
    if (a !== undefined && b === undefined) return -1;
    const values =
      a instanceof Buffer && b instanceof Buffer ? Buffer.compare(a, b) : Math.sign(Number(a) - Number(b));
    if (a !== undefined && values !== 0) return sign * values;
    return sign * (one._id < other._id ? -1 : 1);
  };
  return products.toSorted(compare);
}
