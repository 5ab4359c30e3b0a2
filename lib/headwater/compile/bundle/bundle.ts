/**
 * Emitted sources and handlers -> one ES module per function, with only what the function uses. What it loads when it needs
 * it is a module of its own (`lazy-modules.ts`).
 */

import { resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type BuildFailure, type BuildOptions, build, type Metafile, type Plugin, stop } from 'esbuild';
import { omitUndefined } from '../../shared/json/omit.ts';
import { nodeVersion } from '../../shared/node-version.ts';
import type { FunctionPlan } from '../../shared/plan/function-plan.ts';
import { namesInBundles, type ProjectNames } from '../../shared/project-names.ts';
import { reachable } from '../../shared/reachable.ts';
import {
  bundlePath,
  type EmittedFiles,
  generatedFolder,
  sourceMapPath,
} from '../emit/wiring/generated-files.ts';
import { type Diagnostic, fileDiagnostic } from '../source/diagnostic.ts';
import { modulesOf } from './function-parts.ts';
import type { KnownBundle, KnownBundles, Sources } from './known-files.ts';
import { lazyModules, withLazy } from './lazy-modules.ts';
import { hasOtherClient, leanClient, leanDependencies } from './lean-dependencies.ts';
import { moduleTables } from './module-tables.ts';
import { plainBuiltins } from './plain-builtins.ts';

export interface Bundles {
  /** Path below the folder of generated files -> content. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly metafile: Metafile;
}

type BundleResult<T> = { readonly bundles?: T; readonly diagnostics: readonly Diagnostic[] };

/** The forms of a bundle, and their options. */
const forms = {
  /** As it is deployed. */
  minified: {},
  /** The same, and a map beside it, which it does not name. Takes 40 % longer. */
  mapped: { sourcemap: 'external', sourcesContent: false },
  /** For `npm start`. `npx headwater stack` must not read this map for a deployed bundle, so it lies within the bundle. */
  readable: { minify: false, sourcemap: 'inline', sourcesContent: false },
} as const satisfies Record<string, BuildOptions>;

export type BundleForm = keyof typeof forms;

interface BundleInput extends Sources {
  readonly functions: readonly FunctionPlan[];
  /** Bundles of earlier builds; kept up to date. */
  readonly known: KnownBundles;
  readonly form: BundleForm;
  /** They become part of the bundles. */
  readonly names: ProjectNames;
}

/** A module that becomes a bundle. */
interface Entry {
  readonly id: string;
  /** As an import names it, or its path. */
  readonly from: string;
}

/** Ends the process of esbuild, which keeps 300 MB. The next build starts it again. */
export function endBundler(): Promise<void> {
  return stop();
}

/** Nothing is read from or written to the folder of generated files: the sources come from `emitted`. */
export async function bundle(input: BundleInput): Promise<BundleResult<Bundles>> {
  const { functions, known, form, names } = input;
  const modules = functions.flatMap(modulesOf);
  const since = Date.now();
  const unchanged = await known.unchanged(input);
  const isSame = (bundle: KnownBundle) => bundle.form === form && isDeepStrictEqual(bundle.names, names);
  const all = new Map([...unchanged].filter(([, bundle]) => isSame(bundle)));
  const emitted = new Map(modules.map(({ id, path }) => [id, `#generated/${path}`]));
  const findIds = () => withLazy([...emitted.keys()], (id) => all.get(id)?.output);
  const findMissing = () => findIds().filter((id) => !all.has(id));
  // The bundles of functions show which modules they load.
  for (let missing = findMissing(); missing.length > 0; missing = findMissing()) {
    const entries = missing.map((id) => ({ id, from: emitted.get(id) ?? known.lazyFiles.get(id) ?? id }));
    const made = await bundleAnew(input, entries);
    if (!made.bundles) return { diagnostics: made.diagnostics };
    for (const [id, one] of made.bundles) all.set(id, one);
  }
  // The loop has made every one that was missing. Their order is the same whichever bundles are reused.
  const used = new Map(findIds().map((id) => [id, all.get(id) as KnownBundle]));
  await known.remember(input, used, since);
  return { bundles: together(used), diagnostics: [] };
}

function together(bundles: ReadonlyMap<string, KnownBundle>): Bundles {
  const files = new Map<string, Uint8Array>();
  const outputs: Metafile['outputs'] = {};
  const inputs = new Map<string, Metafile['inputs'][string]>();
  for (const [id, bundle] of bundles) {
    files.set(bundlePath(id), bundle.content);
    if (bundle.sourceMap) files.set(sourceMapPath(id), bundle.sourceMap);
    outputs[`${generatedFolder}/${bundlePath(id)}`] = bundle.output;
    for (const [path, input] of Object.entries(bundle.inputs)) inputs.set(path, input);
  }
  const sorted = [...inputs].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { files, metafile: { inputs: Object.fromEntries(sorted), outputs } };
}

/** esbuild keeps everything that it bundles at once in memory: 300 functions would take 770 MB. */
const maxAtOnce = 50;

async function bundleAnew(
  input: BundleInput,
  entries: readonly Entry[],
): Promise<BundleResult<ReadonlyMap<string, KnownBundle>>> {
  const bundles = new Map<string, KnownBundle>();
  const diagnostics: Diagnostic[] = [];
  const add = async (some: readonly Entry[], plugins: readonly Plugin[]) => {
    const lean = await bundleAtOnce(input, some, plugins);
    // Other versions of dependencies may import what these plugins leave out.
    const made = lean.bundles ? lean : await bundleAtOnce(input, some, []);
    diagnostics.push(...made.diagnostics);
    for (const [id, bundle] of made.bundles ?? []) bundles.set(id, bundle);
  };
  for (let start = 0; start < entries.length; start += maxAtOnce) {
    const some = entries.slice(start, start + maxAtOnce);
    await add(some, [leanClient, leanDependencies]);
    const others = some.filter(({ id }) => hasOtherClient(bundles.get(id)?.output));
    if (others.length > 0) await add(others, [leanDependencies]);
  }
  return diagnostics.length > 0 ? { diagnostics } : { bundles, diagnostics };
}

async function bundleAtOnce(
  { projectFolder, emitted, known, form, names }: BundleInput,
  entries: readonly Entry[],
  plugins: readonly Plugin[],
): Promise<BundleResult<ReadonlyMap<string, KnownBundle>>> {
  try {
    const { outputFiles, metafile } = await build({
      ...options(projectFolder),
      ...forms[form],
      define: namesInBundles(names),
      entryPoints: entries.map(({ id, from }) => ({
        in: from,
        out: bundlePath(id).replace(/\.mjs$/, ''),
      })),
      plugins: [
        lazyModules(projectFolder, known.lazyFiles),
        emittedModules(projectFolder, emitted),
        ...plugins,
        moduleTables,
        plainBuiltins,
      ],
    });
    const contents = new Map(outputFiles.map((file) => [file.path, file.contents]));
    const contentOf = (path: string) => contents.get(resolve(projectFolder, generatedFolder, path));
    const bundles = entries.map(({ id }): [string, KnownBundle] => {
      const path = bundlePath(id);
      const content = contentOf(path);
      const output = metafile.outputs[`${generatedFolder}/${path}`];
      if (!content || !output) throw new Error(`esbuild reports no output ${path}`);
      const sourceMap = omitUndefined({ sourceMap: contentOf(sourceMapPath(id)) });
      return [id, { form, names, content, output, inputs: inputsOf(output, metafile), ...sourceMap }];
    });
    return { bundles: new Map(bundles), diagnostics: [] };
  } catch (error) {
    return failureOf(error, 'code that can be bundled for Node 24');
  }
}

/** All files that the entry imports, directly or not. */
function inputsOf({ entryPoint = '' }: KnownBundle['output'], { inputs }: Metafile): KnownBundle['inputs'] {
  const reached = reachable([entryPoint], (each) => (inputs[each]?.imports ?? []).map(({ path }) => path));
  return Object.fromEntries(Object.entries(inputs).filter(([path]) => reached.has(path)));
}

function options(projectFolder: string) {
  return {
    ...commonOptions(projectFolder),
    outdir: resolve(projectFolder, generatedFolder),
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: `node${nodeVersion}`,
    // Prefer ES modules to CommonJS: esbuild can remove unused code from them.
    mainFields: ['module', 'main'],
  } as const satisfies BuildOptions;
}

/** What bundles of functions and pages have in common. */
export function commonOptions(projectFolder: string) {
  return {
    absWorkingDir: resolve(projectFolder),
    write: false,
    metafile: true,
    logLevel: 'silent',
    bundle: true,
    format: 'esm',
    // Minified names cost nothing at run time. esbuild's `keepNames` defines the name of every function that a request
    // makes: 12 us of a POST. `npx headwater stack` reads the names from the source maps.
    minify: true,
    legalComments: 'none',
  } as const satisfies BuildOptions;
}

/** Resolves `#generated/…` to what was just emitted, even if a file of an earlier build exists. */
export function emittedModules(projectFolder: string, emitted: EmittedFiles): Plugin {
  const folder = resolve(projectFolder, generatedFolder);
  return {
    name: 'emitted-files',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^#generated\// }, ({ path }) => ({
        path: resolve(folder, path.slice('#generated/'.length)),
      }));
      onLoad({ filter: /[\\/]\.generated[\\/]/ }, ({ path }) => {
        const contents = emitted.get(path.slice(folder.length + 1).replaceAll(sep, '/'));
        if (contents === undefined) return undefined;
        // Emitted files import packages and names from the project's root.
        return { contents, loader: 'default', resolveDir: projectFolder };
      });
    },
  };
}

/** @param error of esbuild, else it is thrown again. @param accepted What esbuild would take. */
export function failureOf(error: unknown, accepted: string): { readonly diagnostics: readonly Diagnostic[] } {
  const { errors } = error as Partial<BuildFailure>;
  if (!errors) throw error;
  const diagnostics = errors.map(({ text, location }) => {
    const at = location ? { line: location.line, column: location.column + 1 } : undefined;
    return fileDiagnostic(location?.file ?? generatedFolder, 'E-BUNDLE', text, accepted, at);
  });
  return { diagnostics };
}
