/**
 * OpenSearch 3 in a process of its own, from its published artefacts in the local Maven repository: nothing is downloaded.
 *
 * As a program it runs one until it is stopped: npm run search:local [-- PORT FOLDER]
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pom = join(import.meta.dirname, 'pom.xml');
const program = join(import.meta.dirname, 'SearchEngine.java');

/** OpenSearch 3 needs it. */
const leastJava = 21;

export interface LocalEngine {
  readonly java: string;
  readonly classPath: string;
}

/** @returns why there is none: a sentence. */
export async function findEngine(folder: string): Promise<LocalEngine | string> {
  const { JAVA_HOME: home } = process.env;
  const java = home ? join(home, 'bin', 'java') : 'java';
  const version = await run(java, ['-version']).then(
    ({ stderr }) => Number(/version "(\d+)/.exec(stderr)?.[1]),
    () => 0,
  );
  if (!(version >= leastJava))
    return `Java ${leastJava} or later is needed, and ${version > 0 ? `Java ${version}` : 'none'} is here: set JAVA_HOME.`;
  await mkdir(folder, { recursive: true });
  // Maven takes a relative path from the folder of its pom.xml.
  const file = resolve(folder, 'class-path.txt');
  const goal = ['dependency:build-classpath', `-Dmdep.outputFile=${file}`];
  const isFound = await run('mvn', ['--offline', '--quiet', '--batch-mode', '--file', pom, ...goal]).then(
    () => true,
    () => false,
  );
  if (!isFound)
    return `The artefacts of OpenSearch are not in the local Maven repository: run "mvn --file ${pom} ${goal[0]}" once.`;
  return { java, classPath: await readFile(file, 'utf8') };
}

/** Resolves when it answers requests. @param folder of its data. */
export async function runEngine(
  { java, classPath }: LocalEngine,
  { port, folder }: { readonly port: number; readonly folder: string },
): Promise<ChildProcess> {
  await mkdir(join(folder, 'config'), { recursive: true });
  const memory = ['-Xms256m', '-Xmx512m', '-XX:+UseSerialGC'];
  // The first compiler alone halves the time until it is ready.
  const flags = [...memory, '-XX:TieredStopAtLevel=1', '--enable-native-access=ALL-UNNAMED'];
  const child = spawn(java, [...flags, '-cp', classPath, program, String(port), folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`OpenSearch ends with ${code} before it is ready.`);
  });
  ended.catch(() => undefined);
  const ready = new Promise<void>((done) => lines.on('line', (line) => line === 'ready' && done()));
  await Promise.race([ready, ended]);
  return child;
}

if (import.meta.main) {
  const [port = '9200', folder = '.data/search-engine'] = process.argv.slice(2);
  const found = await findEngine(folder);
  if (typeof found === 'string') {
    console.error(found);
    process.exit(1);
  }
  const child = await runEngine(found, { port: Number(port), folder });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  console.log(
    `OpenSearch answers at http://localhost:${port}; use it by npm start -- --search http://localhost:${port}`,
  );
  const [code] = await once(child, 'exit');
  process.exit(code ?? 0);
}
