/** docs/service/query.md lists the fields of sources, and valid examples. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import { sourceType } from '../../../../lib/service/sources/source-fields.ts';
import { expectQueriesShown } from '../../../support/query-page.ts';
import { repository } from '../../../support/repository.ts';

test('every example is a query, and the fields and their comparisons are those of the type', async () => {
  expectQueriesShown(await readFile(join(repository, 'docs/service/query.md'), 'utf8'), sourceType);
});
