/**
 * Preloaded by the processes that run functions. In the threads of functions, stacks have the positions of source files, and an
 * error in the log looks as Node.js prints errors. Lambda has JSON there, in which a stack is one long line.
 */

import { setSourceMapsSupport } from 'node:module';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getEnvironmentData, isMainThread } from 'node:worker_threads';
import { membersOf } from '../../shared/json/is-object.ts';

/** Environment data of threads whose function is called again and again: a failure that repeats is then one line. */
export const foldsRepetitions = 'headwater:folds-repetitions';

const folder = `${process.cwd()}${sep}`;

// The packages of the process itself have thousands of maps, which would all be read.
if (!isMainThread) {
  setSourceMapsSupport(true);
  const { error } = console;
  console.error = (...values: unknown[]) => error(...values.map(asError));
}

/** The stack of the last failure of this thread. */
let lastStack: string | undefined;

/**
 * @returns the error that the line of a log describes, with the other members as its own; a sentence if the thread folds
 *   repetitions, and this is one; else the same value.
 */
function asError(line: unknown): unknown {
  const { level, name, message, stack, ...others } = membersOf(parse(line));
  if (level !== 'ERROR' || typeof stack !== 'string') return line;
  if (stack === lastStack && getEnvironmentData(foldsRepetitions))
    return `${others.operation} has failed again: ${name}: ${message}`;
  lastStack = stack;
  const error = new Error();
  error.stack = stack.replaceAll(pathToFileURL(folder).href, '').replaceAll(folder, '');
  return Object.assign(error, others);
}

function parse(line: unknown): unknown {
  if (typeof line !== 'string' || !line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
