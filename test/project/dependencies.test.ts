/**
 * The packages of this repository name what they use, and each other's modules by entries: an installation has no other packages, and
 * reaches no other modules.
 */

import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../support/repository.ts';
import { parseSourceFile } from '../support/source-files.ts';

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const manifestOf = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`));

/** They make files of the package, or are files of a new project: nobody who installs it runs them. */
const makers = /^lib\/(?:ingest\/models|headwater\/tools\/new\/template)\//;

/** A package contains copies of the modules that its own import. */
function modulesOf(folder: string): readonly string[] {
  const found = new Set<string>();
  const add = (path: string) => {
    if (found.has(path) || !path.startsWith('lib/') || path.endsWith('.json')) return;
    found.add(path);
    for (const target of parseSourceFile(path, read(path)).imports) add(target);
  };
  for (const path of globSync(`${folder}/**/*.ts`, { cwd: repository })) if (!makers.test(path)) add(path);
  return [...found];
}

/** Modules that `resolve` and `require` name by a text. */
const byName = /(?:resolve|require|\))\('((?:@[\w-]+\/)?[a-z][\w./-]*)'\)/g;
/** Imports of the modules that take the place of others in bundles: they are texts. */
const inText = /^(?:import|export) .* from '([^']+)';$/gm;

function packagesNamedIn(path: string): string[] {
  const text = read(path);
  const patterns = path.startsWith('lib/headwater/compile/bundle/') ? [byName, inText] : [byName];
  const named = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return [...parseSourceFile(path, text).imports, ...named]
    .filter((target) => /^[@a-z]/.test(target) && !/^(?:lib|headwater)\//.test(target) && !isBuiltin(target))
    .map((target) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
}

/** What a package needs besides what it imports, and why. */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'lib/headwater': {
    '@types/aws-lambda': 'types of events in the declarations',
    '@types/node': 'types of Node.js in the declarations, and for projects',
    serverless: 'the program that deploys',
  },
  'lib/ingest': {},
};

describe.each(Object.keys(others))('%s', (folder) => {
  const { dependencies } = manifestOf(folder);
  const named = new Set(modulesOf(folder).flatMap(packagesNamedIn));

  test('depends on each package that it names', () => {
    const missing = [...named].filter(
      (name) => !(name in dependencies) && !(`@types/${name}` in dependencies),
    );
    expect(missing).toEqual([]);
  });

  test('depends on no other', () => {
    const unused = Object.keys(dependencies).filter(
      (name) => !named.has(name) && !(name in Object(others[folder])),
    );
    expect(unused).toEqual([]);
  });

  test('has the versions that the tests of this repository run with', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    const installed = Object.entries(dependencies).map(([name, version]) => {
      const { name: alias, version: found } = packages[`node_modules/${name}`];
      return [name, version, alias === undefined ? found : `npm:${alias}@${found}`];
    });
    expect(installed.filter(([, wanted, found]) => wanted !== found)).toEqual([]);
  });
});

describe('entries of the framework', () => {
  const { exports } = manifestOf('lib/headwater');
  const all = Object.keys(exports).map((entry) => entry.replace('.', 'headwater'));
  const isInternal = (entry: string) => /^headwater\/internal\//.test(entry);
  const entries = all.filter((entry) => !isInternal(entry) && !entry.endsWith('.json'));

  test('docs/headwater/entries.md and the README of the package list them', () => {
    const listed = [...read('docs/headwater/entries.md').matchAll(/^\| `(headwater\/[\w-]+)` \|/gm)].map(
      ([, entry]) => entry,
    );
    expect(listed.toSorted()).toEqual(entries.toSorted());
    for (const entry of entries)
      expect(read('lib/headwater/README.md')).toContain(`${entry.replace('headwater', '')}\``);
  });

  /** Without the modules of this repository: what the code of projects imports. */
  const imported = (pattern: string) =>
    globSync(pattern, { cwd: repository, exclude: ['**/node_modules'] }).flatMap((path) =>
      [...read(path).matchAll(/(?:from|import\() ?'(headwater\/[^']+)'/g)].map(([, entry = '']) => entry),
    );

  test('the service, the examples and the documents import them, and no other path', () => {
    const named = [
      '{lib/service,handlers}/**/*.{ts,tsx}',
      '{.,docs/examples/*}/*.config.ts',
      'docs/examples/*/{handlers,lib,test}/**/*.ts',
      'docs/**/*.md',
      'lib/headwater/README.md',
    ].flatMap(imported);
    expect([...new Set(named)].filter((entry) => !entries.includes(entry))).toEqual([]);
    // serverless.yml names the plugin.
    expect([...new Set(named), 'headwater/serverless'].toSorted()).toEqual(entries.toSorted());
  });

  test('emitted code imports internal paths that are there, and all of these are for it', () => {
    const golden = imported('test/headwater/compile/golden/*/generated/**/*.*').filter(isInternal);
    const patterns = all.filter(isInternal).map((entry) => new RegExp(`^${entry.replace('*', '.+')}$`));
    expect(golden.filter((entry) => !patterns.some((pattern) => pattern.test(entry)))).toEqual([]);
    expect(golden.length).toBeGreaterThan(50);
  });
});
