/** A test calls what the sources say now: what the last build has emitted, or else a new build. */

import { findRecord } from '../compile/build-record.ts';

/** Services of one process ask for the same project at the same time. */
const running = new Map<string, Promise<void>>();

/** @throws Error with all diagnostics if the project does not build. */
export function ensureBuilt(projectFolder: string): Promise<void> {
  const begun =
    running.get(projectFolder) ?? build(projectFolder).finally(() => running.delete(projectFolder));
  running.set(projectFolder, begun);
  return begun;
}

/** What `npm run build` and `npm start` make. Only the latter has maps, with which stacks name the files of handlers. */
const forms = [{ form: 'minified' }, { form: 'readable' }] as const;

async function build(projectFolder: string): Promise<void> {
  if (await findRecord(projectFolder, ...forms)) return;
  // tsc, esbuild and all readers of descriptors: loaded where there is something to build.
  const [{ buildUnlessKnown, countRefused }, { describeDiagnostic }, { endBundler }] = await Promise.all([
    import('../compile/pipeline.ts'),
    import('../compile/source/diagnostic.ts'),
    import('../compile/bundle/bundle.ts'),
  ]);
  const { diagnostics, tree } = await buildUnlessKnown(projectFolder, { form: 'readable' }).finally(
    endBundler,
  );
  if (tree) return;
  const lines = diagnostics.map(describeDiagnostic).join('\n\n');
  throw new Error(`The project does not build: ${countRefused(diagnostics)}.\n\n${lines}`);
}
