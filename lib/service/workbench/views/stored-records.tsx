/** Loads records that the service has: the sample of a source, or the records and failures of a stream. */

import { useState } from 'preact/hooks';
import { pushedRecords, sampleOf, showRecords } from '../client/open-stored.ts';
import { fetchSources, fetchStreams } from '../client/stored.ts';

interface Choice {
  readonly title: string;
  readonly load: () => Promise<Readonly<Parameters<typeof showRecords>>>;
}

export function StoredRecords({ onLoaded }: { readonly onLoaded: (note: string) => void }) {
  const [choices, setChoices] = useState<readonly Choice[]>();
  const open = () => listChoices().then(setChoices, (error: Error) => onLoaded(error.message));
  const load = async ({ title, load: read }: Choice) => {
    try {
      const [records, pins] = await read();
      showRecords(records, pins);
      onLoaded(`${title}: ${records.length} records`);
    } catch (error) {
      onLoaded((error as Error).message);
    }
  };
  if (!choices)
    return (
      <button type="button" class="ghost" onClick={() => void open()}>
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
  const [sources, streams] = await Promise.all([fetchSources({ size: 50 }), fetchStreams({ size: 50 })]);
  return [
    ...sources.hits.map(
      ({ _id: id, name = id }): Choice => ({
        title: `Sample of ${name}`,
        load: () => sampleOf(id),
      }),
    ),
    ...streams.hits.flatMap(({ _id: id, name = id }): readonly Choice[] => [
      { title: `Records of ${name}`, load: async () => [await pushedRecords(id, 'record')] },
      { title: `Failures of ${name}`, load: async () => [await pushedRecords(id, 'failure')] },
    ]),
  ];
}
