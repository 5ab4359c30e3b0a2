/** A test calls what the sources say now: what the last build has emitted, or else a new build. */

import { findRecord } from '../compile/build-record.ts';
import type { BundleForm } from '../compile/bundle/bundle.ts';

/** What `npm start` and `npm run build` make. Only the former has maps, with which stacks name the files of handlers. */
const usualForms: readonly [BundleForm, BundleForm] = ['readable', 'minified'];

/** Services of one process ask for the same project at the same time. */
const running = new Map<string, Promise<void>>();

/**
 * @param forms Any of them will do; a new build has the first one.
 * @throws Error with all diagnostics if the project does not build.
 */
export function ensureBuilt(
  projectFolder: string,
  forms: readonly [BundleForm, ...BundleForm[]] = usualForms,
): Promise<void> {
  const build = () => buildUnlessBuilt(projectFolder, forms).finally(() => running.delete(projectFolder));
  const begun = running.get(projectFolder) ?? build();
  running.set(projectFolder, begun);
  return begun;
}

async function buildUnlessBuilt(
  projectFolder: string,
  forms: readonly [BundleForm, ...BundleForm[]],
): Promise<void> {
  if (await findRecord(projectFolder, ...forms.map((form) => ({ form })))) return;
  // tsc, esbuild and all readers of descriptors: loaded where there is something to build.
  const [{ buildUnlessKnown, countRefused }, { describeDiagnostic }, { endBundler }] = await Promise.all([
    import('../compile/pipeline.ts'),
    import('../compile/source/diagnostic.ts'),
    import('../compile/bundle/bundle.ts'),
  ]);
  const [form] = forms;
  const { diagnostics, tree } = await buildUnlessKnown(projectFolder, { form }).finally(endBundler);
  if (tree) return;
  const lines = diagnostics.map(describeDiagnostic).join('\n\n');
  throw new Error(`The project does not build: ${countRefused(diagnostics)}.\n\n${lines}`);
}
