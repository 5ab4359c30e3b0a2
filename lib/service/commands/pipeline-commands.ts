/** `npx headwater import-pipeline` and `export-pipeline`: preprocessors from Elasticsearch and back. */

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  exportPipeline,
  type ImportNote,
  importPipeline,
  RefusedImport,
} from '@headwater/ingest/elasticsearch';
import { exactInteger, isRecord } from '@headwater/ingest/values';
import { CommandError, type CommandLine, type CommandResult, count } from 'headwater/command-line';
import { writeJson } from 'headwater/json';
import { parse } from 'yaml';
import type { exportCommand, importCommand } from './service-commands.ts';

/** Prints a body for `POST /source`; what is not translated exactly goes to standard error. */
export async function importPipelineFile({
  pipeline: file,
  'allow-incomplete': allowsIncomplete,
}: CommandLine<typeof importCommand>): Promise<CommandResult> {
  const imported = await importPipeline(await readDocument(file));
  if (imported instanceof RefusedImport)
    throw new CommandError(`${file} cannot be imported: /processors ${imported.message}.`);
  const { processors, notes, ...content } = imported;
  const { preprocessors } = content;
  const leftOut = notes.filter(({ status }) => status === 'left_out').length;
  const summary = `${count(processors, 'processor')} became ${count(preprocessors.length, 'preprocessor')}; ${leftOut} left out.`;
  return resultOf({ name: nameOf(file), ...content }, notes, { allowsIncomplete, summary: [summary] });
}

interface ResultOptions {
  readonly allowsIncomplete: boolean;
  /** Lines behind the notes. */
  readonly summary?: readonly string[];
}

/** Without some steps, records become other documents, so an incomplete result needs `--allow-incomplete`. */
function resultOf(
  content: unknown,
  notes: readonly ImportNote[],
  { allowsIncomplete, summary = [] }: ResultOptions,
): CommandResult {
  const isRefused = !allowsIncomplete && notes.some(({ status }) => status === 'left_out');
  const hint = isRefused ? ['Nothing is written; --allow-incomplete writes the others.'] : [];
  const complaint = [...notes.map(noteLine), ...summary, ...hint].join('\n');
  return {
    exitCode: isRefused ? 1 : 0,
    ...(isRefused ? {} : { output: writeJson(content, 2) }),
    ...(complaint === '' ? {} : { complaint }),
  };
}

/** Prints a body for `PUT _ingest/pipeline/{id}`. */
export async function exportPipelineFile({
  source: file,
  'allow-incomplete': allowsIncomplete,
}: CommandLine<typeof exportCommand>): Promise<CommandResult> {
  const source = await readDocument(file);
  const preprocessors = isRecord(source) ? source['preprocessors'] : undefined;
  if (!isRecord(source) || !Array.isArray(preprocessors))
    throw new CommandError(`${file} is no source: it must have a list of preprocessors.`);
  const { name, on_failure: handlers } = source;
  const content = { preprocessors, ...(Array.isArray(handlers) ? { on_failure: handlers } : {}) };
  const { pipeline, notes } = exportPipeline(content, typeof name === 'string' ? name : nameOf(file));
  return resultOf(pipeline, notes, { allowsIncomplete });
}

function noteLine({ pointer, tag, status, reason }: ImportNote): string {
  const what = status === 'left_out' ? 'left out' : 'changed';
  return `${pointer}${tag === undefined ? '' : ` (${tag})`} ${what}: ${reason}`;
}

function nameOf(file: string): string {
  return basename(file).replace(/\.\w+$/, '');
}

/** JSON is YAML, too. */
async function readDocument(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError(`${file} cannot be read: ${error.message.split(',')[0]}.`);
  });
  try {
    return parse(text, (_name, value) => (typeof value === 'bigint' ? exactInteger(value) : value), {
      intAsBigInt: true,
    });
  } catch (error) {
    throw new CommandError(`${file} is neither JSON nor YAML: ${(error as Error).message.split('\n')[0]}`);
  }
}
