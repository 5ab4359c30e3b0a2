/** The examples that editors show for the names of patterns. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileGrok, findBank, loadWholeBank } from '@headwater/ingest/grok';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.ts';

const file = join(repository, 'lib/service/workbench/client/languages/pattern-examples.json');

test('each example is all that its pattern matches', async () => {
  await loadWholeBank();
  const examples = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, string>>;
  for (const [name, example] of Object.entries(examples))
    for (const bank of ['disabled', 'v1']) {
      const match = compileGrok([`^%{${name}}$`], {}, { bank: findBank(bank) }).match(example);
      expect(match?.[0], `${name}, ${bank}`).toBe(example);
    }
});
