/** A function that is frozen while the SDK waits for a response: its next attempt is not sent. */

import { expect, test } from 'vitest';
import { maxPostingMs } from '../../../lib/data/search/documents/document-writes.ts';
import { documentClient } from '../../../lib/data/store/client.ts';
import { createIdGenerator } from '../../../lib/data/store/ids.ts';
import type { SourceContent } from '../../../lib/service/sources/source-record.ts';
import { createSourceRepository } from '../support/source-repository.ts';
import { type Retry, simulatedClient } from './client.ts';
import { named } from './process.ts';
import { Table } from './table.ts';

const content: SourceContent = { tags: ['red'], format: 'json', preprocessors: [] };

/** The SDK sends everything twice if it gets no response. */
const twice: Retry = (attempt) => attempt().catch(attempt);

test.each(['source/', 's', 't/re'])(
  'a create that is frozen while it waits for %s leaves neither a source nor a posting',
  async (partition) => {
    const table = new Table();
    let time = Date.UTC(2026, 0, 1);
    let isFrozen = false;
    const send = async (name: string, input: object) => {
      const { Item } = input as { readonly Item?: { readonly pk?: { readonly S?: string } } };
      const pk = Item?.pk?.S ?? '';
      const isIt = partition.endsWith('/') ? pk.startsWith(partition) : pk === partition;
      if (!isIt || isFrozen) return table.execute(name, input);
      isFrozen = true;
      time += maxPostingMs + 60_000;
      throw named('TimeoutError');
    };
    const now = () => time++;
    const client = documentClient(simulatedClient(send, twice));
    const options = { client, tableName: 'simulated', now, newId: createIdGenerator({ now }) };
    const sources = createSourceRepository(options);
    await expect(sources.create(content)).rejects.toMatchObject({ code: 'timeout' });
    expect(isFrozen).toBe(true);
    // A list removes the remains of the write.
    expect(await sources.list({ from: 0, size: 0 })).toMatchObject({ total: 0, total_relation: 'eq' });
    expect(table.items.all()).toEqual([]);
  },
);
