import { defineConfig } from 'headwater/config';

export default defineConfig({
  storedTypes: async () => {
    const { bookmarkType } = await import('./lib/bookmarks.ts');
    return { documents: [bookmarkType], items: [] };
  },
});
