/** Every relative link of a Markdown page leads to a file, every anchor to a heading, and every file that it names exists. */

import { globSync } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { markdownPages } from '../support/pages.ts';
import { repository } from '../support/repository.ts';

const pages = await markdownPages();

/** Code has no links and no headings. */
async function proseOf(page: string): Promise<string> {
  const text = await readFile(join(repository, page), 'utf8');
  return text
    .replaceAll(/^( *)```.*?^ *```$/gms, '')
    .replaceAll(/``.+?``|`[^`\n]+`/g, (code) => code.replaceAll(/[[\]()]/g, ''));
}

/** @example linksIn('[a](b.md#c) and ![d](e.svg)') // ['b.md#c', 'e.svg'] */
function linksIn(prose: string): string[] {
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** The anchors that GitHub makes: `## Add a resource` is #add-a-resource; the second heading of one name ends in -1. */
function anchorsIn(prose: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose.matchAll(/^#+ (.+)$/gm)) {
    const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
    const anchor = words.trim().replaceAll(/\s/g, '-');
    let repeats = 0;
    while (anchors.has(repeats === 0 ? anchor : `${anchor}-${repeats}`)) repeats++;
    anchors.add(repeats === 0 ? anchor : `${anchor}-${repeats}`);
  }
  return anchors;
}

async function exists(path: string): Promise<boolean> {
  return access(join(repository, path)).then(
    () => true,
    () => false,
  );
}

/** @returns the fault of a link, or undefined. */
async function faultOf(page: string, link: string): Promise<string | undefined> {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : posix.join(posix.dirname(page), path);
  if (!(await exists(target))) return `${link}: no file ${target}`;
  if (anchor === undefined) return undefined;
  return anchorsIn(await proseOf(target)).has(anchor)
    ? undefined
    : `${link}: no heading #${anchor} in ${target}`;
}

test('there are pages, and links between them', async () => {
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'docs/headwater/README.md', 'lib/ARCHITECTURE.md']),
  );
  expect(linksIn(await proseOf('docs/headwater/README.md')).length).toBeGreaterThan(10);
});

test.each(pages)('every relative link of %s resolves', async (page) => {
  const links = linksIn(await proseOf(page)).filter((link) => !/^[a-z]+:/.test(link));
  const faults = await Promise.all(links.map((link) => faultOf(page, link)));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

/** The pages of the framework serve projects of any service. */
test.each(
  pages.filter(
    (page) => !/^(?:README|CHANGELOG|docs\/README)\.md$|^(?:docs|lib|test)\/(?:ingest|service)\//.test(page),
  ),
)('%s has no link to a page of the service', async (page) => {
  const targets = linksIn(await proseOf(page)).map((link) => posix.join(posix.dirname(page), link));
  expect(targets.filter((target) => /^(?:README\.md#|docs\/service\/)/.test(target))).toEqual([]);
});

test('no page of docs/headwater has a link out of it, since the package contains them', async () => {
  const shelf = pages.filter((page) => page.startsWith('docs/headwater/'));
  const links = shelf.map(async (page) =>
    linksIn(await proseOf(page))
      .filter((link) => !/^[a-z]+:|^#/.test(link))
      .map((link) => posix.join(posix.dirname(page), link))
      .filter((target) => !target.startsWith('docs/headwater/')),
  );
  expect(shelf.length).toBeGreaterThan(20);
  expect((await Promise.all(links)).flat()).toEqual([]);
});

test('every page of docs/ is in the index of its folder, or of a folder above', async () => {
  const indexes = pages.filter((page) => /^docs\/(?:.*\/)?README\.md$/.test(page));
  const listed = indexes.map(async (index) =>
    linksIn(await proseOf(index)).map((link) => posix.join(posix.dirname(index), link.split('#')[0] ?? '')),
  );
  const all = [...indexes, ...(await Promise.all(listed)).flat()];
  expect(pages.filter((page) => page.startsWith('docs/') && !all.includes(page))).toEqual([]);
});

test('every page that a message names is in the package', async () => {
  const texts = await Promise.all(
    globSync('lib/headwater/**/*.ts', { cwd: repository }).map((path) =>
      readFile(join(repository, path), 'utf8'),
    ),
  );
  const named = texts.flatMap((text) =>
    [...text.matchAll(/docs\/(\S+) of the package headwater/g)].map(([, page = '']) => page),
  );
  expect(named.length).toBeGreaterThan(3);
  const faults = named.map((page) => faultOf('docs/headwater/README.md', page));
  expect((await Promise.all(faults)).filter((fault) => fault !== undefined)).toEqual([]);
});

test('every page that code refers to exists', async () => {
  const folders = ['lib', 'handlers', 'bench', 'test'];
  const files = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(repository, folder), { recursive: true });
      return names
        .filter((name) => /\.[mc]?ts$/.test(name) && !name.includes('node_modules'))
        .map((name) => join(folder, name));
    }),
  );
  const texts = await Promise.all(files.flat().map((file) => readFile(join(repository, file), 'utf8')));
  const named = new Set(
    texts.flatMap((text) => text.match(/\b(?:docs|lib)\/[\w/-]+\.md\b(?!\S* of the package)/g) ?? []),
  );
  expect(named.size).toBeGreaterThan(2);
  expect([...named].filter((page) => !pages.includes(page))).toEqual([]);
});

test.each(pages)('every file and folder that %s names exists', async (page) => {
  const [project = ''] = /^docs\/examples\/.+\//.exec(page) ?? [];
  const prose = await proseOf(page);
  const text = await readFile(join(repository, page), 'utf8');
  const named = [
    ...prose.matchAll(/`((?:bench|descriptors|docs|handlers|lib|test)\/[\w./-]*)`/g),
    // What a command reads.
    ...text.matchAll(/(?:@|file:\/\/)(docs\/[\w./-]*)/g),
  ];
  const paths = named
    .map(([, path = '']) => path)
    .filter((path) => !/\/(?:greeting|reverse|around\.ts)/.test(path));
  const missing = paths.map(async (path) => ((await exists(`${project}${path}`)) ? [] : [path]));
  expect((await Promise.all(missing)).flat()).toEqual([]);
});
