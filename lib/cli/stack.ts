/** `npx headwater stack`: stacks of a log, with positions in the source instead of those in bundles. */

import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { posix } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { bundlePath, generatedFolder, sourceMapPath } from '../compiler/emit/generated-files.ts';
import { CommandError, type CommandResult } from '../import/command.ts';

const usage = 'stack [FILE]';

/** `file:///var/task/.generated/bundles/source-list/index.mjs:12:345`; in the log of a local function with a query. */
const position =
  /(?:file:\/\/)?[^\s"'()]*\.generated\/bundles\/([\w.~-]+)\/index\.mjs(?:\?[^\s:)]*)?:(\d+):(\d+)/g;

/** @returns the whole text, so that it does not matter how much of a log it is given. */
export async function stack(args: readonly string[]): Promise<CommandResult> {
  const text = await readLog(args);
  const ids = new Set([...text.matchAll(position)].map(([, id = '']) => id));
  if (ids.size === 0)
    throw new CommandError(
      `There is no stack of a function, such as "at handle (/var/task/${generatedFolder}/${bundlePath('source-list')}:1:23)".`,
    );
  const maps = new Map<string, SourceMap>();
  for (const id of ids) maps.set(id, await readMap(id));
  const output = text.replaceAll(position, (found: string, id: string, line: string, column: string) => {
    const map = maps.get(id);
    return (map && positionInSource(map, id, [Number(line), Number(column)])) ?? found;
  });
  // Within a line of JSON, a stack has escaped ends of lines.
  return { output: output.trimEnd().replaceAll(/\\n(?= {4}at )/g, '\n'), exitCode: 0 };
}

async function readLog([path, second]: readonly string[]): Promise<string> {
  if (second !== undefined || path?.startsWith('-')) {
    const found = path?.startsWith('-') ? `Unknown option ${path}` : 'One file at a time';
    throw new CommandError(`${found}: npx headwater ${usage}`);
  }
  if (path === undefined) return readAll(process.stdin);
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandError(`The log cannot be read: ${error.message}`);
  });
}

async function readMap(id: string): Promise<SourceMap> {
  const path = `${generatedFolder}/${sourceMapPath(id)}`;
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new CommandError(
      `There is no ${path}. The deploy workflow leaves it in its artefact "build"; so does "npm run build -- --source-maps", at the commit that is deployed.`,
    );
  return new SourceMap(JSON.parse(text) as SourceMapPayload);
}

/** @returns `lib/store/table.ts:12:5`; undefined if the code is not from a file, but of the bundler. */
function positionInSource(map: SourceMap, id: string, [line, column]: [number, number]): string | undefined {
  const origin = map.findOrigin(line, column);
  if (!('fileName' in origin)) return undefined;
  // Relative to the map.
  const path = posix.join(posix.dirname(`${generatedFolder}/${sourceMapPath(id)}`), origin.fileName);
  return `${path}:${origin.lineNumber}:${origin.columnNumber}`;
}
