/**
 * Pages of a service's own: the folder of a page -> the files that its function serves, compressed as they are sent.
 * `index.html` is served as it is; `page.tsx` and `page.css`, and `worker.ts` if there is one, become bundles for browsers. What a page
 * imports by `import()` is a file of its own. The sub-folder `node/` replaces modules of Node.js: `node/fs-promises.ts`
 * is `node:fs/promises`, and `node/globals.ts` has the globals.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { type PagePlan, pageFolder } from '../../shared/plan/page-files.ts';
import { type Diagnostic, fileDiagnostic } from '../source/diagnostic.ts';
import { commonOptions, emittedModules, failureOf } from './bundle.ts';
import { type Fingerprints, fingerprintsOf, isUnchanged, type Sources } from './known-files.ts';
import { moduleTables } from './module-tables.ts';

const compress = promisify(gzip);

interface BundledPage {
  /** By name, compressed. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The state of its sources. */
  readonly fingerprints: Fingerprints;
  readonly outputs: Metafile['outputs'];
}

type Failed = ReturnType<typeof failureOf>;

interface PagesResult extends Failed {
  /** Below the folder of generated files. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What the bundles of all pages contain. */
  readonly outputs: Metafile['outputs'];
}

/** The pages of a session: one whose sources have not changed is not bundled again. */
export class PageBundles {
  /** By the folder of the page, which another page may take over. */
  readonly #known = new Map<string, BundledPage>();

  /** All files that went into the pages: paths below the project. */
  inputs(): readonly string[] {
    return [...this.#known.values()].flatMap(({ fingerprints }) => [...fingerprints.keys()]);
  }

  async of(sources: Sources, pages: readonly PagePlan[]): Promise<PagesResult> {
    const files = new Map<string, Uint8Array>();
    const outputs: Metafile['outputs'] = {};
    const diagnostics: Diagnostic[] = [];
    for (const plan of pages) {
      const known = this.#known.get(plan.folder);
      const isKnown = known && (await isUnchanged(known.fingerprints, sources));
      const made = isKnown ? known : await bundlePage(sources, plan);
      if ('diagnostics' in made) {
        diagnostics.push(...made.diagnostics);
        continue;
      }
      this.#known.set(plan.folder, made);
      for (const [name, content] of made.files) files.set(`${pageFolder(plan.name)}/${name}.gz`, content);
      for (const [path, output] of Object.entries(made.outputs))
        outputs[`${pageFolder(plan.name)}/${basename(path)}`] = output;
    }
    return { files, outputs, diagnostics };
  }
}

async function bundlePage(sources: Sources, { folder }: PagePlan): Promise<BundledPage | Failed> {
  const at = (name: string) => join(sources.projectFolder, folder, name);
  const missing = ['index.html', 'page.tsx', 'page.css'].filter((name) => !existsSync(at(name)));
  const accepted = 'index.html, page.tsx and page.css in the folder of a page';
  const missed = (name: string) => fileDiagnostic(`${folder}/${name}`, 'E-BUNDLE', 'no such file', accepted);
  if (missing.length > 0) return { diagnostics: missing.map(missed) };
  const since = Date.now();
  try {
    const entryPoints = ['page.tsx', 'page.css', 'worker.ts'].map(at).filter(existsSync);
    const { outputFiles, metafile } = await build({ ...options(sources, at('node')), entryPoints });
    const made = [{ path: 'index.html', contents: await readFile(at('index.html')) }, ...outputFiles];
    const files = await Promise.all(
      made.map(async ({ path, contents }) => [basename(path), await compress(contents)] as const),
    );
    const inputs = [...Object.keys(metafile.inputs), `${folder}/index.html`];
    const fingerprints = await fingerprintsOf(inputs, sources, since);
    return { files: new Map(files), fingerprints, outputs: metafile.outputs };
  } catch (error) {
    return failureOf(error, 'code that can be bundled for browsers');
  }
}

function options({ projectFolder, emitted }: Sources, nodeFolder: string) {
  const globals = join(nodeFolder, 'globals.ts');
  return {
    ...commonOptions(projectFolder),
    outdir: resolve(projectFolder, 'page'),
    splitting: true,
    chunkNames: '[name]-[hash]',
    entryNames: '[name]',
    platform: 'browser',
    target: 'es2024',
    inject: existsSync(globals) ? [globals] : [],
    plugins: [emittedModules(projectFolder, emitted), moduleTables, nodeModulesFrom(nodeFolder)],
  } satisfies BuildOptions;
}

/** What a browser has in place of modules of Node.js. */
function nodeModulesFrom(folder: string): Plugin {
  return {
    name: 'node-modules',
    setup({ onResolve }) {
      onResolve({ filter: /^node:/ }, ({ path }) => {
        const file = join(folder, `${path.slice('node:'.length).replaceAll('/', '-')}.ts`);
        if (existsSync(file)) return { path: file };
        return {
          errors: [{ text: `${path} does not run in a browser, and node/ of the page does not replace it` }],
        };
      });
    },
  };
}
