/**
 * Times a build of 300 operations and 60 models, and rebuilds after a change of
 * one line: in the same process, as `npm run dev` does (medians), and in a new
 * one, as `npm run build` does.
 *
 *   npx node bench/descriptors.ts
 */

import { execFile, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { startBuildSession } from '../lib/headwater/compile/build-session.ts';
import { defaultSettings } from '../lib/headwater/compile/build-settings.ts';
import { bundle } from '../lib/headwater/compile/bundle/bundle.ts';
import { KnownBundles } from '../lib/headwater/compile/bundle/known-files.ts';
import { typeCheck } from '../lib/headwater/compile/bundle/type-check.ts';
import { emit } from '../lib/headwater/compile/emit/wiring/emit.ts';
import { build } from '../lib/headwater/compile/pipeline.ts';
import { planService } from '../lib/headwater/compile/plan/plan-service.ts';
import { describeDiagnostic } from '../lib/headwater/compile/source/diagnostic.ts';
import { readDescriptors } from '../lib/headwater/compile/source/read-descriptors.ts';
import { standardNames } from '../lib/headwater/shared/project-names.ts';
import { addProperty, changeHandler, changeLimit, makeProject } from './descriptor-set.ts';
import { full } from './smallest.ts';

const oneLineChanges: Readonly<Record<string, (project: string, round: number) => Promise<void>>> = {
  'after a change of a limit': changeLimit,
  'after a new property': addProperty,
  'after a change of a handler': (project, round) => changeHandler(project, `round ${round}`),
};

const [, , role, folder] = process.argv;
if (role === 'build' && folder !== undefined) await buildOnce(folder);
else if (role === 'watch' && folder !== undefined) await buildAgain(folder);
else if (role === 'stages' && folder !== undefined) await runStages(folder);
else await compare();

async function compare(): Promise<void> {
  const project = await makeProject();
  try {
    const stages = await run('stages', project);
    print('check, plan, emit', stages, 2_000);
    print('type check', stages);
    print('bundle', stages, 20_000);
    const watched = await run('watch', project);
    print('whole build', watched);
    console.log(
      `${'memory, child processes included'.padEnd(42)}${String(watched.megabytes).padStart(8)} MB   (target 1,000 MB)`,
    );
    for (const kind of Object.keys(oneLineChanges)) print(kind, watched, 1_000);
    await changeLimit(project);
    print('new process, descriptor changed', await run('build', project));
    await changeHandler(project, 'new process');
    print('new process, handler changed', await run('build', project));
  } finally {
    await rm(project, { recursive: true });
  }
}

interface Figures extends Readonly<Record<string, number>> {
  readonly megabytes: number;
}

function print(label: string, figures: Figures, target?: number): void {
  const ms = figures[label] ?? figures.ms ?? Number.NaN;
  const aim = target === undefined ? '' : `   (target ${target.toLocaleString('en')} ms)`;
  console.log(`${label.padEnd(42)}${ms.toFixed(0).padStart(8)} ms${aim}`);
}

/** Runs in its own process. Samples the memory of the process tree; sampling is rare, since it costs time. */
async function run(name: string, project: string): Promise<Figures> {
  const options = process.argv.filter((each) => each.startsWith('--'));
  const child = fork(process.argv[1] ?? '', [name, project, ...options]);
  let megabytes = 0;
  const look = setInterval(async () => {
    megabytes = Math.max(megabytes, await memoryOf(child.pid ?? 0));
  }, 400);
  const times = await new Promise<Readonly<Record<string, number>>>((done, fail) => {
    child.once('message', (message) => done(message as Readonly<Record<string, number>>));
    child.once('exit', () => fail(new Error(`${name} sent nothing`)));
  });
  clearInterval(look);
  return { ...times, megabytes };
}

async function memoryOf(root: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = new Set([root]);
  // Parents usually precede their children; a second pass finds the rest.
  for (const [pid = 0, parent = 0] of [...rows, ...rows]) if (tree.has(parent)) tree.add(pid);
  const kilobytes = rows.filter(([pid = 0]) => tree.has(pid)).map(([, , rss = 0]) => rss);
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024);
}

async function timed<T>(action: () => Promise<T>): Promise<[ms: number, result: T]> {
  const start = performance.now();
  const result = await action();
  return [performance.now() - start, result];
}

async function mustBuild(project: string, session = startBuildSession()): Promise<void> {
  const { diagnostics, tree } = await build(project, session);
  if (!tree) throw new Error(diagnostics.map(describeDiagnostic).join('\n'));
}

function report(times: Readonly<Record<string, number>>): void {
  process.send?.(times, () => process.exit());
}

async function buildOnce(project: string): Promise<void> {
  const [ms] = await timed(() => mustBuild(project));
  report({ ms });
}

async function buildAgain(project: string): Promise<void> {
  const session = startBuildSession();
  const [whole] = await timed(() => mustBuild(project, session));
  const times: Record<string, number> = { 'whole build': whole };
  for (const [kind, change] of Object.entries(oneLineChanges)) {
    const rounds: number[] = [];
    for (let round = 0; round < full(5, { smallest: 1 }); round++) {
      await change(project, round);
      const [ms] = await timed(() => mustBuild(project, session));
      rounds.push(ms);
    }
    times[kind] = rounds.toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? Number.NaN;
  }
  report(times);
}

async function runStages(project: string): Promise<void> {
  const [emitting, { emitted, service }] = await timed(async () => {
    const { service, diagnostics } = planService(await readDescriptors(project, 'descriptors'));
    if (!service) throw new Error(diagnostics.map(describeDiagnostic).join('\n'));
    return { emitted: emit(service, defaultSettings), service };
  });
  const sources = { projectFolder: project, emitted, functions: service.functions };
  const [checking] = await timed(() => typeCheck({ ...sources, checked: {} }));
  const [bundling] = await timed(() =>
    bundle({ ...sources, known: new KnownBundles(), form: 'minified', names: standardNames }),
  );
  report({ 'check, plan, emit': emitting, 'type check': checking, bundle: bundling });
}
