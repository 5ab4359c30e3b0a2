/**
 * `npm run pack [-- FOLDER]`: makes the packages as npm publishes them, checks them, and leaves their tarballs in the folder, by
 * default `.pack/`.
 */

import { execFile } from 'node:child_process';
import { cp, glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

interface Package {
  /** Below `lib/`, with the package.json. */
  readonly folder: string;
  /** Below `lib/`. The package may contain all modules of this folder, by the same paths. */
  readonly root: string;
  /** What is compiled, with all that it imports: every module of its folder, or those that its exports name. */
  readonly modules: 'all' | 'exported';
  /** Files that modules read, and that node runs as they are. */
  readonly data: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string>>;
  /** Modules that differ from host to host, by conditions. */
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const packages: readonly Package[] = [
  // Commands, processes and plugins are loaded by their names, so all modules are compiled.
  { folder: 'headwater', root: 'headwater', modules: 'all', data: ['**/*.{cjs,css,js,yml}'] },
  // It contains the framework's modules that it imports, and so depends on no other package of this repository.
  { folder: 'ingest', root: '.', modules: 'exported', data: [] },
];

const isModule = (path: string) => /(?<!\.d)\.ts$/.test(path);

const repository = resolve(import.meta.dirname, '..');
const library = join(repository, 'lib');
const [destination = '.pack'] = process.argv.slice(2);

for (const each of packages) console.log(await pack(each, resolve(destination)));

/** @returns the tarball. @throws Error if it would not work for everybody who installs it. */
async function pack(each: Package, folder: string): Promise<string> {
  const staging = join(folder, each.folder);
  await rm(staging, { recursive: true, force: true });
  await stage(each, staging);
  const { stdout } = await run(staging, 'npm', ['pack', '--silent', '--pack-destination', folder]);
  const tarball = join(folder, stdout.trim());
  await run(repository, 'publint', [tarball, '--strict']);
  await run(repository, 'attw', [tarball, '--profile', 'esm-only', '--no-definitely-typed']);
  return tarball;
}

async function stage(each: Package, staging: string): Promise<void> {
  const source = join(library, each.folder);
  const manifest: Manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  await mkdir(staging, { recursive: true });
  await compile(each, manifest, staging);
  for await (const path of glob([...each.data], { cwd: source }))
    await cp(join(source, path), join(staging, path));
  await cp(join(source, 'README.md'), join(staging, 'README.md'));
  await cp(join(repository, 'LICENSE'), join(staging, 'LICENSE'));
  const published = {
    ...manifest,
    exports: publishedExports(each, manifest),
    ...(manifest.imports && { imports: publishedImports(each, manifest.imports) }),
    files: await readdir(staging),
  };
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
}

async function compile(
  { folder, root, modules }: Package,
  { exports, imports = {} }: Manifest,
  staging: string,
): Promise<void> {
  const source = join(library, folder);
  const named = [exports, ...Object.values(imports)]
    .flatMap((paths) => Object.values(paths))
    .filter(isModule);
  const compilerOptions = {
    noEmit: false,
    noEmitOnError: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    sourceMap: true,
    // Debuggers show the source, whose file the package does not contain.
    inlineSources: true,
    rootDir: join(library, root),
    outDir: staging,
    typeRoots: [join(repository, 'node_modules/@types')],
  };
  const config = join(staging, 'tsconfig.json');
  await writeFile(
    config,
    JSON.stringify({
      extends: join(repository, 'tsconfig.json'),
      compilerOptions,
      ...(modules === 'all'
        ? { include: [source] }
        : { include: [], files: named.map((path) => join(source, path)) }),
      exclude: [],
    }),
  );
  await run(repository, 'tsc', ['--project', config]);
  await rm(config);
}

/** Each module by its declarations and its code; other files as they are. */
function publishedExports(each: Package, { exports }: Manifest): object {
  return mapValues(exports, (path) => (isModule(path) ? publishedModule(each, path) : path));
}

function publishedImports(each: Package, imports: Required<Manifest>['imports']): object {
  return mapValues(imports, (conditions) => mapValues(conditions, (path) => publishedModule(each, path)));
}

function publishedModule({ folder, root }: Package, path: string): object {
  const inPackage = relative(join(library, root), join(library, folder, path)).replaceAll('\\', '/');
  const name = `./${inPackage.replace(/\.ts$/, '')}`;
  return { types: `${name}.d.ts`, default: `${name}.js` };
}

function mapValues<Value>(values: Readonly<Record<string, Value>>, map: (value: Value) => unknown): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** @throws Error with the output of the program if it fails. */
async function run(cwd: string, program: string, args: readonly string[]) {
  const programs = join(repository, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${programs}:${process.env['PATH']}` };
  try {
    return await promisify(execFile)(program, args, { cwd, env });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${[program, ...args].join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
