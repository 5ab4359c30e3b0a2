/** Every console example of the README, run in order against the running service: each answer is the one shown. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { copyProject, type LocalService, startLocal } from '../support/local-service.ts';
import { repository } from '../support/repository.ts';

interface Example {
  readonly command: string;
  readonly shown: string;
}

const port = 3000;
const idPattern = /\b[0-9a-f]{24}\b/g;
const timePattern = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

function examplesIn(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^```console\n(.*?)^```/gms)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    [...block.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command = '', shown = '']) => ({
      command,
      shown: shown.trim(),
    })),
  );
}

/** The words of a command line with single quotes, which is all that the README uses. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** What curl does with the options that the README uses. */
async function curl(service: LocalService, command: string): Promise<string> {
  const { values, positionals } = parseArgs({
    args: wordsOf(command).slice(1),
    allowPositionals: true,
    options: {
      silent: { type: 'boolean', short: 's' },
      output: { type: 'string', short: 'o' },
      'write-out': { type: 'string', short: 'w' },
      request: { type: 'string', short: 'X' },
      header: { type: 'string', short: 'H', multiple: true },
      data: { type: 'string', short: 'd' },
    },
  });
  const headers = (values.header ?? []).map((line) => line.split(': ') as [string, string]);
  const method = values.request ?? (values.data === undefined ? 'GET' : 'POST');
  const url = positionals[0]?.replace(`http://localhost:${port}`, service.origin) ?? '';
  const response = await fetch(url, {
    method,
    headers,
    ...(values.data === undefined ? {} : { body: values.data }),
  });
  const body = await response.text();
  return values['write-out'] === '%{http_code}' ? String(response.status) : body;
}

test('the README shows what happens', async () => {
  const examples = examplesIn(await readFile(join(repository, 'README.md'), 'utf8'));
  expect(examples.length).toBeGreaterThan(9);
  const service = await startLocal(await copyProject());
  const shownIds = new Map<string, string>();
  for (const { command, shown } of examples) {
    const actual = await curl(
      service,
      command.replaceAll(idPattern, (id) => shownIds.get(id) ?? id),
    );
    const want = shown
      .replaceAll(timePattern, '<time>')
      .replaceAll(`localhost:${port}`, `localhost:${service.port}`);
    const got = actual.replaceAll(timePattern, '<time>');
    const ids = [...want.matchAll(idPattern)].map(([id]) => id);
    for (const [index, [id]] of [...got.matchAll(idPattern)].entries()) {
      const shownId = ids[index];
      if (shownId !== undefined && !shownIds.has(shownId)) shownIds.set(shownId, id);
    }
    const wantWithIds = want.replaceAll(idPattern, (id) => shownIds.get(id) ?? id);
    if (wantWithIds.endsWith('…'))
      expect(got.slice(0, wantWithIds.length - 1), command).toBe(wantWithIds.slice(0, -1));
    else expect(got, command).toBe(wantWithIds);
  }
  expect(shownIds.size).toBe(2);
  service.child.kill('SIGINT');
  await service.exited;
});
