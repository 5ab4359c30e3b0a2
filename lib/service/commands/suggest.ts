/** `npx headwater suggest`: a source for the lines of a log. */

import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { type Suggestion, suggest, suggestionEngine } from '@headwater/ingest/suggestions';
import {
  CommandError,
  type CommandLine,
  type CommandResult,
  count,
  cut,
  table,
} from 'headwater/command-line';
import { writeJson } from 'headwater/json';
import type { suggestCommand } from './service-commands.ts';

/** The part of a file that is read, in bytes: a longer list in JSON cannot be read. */
const maxBytes = 4_194_304;
/** In characters. */
const maxExamples = 60;

/** Prints a body for `POST /source`; what was found, and why, goes to standard error. */
export async function suggestSource({
  log: file,
}: CommandLine<typeof suggestCommand>): Promise<CommandResult> {
  const name = file ?? 'Standard input';
  const found = suggest(
    { text: file === undefined ? await readAll(process.stdin) : await readHead(file) },
    await suggestionEngine(),
  );
  if (!found) throw new CommandError(`${name} has no records.`);
  const { best, alternatives } = found;
  const source = {
    name: file === undefined ? 'suggested' : basename(file).replace(/\.\w+$/, ''),
    ...best.source,
  };
  const others = alternatives.map((one) => `Or: ${summaryOf(one)}`);
  return {
    exitCode: 0,
    output: writeJson(source, 2),
    complaint: [summaryOf(best), ...fieldLines(best), ...others].join('\n'),
  };
}

function summaryOf({ reasons, parsed, records }: Suggestion): string {
  const documents = Math.round(parsed * records);
  return `${reasons.join(' ')} ${documents} of ${count(records, 'record')} become documents.`;
}

function fieldLines({ fields, guesses }: Suggestion): readonly string[] {
  const rows = fields.map(({ path, type, examples }) => [
    path,
    type,
    guesses.includes(path) ? 'guessed' : '',
    cut(examples.join(', '), maxExamples),
  ]);
  return rows.length === 0 ? [] : table([['FIELD', 'TYPE', 'NAME', 'EXAMPLES'], ...rows]);
}

/** The first lines of the file, whole. */
async function readHead(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    return bytesRead < maxBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1);
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message.split(',')[0]}.`);
  }
}
