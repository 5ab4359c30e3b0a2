/** What this service decides besides its descriptors and its code. */

import { defineConfig } from 'headwater/config';

export default defineConfig({
  // `npx headwater verify` checks these documents, and `npx headwater migrate` stores earlier versions anew.
  storedTypes: async () => {
    const [{ customerType }, { orderType }, { productType }] = await Promise.all([
      import('./lib/customers.ts'),
      import('./lib/orders.ts'),
      import('./lib/products.ts'),
    ]);
    return { documents: [customerType, orderType, productType], items: [] };
  },
  tables: { sales: { partition: 'day', sort: 'order' } },
  secrets: { links: { ssm: '/shop/{stage}/links' } },
});
