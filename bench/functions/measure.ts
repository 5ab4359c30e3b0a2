/** Measures functions beside each other: they take turns, so that a slow period of the machine affects all of them. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { full } from '../smallest.ts';

const coldRuns = full(41, { smallest: 1 });
const warmRuns = full(15, { smallest: 1 });
const warmUpCalls = full(20_000, { smallest: 5 });
const callsABatch = full(4_000, { smallest: 5 });

/** For the process of a function. */
interface Batch {
  readonly event: string;
  readonly calls: number;
}

/** Milliseconds, and bytes of the heap after the first request. */
interface Cold {
  readonly importMs: number;
  readonly firstMs: number;
  readonly heapBytes: number;
  readonly statusCode: number;
}

interface Warm {
  /** Microseconds of CPU a call. */
  readonly cpuUs: number;
  readonly statusCode: number;
}

export interface MeasuredFunction {
  readonly name: string;
  /** The file of the bundle, or of a module that imports its packages from where they are. */
  readonly path: string;
  readonly isBundle?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Requests {
  readonly valid: object;
  /** Answered with 400, or another error of the client. */
  readonly invalid?: object;
}

/** Medians. */
export interface Figures {
  readonly name: string;
  /** Undefined unless it is a bundle. */
  readonly bytes: number | undefined;
  readonly gzipBytes: number | undefined;
  readonly importMs: number;
  /** Import and first request together. */
  readonly coldMs: number;
  readonly heapBytes: number;
  /** Microseconds of CPU a request. */
  readonly validUs: number;
  /** Undefined for a function that checks nothing. */
  readonly invalidUs: number | undefined;
}

/**
 * @param requests the same for all functions.
 * @param calls of a batch, for functions that wait for a database.
 * @throws Error if a function answers a valid request with an error.
 */
export async function measureFunctions(
  functions: readonly MeasuredFunction[],
  requests: Requests,
  calls = callsABatch,
): Promise<readonly Figures[]> {
  const rows = functions.map((each) => ({
    each,
    cold: [] as Cold[],
    valid: [] as Warm[],
    invalid: [] as Warm[],
  }));
  for (let run = 0; run < coldRuns; run++)
    for (const { each, cold } of rows) {
      const started = await start(each, requests.valid);
      cold.push(started.cold);
      // While one process ends, the next would start more slowly.
      started.child.disconnect();
      await once(started.child, 'exit');
    }
  const running = await Promise.all(
    rows.map(async (row) => ({ row, ...(await start(row.each, requests.valid)) })),
  );
  const warm = async (child: ChildProcess, event: object, count: number) => {
    child.send({ event: JSON.stringify(event), calls: count } satisfies Batch);
    return (await once(child, 'message'))[0] as Warm;
  };
  try {
    // V8 compiles the code of a list with data until about its 3,000th call, and of a create until its 7,000th.
    for (const { child } of running)
      for (const event of Object.values(requests))
        await warm(child, event, Math.min(warmUpCalls, calls * 40));
    for (let run = 0; run < warmRuns; run++)
      for (const { row, child } of running) {
        row.valid.push(await warm(child, requests.valid, calls));
        if (requests.invalid) row.invalid.push(await warm(child, requests.invalid, calls));
      }
  } finally {
    for (const { child } of running) child.disconnect();
  }
  return Promise.all(rows.map(figuresOf));
}

async function start(
  { name, path, environment }: MeasuredFunction,
  event: object,
): Promise<{ readonly child: ChildProcess; readonly cold: Cold }> {
  const child = fork(join(import.meta.dirname, 'child.mjs'), [path, JSON.stringify(event)], {
    env: { ...process.env, ...environment },
  });
  const cold = (await Promise.race([once(child, 'message'), once(child, 'exit')]))[0] as Cold;
  if (!(cold.statusCode < 300)) throw new Error(`${name} answers ${cold.statusCode ?? 'nothing'}`);
  return { child, cold };
}

async function figuresOf({
  each: { name, path, isBundle = true },
  cold,
  valid,
  invalid,
}: {
  readonly each: MeasuredFunction;
  readonly cold: readonly Cold[];
  readonly valid: readonly Warm[];
  readonly invalid: readonly Warm[];
}): Promise<Figures> {
  const bundle = await readFile(path);
  const refuses = invalid.every(({ statusCode }) => statusCode >= 400 && statusCode < 500);
  return {
    name,
    bytes: isBundle ? bundle.length : undefined,
    gzipBytes: isBundle ? gzipSync(bundle).length : undefined,
    importMs: median(cold.map(({ importMs }) => importMs)),
    coldMs: median(cold.map(({ importMs, firstMs }) => importMs + firstMs)),
    heapBytes: median(cold.map(({ heapBytes }) => heapBytes)),
    validUs: median(valid.map(({ cpuUs }) => cpuUs)),
    invalidUs: refuses && invalid.length > 0 ? median(invalid.map(({ cpuUs }) => cpuUs)) : undefined,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** A table of figures, with ratios to the first row. */
export function printFigures(title: string, rows: readonly Figures[]): void {
  const [base] = rows;
  if (!base) return;
  const columns: readonly (readonly [
    head: string,
    of: (row: Figures) => number | undefined,
    digits: number,
  ])[] = [
    ['KB', ({ bytes }) => bytes && bytes / 1_000, 1],
    ['gzip', ({ gzipBytes }) => gzipBytes && gzipBytes / 1_000, 1],
    ['import ms', (row) => row.importMs, 2],
    ['cold ms', (row) => row.coldMs, 2],
    ['heap MB', (row) => row.heapBytes / 1e6, 1],
    ['valid us', (row) => row.validUs, 2],
    ['invalid us', (row) => row.invalidUs, 2],
  ];
  console.log(`\n${title.padEnd(34)}${columns.map(([head]) => head.padStart(20)).join('')}`);
  for (const row of rows) {
    const cells = columns.map(([, of, digits]) => {
      const figure = of(row);
      if (figure === undefined) return '-';
      const reference = of(base);
      return reference === undefined || row === base
        ? figure.toFixed(digits)
        : `${figure.toFixed(digits)} x${(figure / reference).toFixed(2)}`;
    });
    console.log(`  ${row.name.padEnd(32)}${cells.map((cell) => cell.padStart(20)).join('')}`);
  }
}
