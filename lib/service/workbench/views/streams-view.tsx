/** The streams: `#/streams`, one of them: `#/streams/ID`, and its records: `#/streams/ID/records`. */

import { readSearch } from '../client/record-search.ts';
import { currentRoute } from '../client/route.ts';
import { useStore } from '../client/store.ts';
import { SearchForm } from './list-parts.tsx';
import { StreamDetail } from './stream-detail.tsx';
import { StreamRecords } from './stream-records.tsx';
import { StreamTable } from './stream-table.tsx';

const states = ['open', 'paused', 'closed'] as const;

export function StreamsView() {
  const { path, query } = useStore(currentRoute);
  const [id, part] = path;
  if (id && part === 'records') return <StreamRecords key={id} id={id} search={readSearch(query)} />;
  if (id) return <StreamDetail key={id} id={id} />;
  const text = query.get('query') ?? '';
  const state = states.find((one) => one === query.get('state'));
  return (
    <section class="page" aria-labelledby="streams-title">
      <h2 id="streams-title">Streams</h2>
      <SearchForm label="Query, such as tags:web or created:>=now-7d" query={text}>
        <label>
          State
          <select name="state" key={state} defaultValue={state ?? ''}>
            <option value="">all</option>
            {states.map((one) => (
              <option key={one} value={one} selected={one === state}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </SearchForm>
      <StreamTable query={text} state={state} />
    </section>
  );
}
