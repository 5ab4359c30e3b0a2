import { defineConfig } from 'headwater/config';

export default defineConfig({
  storedTypes: async () => {
    const { readingType } = await import('./lib/readings.ts');
    return { documents: [readingType], items: [] };
  },
});
