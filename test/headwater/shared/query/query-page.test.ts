/** docs/headwater/query.md lists the fields of the tutorial's documents, valid examples, and the errors that are reported. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseQuery } from '../../../../lib/headwater/shared/query/parse-query.ts';
import { bookmarkType } from '../../../support/bookmark-type.ts';
import { expectQueriesShown, rowsIn } from '../../../support/query-page.ts';
import { repository } from '../../../support/repository.ts';

const read = (path: string) => readFile(join(repository, path), 'utf8');
const page = await read('docs/headwater/query.md');
const context = { fields: bookmarkType.fields, now: Date.now() };

test('the bookmarks of the tests are those of the tutorial', async () => {
  const fieldsIn = (text: string) => /^ {2}fields: \{\n.*?^ {2}\},$/ms.exec(text)?.[0];
  const fields = fieldsIn(await read('test/support/bookmark-type.ts'));
  expect(fields).toBeDefined();
  expect(fieldsIn(await read('docs/headwater/tutorial.md'))).toBe(fields);
});

test('every example is a query, and the fields and their comparisons are those of the type', () => {
  expectQueriesShown(page, bookmarkType);
});

test('the documented errors are the reported ones', () => {
  const rows = rowsIn(page, 'query \\| detail');
  expect(rows.length).toBeGreaterThan(3);
  for (const [[query = ''], detail] of rows) expect(() => parseQuery(query, context), query).toThrow(detail);
  const problem = JSON.parse(/```json problem\n([^`]*)```/.exec(page)?.[1] ?? '');
  const [, refused = ''] = /^That was `(.*)`\./m.exec(page) ?? [];
  expect(() => parseQuery(refused, context)).toThrow(
    expect.objectContaining({
      code: problem.type.split(':').at(-1),
      status: problem.status,
      message: problem.detail,
      members: { offset: problem.offset },
    }),
  );
});
