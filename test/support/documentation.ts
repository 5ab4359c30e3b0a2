/** The files and commands that a page of documentation shows. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LocalService } from './local-service.ts';
import { repository } from './repository.ts';

export interface Example {
  readonly command: string;
  readonly shown: string;
}

/** The port that the documentation shows. */
export const shownPort = 3000;

/** The id of the request that the documentation shows. */
const shownRequestId = '6bc28136-7d5a-4f2e-9f4b-1f3c4a5b6c7d';

/** The commands of the console blocks, each with the output shown below it. */
export function examplesIn(markdown: string, kind = 'console'): Example[] {
  const blocks = blocksIn(markdown).flatMap(({ info, text }) => (info === kind ? [text] : []));
  return blocks.flatMap((block) =>
    [...block.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command = '', shown = '']) => ({
      command,
      shown: shown.trim(),
    })),
  );
}

/** Splits a command line into arguments; the documents use single quotes only. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

/** Performs a curl command with the options that the documents use. The response names the request as the documents do. */
export async function curl(service: LocalService, command: string): Promise<string> {
  const { values, positionals } = parseArgs({
    args: wordsOf(command).slice(1),
    allowPositionals: true,
    options: {
      silent: { type: 'boolean', short: 's' },
      output: { type: 'string', short: 'o' },
      'write-out': { type: 'string', short: 'w' },
      request: { type: 'string', short: 'X' },
      header: { type: 'string', short: 'H', multiple: true },
      data: { type: 'string', short: 'd' },
      'data-binary': { type: 'string' },
    },
  });
  const sent = await contentOf(values['data-binary'] ?? values.data);
  const headers = new Headers((values.header ?? []).map((line) => line.split(': ') as [string, string]));
  if (sent !== undefined && !headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded');
  const method = values.request ?? (sent === undefined ? 'GET' : 'POST');
  const url = positionals[0]?.replace(`http://localhost:${shownPort}`, service.origin) ?? '';
  const response = await fetch(url, {
    method,
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  });
  const requestId = response.headers.get('x-request-id') ?? shownRequestId;
  const body = (await response.text()).replaceAll(requestId, shownRequestId);
  return values['write-out'] === '%{http_code}' ? String(response.status) : body;
}

/** `@` names a file of the repository. */
async function contentOf(data: string | undefined): Promise<string | undefined> {
  return data?.startsWith('@') ? readFile(join(repository, data.slice(1)), 'utf8') : data;
}

/** The files that a page shows: code blocks whose info string has a path after the language. */
export function filesIn(markdown: string): Map<string, string> {
  return new Map(
    blocksIn(markdown).flatMap(({ info, text }): [string, string][] => {
      const [, path] = info.split(' ');
      return path === undefined ? [] : [[path, text]];
    }),
  );
}

/** Fenced code blocks, in their order. A block within a list is indented like the list. */
export function blocksIn(markdown: string): { readonly info: string; readonly text: string }[] {
  return [...markdown.matchAll(/^( *)```(\w[^\n]*)\n(.*?)^ *```/gms)].map(
    ([, indent = '', info = '', text = '']) => ({
      info,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}
