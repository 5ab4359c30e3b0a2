/** Loads records that the service has: the sample of a source, or the records and failures of a stream. */

import { useState } from 'preact/hooks';
import { writeJson } from '../../../shared/json/lossless-json.ts';
import { callApi } from '../client/api.ts';
import { bench, change } from '../client/bench.ts';

interface Listed {
  readonly _id: string;
  readonly name?: string;
}

interface Page {
  readonly hits: readonly Listed[];
}

interface StoredPage {
  readonly hits: readonly { readonly raw?: unknown; readonly document?: unknown }[];
}

interface Choice {
  readonly title: string;
  readonly load: () => Promise<readonly unknown[]>;
}

export function StoredRecords({ onLoaded }: { readonly onLoaded: (note: string) => void }) {
  const [choices, setChoices] = useState<readonly Choice[]>();
  const open = () => listChoices().then(setChoices, (error: Error) => onLoaded(error.message));
  const load = async ({ title, load: read }: Choice) => {
    try {
      const records = await read();
      showRecords(records);
      onLoaded(`${title}: ${records.length} records`);
    } catch (error) {
      onLoaded((error as Error).message);
    }
  };
  if (!choices)
    return (
      <button type="button" onClick={() => void open()}>
        Load stored records
      </button>
    );
  return (
    <label>
      Stored records
      <select
        onChange={({ currentTarget: { selectedIndex } }) => {
          const choice = choices[selectedIndex - 1];
          if (choice) void load(choice);
        }}
      >
        <option>{choices.length === 0 ? 'There are none' : 'Choose'}</option>
        {choices.map(({ title }) => (
          <option key={title}>{title}</option>
        ))}
      </select>
    </label>
  );
}

async function listChoices(): Promise<readonly Choice[]> {
  const [sources, streams] = await Promise.all([
    callApi<Page>('source?size=50'),
    callApi<Page>('stream?size=50'),
  ]);
  return [
    ...sources.body.hits.map(({ _id: id, name = id }) => ({
      title: `Sample of ${name}`,
      load: () => sampleOf(id),
    })),
    ...streams.body.hits.flatMap(({ _id: id, name = id }) => [
      { title: `Records of ${name}`, load: () => recordsOf(id, 'record') },
      { title: `Failures of ${name}`, load: () => recordsOf(id, 'failure') },
    ]),
  ];
}

async function sampleOf(id: string): Promise<readonly unknown[]> {
  const { body } = await callApi<{ readonly records: readonly unknown[] }>(`source/${id}/sample`);
  return body.records;
}

async function recordsOf(id: string, kind: 'record' | 'failure'): Promise<readonly unknown[]> {
  const { body } = await callApi<StoredPage>(
    `stream/${id}/${kind}?size=100${kind === 'record' ? '&view=raw' : ''}`,
  );
  return body.hits.map((hit) => hit.raw ?? hit.document);
}

/** Records that were read already are objects; those that could not be read are lines. */
function showRecords(records: readonly unknown[]): void {
  const isText = records.every((record) => typeof record === 'string' || isMessage(record));
  const text = records.map((record) => (isText ? messageOf(record) : writeJson(record))).join('\n');
  change((before) => ({ ...before, text, input: isText ? bench.value.input : { format: 'ndjson' } }));
}

function isMessage(record: unknown): record is { readonly message: string } {
  return (
    typeof record === 'object' &&
    record !== null &&
    Object.keys(record).length === 1 &&
    'message' in record &&
    typeof record.message === 'string'
  );
}

function messageOf(record: unknown): string {
  return isMessage(record) ? record.message : String(record);
}
