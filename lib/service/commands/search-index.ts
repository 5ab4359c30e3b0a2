/** `npx headwater search-index`: fills the indexes of sources, streams and records in the search engine. */

import { accessTable } from '../../data/store/table-access.ts';
import { openTable } from '../../tools/cli/open-table.ts';
import { CommandError, type CommandLine, type CommandResult } from '../../tools/commands/command-line.ts';
import { count, progressBar, showProgress } from '../../tools/commands/terminal.ts';
import { stageEngine } from '../search/engine.ts';
import { type RebuiltIndex, rebuildIndexes } from '../search/rebuild-index.ts';
import { searchedTypes } from '../streams/searched-types.ts';
import type { searchIndexCommand } from './service-commands.ts';

export async function searchIndex({
  search,
  json,
  ...choice
}: CommandLine<typeof searchIndexCommand>): Promise<CommandResult> {
  if (search !== undefined) process.env['SEARCH_ENDPOINT'] = search;
  if (!process.env['SEARCH_ENDPOINT'])
    throw new CommandError('No search engine is named: --search URL, or the variable SEARCH_ENDPOINT, does.');
  const opened = await openTable(choice);
  const { client, tableName, approximateItems, close } = opened;
  let items = 0;
  const onItems = (read: number) => {
    items += read;
    showProgress(process.stderr, progressBar(items, approximateItems));
  };
  try {
    const table = accessTable(client, tableName);
    const rebuilt = await rebuildIndexes({
      table,
      engine: stageEngine(unhurried),
      types: searchedTypes,
      onItems,
    });
    return {
      output: json ? JSON.stringify(rebuilt, null, 2) : rebuilt.map(describe).join('\n'),
      exitCode: 0,
    };
  } catch (error) {
    throw new CommandError(`${(error as Error).message} The same command goes on where it is needed.`, 1);
  } finally {
    showProgress(process.stderr, '');
    await close();
  }
}

/** Requests may take as long as the engine may. */
const unhurried = {
  signal: new AbortController().signal,
  lambda: { getRemainingTimeInMillis: () => Number.MAX_SAFE_INTEGER },
};

function describe({ index, documents, removed }: RebuiltIndex): string {
  return `${index}: ${count(documents, 'document')}, ${removed} removed; it is complete.`;
}
