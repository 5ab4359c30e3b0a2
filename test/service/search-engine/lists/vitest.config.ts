import { defineConfig } from 'vitest/config';
import { repository } from '../../../support/repository.ts';
import { tagsFor, timeouts } from '../../../support/suite-config.ts';

/** The list suite, over the search engine in place of the table's own index. Files whose clients crash are not in it: each client would make the index anew. */
export default defineConfig({
  test: {
    ...timeouts,
    root: repository,
    setupFiles: ['test/support/after-file.ts', 'test/service/search-engine/lists/use-engine.ts'],
    globalSetup: ['test/service/search-engine/lists/setup.ts'],
    include: ['random-queries', 'pages', 'source-repository', 'own-writes'].map(
      (name) => `test/service/sources/${name}.test.ts`,
    ),
    fileParallelism: false,
    provide: { amounts: process.env['AMOUNTS'] === 'most' ? 'most' : 'few' },
    tags: tagsFor('many'),
  },
});
