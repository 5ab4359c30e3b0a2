/**
 * Times `npm start` and `npm run dev` on a copy of this project: from the command to the first answer, without generated
 * files and with them, and from a save to the first answer of the new code, of a handler and of a descriptor. The unit of the
 * ratios is what cannot be saved: a new process of Node.js loads the function of this handler. CPU times include all
 * processes; of a save, also the work after the answer.
 *
 *   npx node bench/service/loop.ts
 */

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bundlePath } from '../../lib/headwater/compile/emit/wiring/generated-files.ts';
import { copyRepository, freePort, type LocalRun, spawnLocal } from '../../test/support/local-process.ts';
import { full } from '../smallest.ts';

const rounds = full(5, { smallest: 1 });
/** After an answer, until the type check of a save is over, too. */
const settleMs = 2_500;
const handlerPath = 'handlers/preprocessor/getByType.ts';
const descriptorPath = 'descriptors/preprocessor.json';

const project = await copyRepository();
const port = await freePort();
const runs: LocalRun[] = [];
try {
  const first = await start('first start');
  await stop(first.run);
  const later = await start('later start');
  const unit = await loadMs();
  const handler = await save(later.run, {
    name: 'handler',
    path: handlerPath,
    change: changeHandler,
    isNew: answersTeapot,
  });
  const descriptor = await save(later.run, {
    name: 'descriptor',
    path: descriptorPath,
    change: changeDescriptor,
    isNew: describes,
  });
  await stop(later.run);
  console.log(`${''.padEnd(12)}${['ms', 'CPU ms', 'ratio'].map((name) => name.padStart(9)).join('')}`);
  for (const { name, ms, cpuMs } of [first, later, handler, descriptor]) {
    const figures = [ms.toFixed(0), cpuMs.toFixed(0), (ms / unit).toFixed(1)];
    console.log(`${name.padEnd(12)}${figures.map((figure) => figure.padStart(9)).join('')}`);
  }
  console.log(`unit: a new process loads the function in ${unit.toFixed(0)} ms`);
} finally {
  for (const { child } of runs) child.kill('SIGKILL');
  await rm(project, { recursive: true, force: true, maxRetries: 10 });
}

interface Figures {
  readonly name: string;
  readonly ms: number;
  readonly cpuMs: number;
}

async function start(name: string): Promise<Figures & { readonly run: LocalRun }> {
  const startedAt = performance.now();
  const run = spawnLocal(project, ['--watch', '--port', String(port)]);
  runs.push(run);
  await until('/v1/preprocessor', ({ status }) => status === 200, run);
  const ms = performance.now() - startedAt;
  const cpuMs = cpuMsOf(run);
  await sleep(settleMs);
  return { name, ms, cpuMs, run };
}

async function stop({ child, exited }: LocalRun): Promise<void> {
  child.kill('SIGTERM');
  await exited;
}

interface Change {
  readonly name: string;
  readonly path: string;
  change(text: string, round: number): string;
  /** The request whose answer shows the change. */
  isNew(round: number): [path: string, test: (answer: Answer) => boolean];
}

/** Medians of several saves. */
async function save(run: LocalRun, { name, path, change, isNew }: Change): Promise<Figures> {
  const original = await readFile(join(project, path), 'utf8');
  const measured: Omit<Figures, 'name'>[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = cpuMsOf(run);
    const startedAt = performance.now();
    await writeFile(join(project, path), change(original, round));
    await until(...isNew(round), run);
    const ms = performance.now() - startedAt;
    await sleep(settleMs);
    measured.push({ ms, cpuMs: cpuMsOf(run) - before });
  }
  const median = (of: 'ms' | 'cpuMs') =>
    measured.map((each) => each[of]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  return { name, ms: median('ms'), cpuMs: median('cpuMs') };
}

function changeHandler(text: string, round: number): string {
  const changed = text.replace(' => {', ` => {\n  if (type === 'round${round}') throw { status: 418 };`);
  if (changed === text) throw new Error(`${handlerPath} has another form now.`);
  return changed;
}

function answersTeapot(round: number): ReturnType<Change['isNew']> {
  return [`/v1/preprocessor/round${round}`, ({ status }) => status === 418];
}

function changeDescriptor(text: string, round: number): string {
  return text.replace('"summary": "', `"summary": "Round ${round}. `);
}

function describes(round: number): ReturnType<Change['isNew']> {
  return ['/v1/api-docs.json/preprocessor', ({ text }) => text.includes(`Round ${round}.`)];
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function until(path: string, test: (answer: Answer) => boolean, run: LocalRun): Promise<void> {
  const options = { headers: { connection: 'close' } };
  for (let tries = 0; tries < 12_000; tries++) {
    const answer = await fetch(`http://localhost:${port}${path}`, options).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => undefined,
    );
    if (answer && test(answer)) return;
    await sleep(5);
  }
  throw new Error(`The answer never came.\n${run.output()}`);
}

/** The CPU time of the process and its descendants, ended ones included. It reads /proc of Linux; elsewhere it is 0. */
function cpuMsOf({ child }: LocalRun): number {
  const processes = readNames('/proc').filter((name) => /^\d+$/.test(name));
  const stats = processes.flatMap((name) => statOf(name) ?? []);
  const tree = new Set([child.pid]);
  // Parents usually precede their children; further passes find the rest.
  for (const { pid, parent } of [...stats, ...stats, ...stats]) if (tree.has(parent)) tree.add(pid);
  return stats.filter(({ pid }) => tree.has(pid)).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** proc(5): after the name, which may have spaces, come the state and the parent; 11 fields later, four times. */
function statOf(name: string) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { pid: Number(name), parent: fields[1], cpuMs: ticks * 10 };
  } catch {
    return undefined;
  }
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function loadMs(): Promise<number> {
  const module = join(project, '.generated', bundlePath('preprocessor-getByType'));
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now();
    await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      `await import(${JSON.stringify(module)})`,
    ]);
    times.push(performance.now() - startedAt);
  }
  return Math.min(...times);
}
