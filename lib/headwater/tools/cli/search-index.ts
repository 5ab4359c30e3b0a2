/** `npx headwater search-index`: fills the indexes of the service in the search engine. */

import { type RebuiltIndex, rebuildIndexes } from '../../data/search/engine-index/rebuild-index.ts';
import { stageEngine } from '../../data/search-engine/engine.ts';
import { accessTable } from '../../data/store/table-access.ts';
import type { StoredTypes } from '../../data/stored-types.ts';
import type { CommandResult } from '../../shared/command-declaration.ts';
import { count } from '../../shared/count.ts';
import { CommandError, type CommandLine } from '../command-line/command-line.ts';
import type { searchIndexCommand } from '../command-line/declared-commands.ts';
import { progressBar, showProgress } from '../command-line/terminal.ts';
import { openTable } from './open-table.ts';

export async function searchIndex(
  { search, json, ...choice }: CommandLine<typeof searchIndexCommand>,
  { indexed: types = [] }: StoredTypes,
): Promise<CommandResult> {
  if (types.length === 0)
    throw new CommandError('This service indexes nothing: "indexed" of its stored types names what it does.');
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
    const rebuilt = await rebuildIndexes({ table, engine: stageEngine(unhurried), types, onItems });
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
