/**
 * Measures the cost of refusing hostile descriptors: time and peak memory of the
 * build command, minus the time and memory for a descriptor with an invalid method.
 *
 *   npx node bench/hostile-descriptors.ts
 */

import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { runGuardedBuild } from '../test/support/guarded-build.ts';
import {
  type HostileProject,
  harmless,
  hostileProjects,
  writeHostileProject,
} from '../test/support/hostile-projects.ts';
import { full } from './smallest.ts';

const runs = full(3, { smallest: 1 });
const baselineRuns = full(8, { smallest: 1 });
const projects = hostileProjects.slice(0, full(hostileProjects.length, { smallest: 2 }));
const maxMs = 2_000;
const maxMb = 150;

const tellPeak =
  '--import=data:text/javascript,process.on("exit",()=>process._rawDebug("peak",process.resourceUsage().maxRSS))';

interface Cost {
  readonly ms: number;
  readonly mb: number;
}

// Measured twice, since the speed of the machine may change in between.
const before = await costOf(harmless, baselineRuns);
const costs = new Map<HostileProject, Cost>();
for (const hostile of projects) costs.set(hostile, await costOf(hostile, runs));
const baseline = bestOf([before, await costOf(harmless, baselineRuns)]);
console.log(`baseline: ${baseline.ms.toFixed(0)} ms, ${baseline.mb.toFixed(0)} MB (${harmless.name})\n`);
console.log(`${''.padEnd(52)}${'ms over'.padStart(10)}${'MB over'.padStart(10)}`);
for (const [hostile, { ms, mb }] of costs) {
  const over = { ms: ms - baseline.ms, mb: mb - baseline.mb };
  const verdict = over.ms > maxMs || over.mb > maxMb ? '  too much' : '';
  const figures = [over.ms, over.mb].map((figure) => figure.toFixed(0).padStart(10)).join('');
  console.log(`${hostile.name.slice(0, 50).padEnd(52)}${figures}${verdict}`);
}

/** The best of several runs, to exclude other work of the machine. */
async function costOf(hostile: HostileProject, count: number): Promise<Cost> {
  const project = await writeHostileProject(hostile);
  const costs: Cost[] = [];
  for (let run = 0; run < count; run++) {
    const start = performance.now();
    const { exitCode, output } = await runGuardedBuild(project, [tellPeak]);
    const ms = performance.now() - start;
    const peak = /^peak (\d+)$/m.exec(output)?.[1];
    if (exitCode !== 2 || peak === undefined) throw new Error(`${hostile.name}:\n${output.slice(-2_000)}`);
    costs.push({ ms, mb: Number(peak) / 1024 });
  }
  await rm(dirname(project), { recursive: true });
  return bestOf(costs);
}

function bestOf(costs: readonly Cost[]): Cost {
  return { ms: Math.min(...costs.map(({ ms }) => ms)), mb: Math.min(...costs.map(({ mb }) => mb)) };
}
