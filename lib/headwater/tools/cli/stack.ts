/** `npx headwater stack`: stacks of a log, with positions in the source instead of those in bundles. */

import { readFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { posix } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { bundlePath, generatedFolder, sourceMapPath } from '../../compile/emit/wiring/generated-files.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { stackCommand } from '../command-line/declared-commands.ts';

/**
 * `at read (file:///var/task/.generated/bundles/bookmark-list/index.mjs:12:345)`, with or without the name; in the log of a
 * local function with a query.
 */
const frame =
  /(?:(\bat (?:async )?(?:new )?)([\w$#.]+)( (?:\[as [^\]]*\] )?\())?((?:file:\/\/)?[^\s"'()]*\.generated\/bundles\/([\w.~-]+)\/index\.mjs(?:\?[^\s:)]*)?):(\d+):(\d+)/g;

/** @returns the whole text, so that it does not matter how much of a log it is given. */
export async function stack({ file }: CommandLine<typeof stackCommand>): Promise<CommandResult> {
  const text = await readLog(file);
  const ids = new Set([...text.matchAll(frame)].map((match) => match[5] ?? ''));
  if (ids.size === 0)
    throw new CommandError(
      `There is no stack of a function, such as "at handle (/var/task/${generatedFolder}/${bundlePath('bookmark-list')}:1:23)".`,
    );
  const bundles = new Map<string, Bundle>();
  for (const id of ids) bundles.set(id, new Bundle(id, await readMap(id), await readBundle(id)));
  const output = text.replaceAll(frame, (found: string, ...groups: string[]) => {
    const [at = '', name = '', open = '', , id = '', line, column] = groups;
    const bundle = bundles.get(id);
    const place = [Number(line), Number(column)] as const;
    const position = bundle?.positionInSource(place);
    if (!bundle || position === undefined) return found;
    return `${at}${bundle.nameInSource(name, place)}${open}${position}`;
  });
  // Within a line of JSON, a stack has escaped ends of lines.
  return { output: output.trimEnd().replaceAll(/\\n(?= {4}at )/g, '\n'), exitCode: 0 };
}

async function readLog(path: string | undefined): Promise<string> {
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

/** Without it, names stay minified. */
function readBundle(id: string): Promise<string> {
  return readFile(`${generatedFolder}/${bundlePath(id)}`, 'utf8').catch(() => '');
}

/** A line and a column of a bundle, from 1. */
type Place = readonly [line: number, column: number];

class Bundle {
  readonly #id: string;
  readonly #map: SourceMap;
  readonly #lines: readonly string[];

  constructor(id: string, map: SourceMap, text: string) {
    this.#id = id;
    this.#map = map;
    this.#lines = text.split('\n');
  }

  /** @returns `lib/headwater/data/store/table.ts:12:5`; undefined if the code is not from a file, but of the bundler. */
  positionInSource([line, column]: Place): string | undefined {
    const origin = this.#map.findOrigin(line, column);
    if (!('fileName' in origin)) return undefined;
    // Relative to the map.
    const path = posix.join(posix.dirname(`${generatedFolder}/${sourceMapPath(this.#id)}`), origin.fileName);
    return `${path}:${origin.lineNumber}:${origin.columnNumber}`;
  }

  /** @param name Minified, such as `e` or `e.read`. @returns `fail`, `Table.read`; the same name if no map has it. */
  nameInSource(name: string, place: Place): string {
    return name.replaceAll(/#?[\w$]+/g, (part) => this.#declaredName(part, place) ?? part);
  }

  /** The source name of the last function or class before the place that is declared with the minified name. */
  #declaredName(minified: string, [line, column]: Place): string | undefined {
    const name = minified.replaceAll('$', '\\$');
    const declaration = new RegExp(`(?<![\\w$.#])${name}(?=\\(|\\{|=| extends )`, 'g');
    for (let index = line - 1; index >= 0; index--) {
      const text = this.#lines[index] ?? '';
      const before = index === line - 1 ? text.slice(0, column - 1) : text;
      for (const match of [...before.matchAll(declaration)].toReversed()) {
        if (!/(?:[,;{}]|\b(?:function\*?|class|const|let|var)) ?$/.test(before.slice(0, match.index)))
          continue;
        const origin = this.#map.findOrigin(index + 1, match.index + 1);
        if ('name' in origin && origin.name) return origin.name;
      }
    }
    return undefined;
  }
}
