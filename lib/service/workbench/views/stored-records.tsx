/** Loads records that the service has: the sample of a source, or the records and failures of a stream. */

import { useState } from 'preact/hooks';
import { pushedRecords, sampleOf, showRecords } from '../client/open-stored.ts';
import { fetchSources, fetchStreams } from '../client/stored.ts';
import { type Choice, Combobox } from '../parts/combobox.tsx';
import { amountText } from './charts.tsx';

interface Stored extends Choice {
  readonly load: () => Promise<Readonly<Parameters<typeof showRecords>>>;
}

/** Listed when a person comes to them. */
export function StoredRecords({ onLoaded }: { readonly onLoaded: (note: string) => void }) {
  const [choices, setChoices] = useState<readonly Stored[]>();
  const say = (error: Error) => onLoaded(error.message);
  const load = async (key: string) => {
    const chosen = choices?.find(({ value }) => value === key);
    if (!chosen) return;
    const [records, pins] = await chosen.load();
    showRecords(records, pins);
    onLoaded(`${chosen.group} of ${chosen.title}: ${amountText(records.length, 'record')}`);
  };
  return (
    <Combobox
      label="Load stored records"
      placeholder={choices?.length === 0 ? 'There are none yet' : 'Load stored records'}
      choices={choices ?? []}
      onChoose={(key) => void load(key).catch(say)}
      field={{ onFocusIn: () => void listStored().then(setChoices, say) }}
    />
  );
}

async function listStored(): Promise<readonly Stored[]> {
  const [sources, streams] = await Promise.all([fetchSources({ size: 50 }), fetchStreams({ size: 50 })]);
  const pushed = (kind: 'record' | 'failure', group: string) =>
    streams.hits.map(
      ({ _id: id, name, created }): Stored => ({
        value: `${kind} ${id}`,
        group,
        title: name ?? id,
        detail: `opened ${created.slice(0, 10)}`,
        load: async () => [await pushedRecords(id, kind)],
      }),
    );
  return [
    ...pushed('record', 'Records'),
    ...pushed('failure', 'Failures'),
    ...sources.hits.map(
      ({ _id: id, name, updated }): Stored => ({
        value: `sample ${id}`,
        group: 'Sample',
        title: name ?? id,
        detail: `changed ${updated.slice(0, 10)}`,
        load: () => sampleOf(id),
      }),
    ),
  ];
}
