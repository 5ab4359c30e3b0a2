/**
 * `npm run pack [-- FOLDER]`: makes the packages as npm publishes them, checks them, and leaves their tarballs in the folder, by
 * default `.pack/`.
 */

import { execFile } from 'node:child_process';
import { cp, glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join, posix, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The files of a new project, which are no modules of the package. */
const template = 'tools/new/template';

interface Package {
  /** Below `lib/`, with the package.json. */
  readonly folder: string;
  /** Below `lib/`. All modules of the package are in it, and keep their paths. */
  readonly root: string;
  /** What is compiled, with all that it imports: every module of the folder, or those that the package.json names. */
  readonly modules: 'all' | 'named';
  /** Files that modules read, and scripts that run as they are. */
  readonly data: readonly string[];
  /** Below `docs/`: the pages that its messages name. */
  readonly pages?: string;
}

/** A path, or a path for each condition. */
type Target = string | { readonly [condition: string]: Target };
type Targets = Readonly<Record<string, Target>>;

interface Manifest {
  readonly exports: Targets;
  readonly imports?: Targets;
}

const packages: readonly Package[] = [
  // Commands, processes and plugins are loaded by their names, so all modules are compiled.
  {
    folder: 'headwater',
    root: 'headwater',
    modules: 'all',
    data: ['**/*.{cjs,css,js,yml}', 'tsconfig.json', template],
    pages: 'headwater',
  },
  // It contains the framework's modules that it imports, and so depends on no other package of this repository.
  { folder: 'ingest', root: '.', modules: 'named', data: ['LICENSE-*'] },
];

const isModule = (path: string) => path.endsWith('.ts');

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
  const { exports, imports = {} } = manifest;
  await mkdir(staging, { recursive: true });
  await compile(each, modulesIn({ exports, imports }), staging);
  for await (const path of glob([...each.data], { cwd: source }))
    await cp(join(source, path), join(staging, path), { recursive: true });
  if (each.pages !== undefined)
    await cp(join(repository, 'docs', each.pages), join(staging, 'docs'), { recursive: true });
  const readme = await readFile(join(source, 'README.md'), 'utf8');
  await writeFile(join(staging, 'README.md'), readme.replaceAll(`](../../docs/${each.pages}/`, '](docs/'));
  await cp(join(repository, 'LICENSE'), join(staging, 'LICENSE'));
  const published = {
    ...manifest,
    ...repositoryOf(each),
    imports: publishedTarget(each, imports),
    exports: publishedTarget(each, exports),
    files: await readdir(staging),
  };
  await writeFile(join(staging, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`);
}

/** In a workflow. npm compares it with the repository that a release comes from. */
function repositoryOf({ folder }: Package): object {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
  if (GITHUB_REPOSITORY === undefined) return {};
  const url = `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`;
  return { repository: { type: 'git', url, directory: `lib/${folder}` } };
}

function modulesIn(target: Target): readonly string[] {
  if (typeof target !== 'string') return Object.values(target).flatMap(modulesIn);
  return isModule(target) ? [target] : [];
}

/** Each module by its declarations and its code; other files as they are. */
function publishedTarget(within: Package, target: Target): Target {
  if (typeof target !== 'string') {
    const targets = Object.entries(target);
    return Object.fromEntries(targets.map(([key, each]) => [key, publishedTarget(within, each)]));
  }
  if (!isModule(target)) return target;
  const folder = within.folder === within.root ? '.' : within.folder;
  const path = `./${posix.join(folder, target.replace(/\.ts$/, ''))}`;
  return { types: `${path}.d.ts`, default: `${path}.js` };
}

async function compile(
  { folder, root, modules }: Package,
  named: readonly string[],
  staging: string,
): Promise<void> {
  const source = join(library, folder);
  const config = join(staging, 'tsconfig.json');
  const settings = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: {
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
    },
    include: modules === 'all' ? [source] : [],
    files: modules === 'all' ? [] : named.map((path) => join(source, path)),
    exclude: [join(source, template)],
  };
  await writeFile(config, JSON.stringify(settings));
  await run(repository, 'tsc', ['--project', config]);
  await rm(config);
  await placeSources(staging);
}

/** A map names its source as a file beside the module. tsc names that of this repository, which nobody else has. */
async function placeSources(staging: string): Promise<void> {
  for await (const path of glob('**/*.js.map', { cwd: staging })) {
    const file = join(staging, path);
    const map = JSON.parse(await readFile(file, 'utf8'));
    const sources = [map.file.replace(/\.js$/, '.ts')];
    await writeFile(file, JSON.stringify({ ...map, sources }));
  }
}

/** @throws Error with the output of the program if it fails. */
async function run(cwd: string, program: string, args: readonly string[]) {
  const path = [join(repository, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  try {
    return await promisify(execFile)(program, args, { cwd, env: { ...process.env, PATH: path } });
  } catch (error) {
    const { stdout = '', stderr = '' } = Object(error);
    const reason = `${stdout}${stderr}` || String(error);
    throw new Error(`${[program, ...args].join(' ')} failed:\n${reason}`, { cause: error });
  }
}
