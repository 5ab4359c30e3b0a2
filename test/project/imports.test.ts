/** Whatever runs is there: each import of each script, and each file that a command names. */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { repository } from '../support/repository.ts';
import { parseSourceFile } from '../support/source-files.ts';

/** Neither what is made, nor projects that tests read or install. */
const left =
  /(?:^|\/)(?:node_modules|\.generated|\.serverless|\.data)\/|^test\/headwater\/compile\/(?:golden|invalid|openapi\/public)\/|^lib\/headwater\/tools\/new\/template\/|^docs\/examples\//;

function filesLike(pattern: string): string[] {
  return globSync([pattern, `.ci/${pattern}`, `.github/${pattern}`], {
    cwd: repository,
    exclude: ['**/node_modules', '.git', '.generated', '.serverless', '.data'],
  }).filter((path) => !left.test(path));
}

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const isFile = (path: string) => existsSync(join(repository, path));

/** Whether a package.json beside the file, or above it, names the package: another one than the first is not always installed. */
function isDeclared(name: string, path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    const { dependencies = {}, devDependencies = {} } = isFile(manifest) ? JSON.parse(read(manifest)) : {};
    // Typings alone, such as @types/aws-lambda, do for types.
    if ([name, `@types/${name}`].some((each) => each in dependencies || each in devDependencies)) return true;
    if (folder === '.') return isFile(`node_modules/${name}/package.json`);
  }
}

function isThere(target: string, path: string): boolean {
  if (isBuiltin(target) || isFile(target)) return true;
  const [, name = ''] = /^((?:@[^/]+\/)?[^/.][^/]*)/.exec(target) ?? [];
  const isPackage = !/^(?:lib|test|bench|handlers|\.)/.test(target) || target.startsWith('lib-');
  return isPackage && isDeclared(name, path);
}

const scripts = filesLike('**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}');

test('every import of every script leads to a file or to a declared package', () => {
  expect(scripts.length).toBeGreaterThan(500);
  const broken = scripts.flatMap((path) =>
    parseSourceFile(path, read(path))
      .imports.filter((target) => !isThere(target, path))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('no module names a file of TypeScript beside it, which is JavaScript in the package', () => {
  const modules = globSync('lib/{headwater,ingest}/**/*.ts', { cwd: repository });
  const naming = /import\.meta\.\w+\b.*[\w-]\.ts['"`]|[\w-]\.ts['"`].*import\.meta/;
  expect(modules.length).toBeGreaterThan(500);
  expect(modules.filter((path) => naming.test(read(path)))).toEqual([]);
});

/** Scripts that tsc does not check, and why. */
const unchecked: readonly (readonly [path: RegExp, why: string])[] = [
  [
    /^lib\/headwater\/compile\/emit\/reference\/page\.js$/,
    'runs in browsers beside a global of Swagger UI, and imports nothing',
  ],
  [/^bench\/peers\//, 'imports frameworks that are installed for a comparison alone'],
  [/^test\/service\/(?:browser|clients|contract)\//, 'has packages of its own'],
];

test('tsc checks whatever runs', () => {
  const { include }: { include: string[] } = JSON.parse(read('tsconfig.scripts.json'));
  const checked = new Set(globSync(include, { cwd: repository }));
  const plain = scripts.filter((path) => /\.[mc]?jsx?$/.test(path) && !checked.has(path));
  expect(plain.filter((path) => !unchecked.some(([known]) => known.test(path)))).toEqual([]);
  const folders = /^(?:lib|handlers|test|bench|\.ci)\/|^(?:headwater|vitest)\.config\.ts$/;
  expect(scripts.filter((path) => /\.[mc]?tsx?$/.test(path) && !folders.test(path))).toEqual([]);
});

/** The commands of npm scripts, of shell scripts and of workflows, by the file that has them. */
function commands(): [path: string, text: string][] {
  const { scripts: named }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  const workflows = filesLike('workflows/*.yml').map((path): [string, string] => {
    const { jobs }: { jobs: Record<string, { steps: { run?: string }[] }> } = parse(read(path));
    return [
      path,
      Object.values(jobs)
        .flatMap(({ steps }) => steps.map(({ run = '' }) => run))
        .join('\n'),
    ];
  });
  const shell = ['.ci/run', ...filesLike('**/*.sh')].map((path): [string, string] => [path, read(path)]);
  return [['package.json', Object.values(named).join('\n')], ...workflows, ...shell];
}

describe.each(commands())('%s', (path, text) => {
  test('names files that are there', () => {
    const code = text.replaceAll(/^\s*#.*$/gm, '');
    const words = [
      ...code.matchAll(/(?<![\w$@./-])((?:[\w.-]+\/)+[\w.-]+\.(?:[mc]?[jt]s|sh|py|txt|yml|json))(?![\w/])/g),
    ];
    const named = words
      .map(([, word = '']) => word)
      .filter((word) => !/^(?:node_modules|\.generated)\//.test(word));
    const missing = named.filter((word) => !isFile(word) && !isFile(join(dirname(path), word)));
    expect(missing).toEqual([]);
  });
});
