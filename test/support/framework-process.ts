/**
 * Runs one command of the framework after the other. The program ends with its command, and loading its modules takes
 * nine tenths of the time of a short one.
 */

import { createRequire } from 'node:module';

export interface FrameworkOrder {
  readonly folder: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface FrameworkReport {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const require = createRequire(import.meta.url);
/** They run when they are loaded. */
const scripts = ['serverless/bin/serverless.js', 'serverless/scripts/serverless.js'];
const deprecations: { printSummary(): Promise<void> } = require('serverless/lib/utils/log-deprecation.js');

process.on('message', (order: FrameworkOrder) => run(order).then((report) => process.send?.(report)));
// The tests have ended.
process.on('disconnect', () => process.exit());

async function run({ folder, args, environment }: FrameworkOrder): Promise<FrameworkReport> {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = 0;
  for (const script of scripts) delete require.cache[require.resolve(script)];
  const [out, errors] = [collect(process.stdout), collect(process.stderr)];
  await new Promise<void>((done) => {
    const { printSummary } = deprecations;
    // The last step of the program, whether the command has failed or not.
    deprecations.printSummary = async () => {
      deprecations.printSummary = printSummary;
      await printSummary();
      done();
    };
    require(scripts[0] ?? '');
  });
  process.removeAllListeners('uncaughtException');
  for (const signal of process.eventNames()) {
    if (String(signal).startsWith('SIG')) process.removeAllListeners(signal);
  }
  return { exitCode: Number(process.exitCode), stdout: out(), stderr: errors() };
}

/** Keeps what is written to the stream. @returns a function that ends that, and returns the text. */
function collect(stream: NodeJS.WriteStream): () => string {
  const { write } = stream;
  let text = '';
  stream.write = (chunk: Uint8Array | string) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  return () => {
    stream.write = write;
    return text;
  };
}
