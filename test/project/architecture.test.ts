/** lib/headwater/ARCHITECTURE.md lists the steps of the generated functions, in their order. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';

const page = await readFile(join(repository, 'lib/headwater/ARCHITECTURE.md'), 'utf8');
const functions = await stepsOfFunctions(
  'test/headwater/compile/golden/features/generated/functions',
  '.generated/functions',
);

/** What the page says beside or below the list: steps that stand in place of another, or right before it. */
const replaced: Readonly<Record<string, string>> = {
  receiveChange: 'receiveEvent',
  parseForm: 'parseJsonBody',
  parseBody: 'parseJsonBody',
  rawInput: 'castInput',
  queryOnly: 'castInput',
  emptyInput: 'castInput',
  castForm: 'castInput',
  rawForm: 'castInput',
  takeReadOnly: 'checkRequest',
  respondEmpty: 'respond',
  respondFile: 'respond',
  authorizeUnrouted: 'authorize',
};

function listedSteps(): string[] {
  const [, list = ''] = /^## Run$(.*?)^## /ms.exec(page) ?? [];
  return [...list.matchAll(/^ +-> (\w+) {2}/gm)].map(([, name = '']) => name);
}

async function stepsOfFunctions(...folders: string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const paths = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(repository, folder))).map((name) => `${folder}/${name}`),
    ),
  );
  const read = async (path: string) => {
    const source = await readFile(join(repository, path), 'utf8');
    return [path, [...source.matchAll(/\.use\((\w+)\(/g)].map(([, name = '']) => name)] as const;
  };
  return new Map(await Promise.all(paths.flat().map(read)));
}

test('the list names every step that a function uses', () => {
  const used = [...functions.values()].flat().map((name) => replaced[name] ?? name);
  expect(used.length).toBeGreaterThan(20);
  expect(new Set(used).difference(new Set(listedSteps()))).toEqual(new Set());
});

test('every step on the page is one of lib/headwater/run/http/steps, or of lib/headwater/run/background', async () => {
  const folders = ['lib/headwater/run/http/steps', 'lib/headwater/run/background'].map((path) =>
    join(repository, path),
  );
  const named = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  );
  const paths = named.flat().filter((path) => path.endsWith('.ts'));
  const sources = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const exported = sources.flatMap((source) =>
    [...source.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name = '']) => name),
  );
  expect([...listedSteps(), ...Object.keys(replaced)].filter((name) => !exported.includes(name))).toEqual([]);
});

test.each([...functions])('%s runs its steps in the order of the list', (_path, steps) => {
  const order = listedSteps();
  const places = steps.map((name) => order.indexOf(replaced[name] ?? name));
  expect(places).not.toContain(-1);
  if (steps.includes('receiveEvent')) expect(places.length).toBeGreaterThan(3);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('what replaces a step is on the page', () => {
  const [, run = ''] = /^## Run$(.*?)^## /ms.exec(page) ?? [];
  expect(Object.keys(replaced).filter((name) => !run.includes(name))).toEqual([]);
});

test('the glossary has at most 25 terms, each once', () => {
  const [, glossary = ''] = /^## Glossary$(.*)/ms.exec(page) ?? [];
  const terms = [...glossary.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, term = '']) => term).slice(2);
  expect(terms.length).toBeGreaterThan(15);
  expect(terms.length).toBeLessThanOrEqual(25);
  expect(new Set(terms).size).toBe(terms.length);
});

test('the page fits two screens', () => {
  const lines = page.split('\n');
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(lines.filter((line) => !line.startsWith('|') && line.length > 110)).toEqual([]);
});
