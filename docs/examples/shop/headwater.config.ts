/** What this service decides besides its descriptors and its code. */

import { defineConfig } from 'headwater/config';

export default defineConfig({
  // `npx headwater verify` checks these documents.
  storedTypes: async () => {
    const [{ customerType }, { orderType }, { productType }] = await Promise.all([
      import('./lib/customers.ts'),
      import('./lib/orders.ts'),
      import('./lib/products.ts'),
    ]);
    return { documents: [customerType, orderType, productType], items: [] };
  },
});
