/** The streams: `#/streams`, one of them: `#/streams/ID`, its records: `#/streams/ID/records`, its settings: `#/streams/ID/settings`. */

import { readSearch } from '../client/record-search.ts';
import { currentRoute, hrefOf } from '../client/route.ts';
import { useStore } from '../client/store.ts';
import { SearchForm } from './list-parts.tsx';
import { StreamDetail } from './stream-detail.tsx';
import { StreamRecords } from './stream-records.tsx';
import { StreamSettings } from './stream-settings.tsx';
import { StreamTable } from './stream-table.tsx';

const states = ['open', 'paused', 'closed'] as const;

export function StreamsView() {
  const { path, query } = useStore(currentRoute);
  const [id, part] = path;
  if (id && part === 'records') return <StreamRecords key={id} id={id} search={readSearch(query)} />;
  if (id && part === 'settings') return <StreamSettings key={id} id={id} />;
  if (id) return <StreamDetail key={id} id={id} />;
  const text = query.get('query') ?? '';
  const state = states.find((one) => one === query.get('state'));
  return (
    <section class="page" aria-labelledby="streams-title">
      <h2 id="streams-title">Streams</h2>
      <SearchForm label="Query, such as tags:web or created:>=now-7d" query={text}>
        {state ? <input type="hidden" name="state" value={state} /> : null}
      </SearchForm>
      <nav class="row" aria-label="State">
        {[undefined, ...states].map((one) => (
          <a
            key={one ?? 'all'}
            class="button"
            aria-current={one === state ? 'true' : undefined}
            href={hrefOfList(text, one)}
          >
            {one ?? 'all'}
          </a>
        ))}
      </nav>
      <StreamTable query={text} state={state} />
    </section>
  );
}

function hrefOfList(query: string, state: string | undefined): string {
  const parameters = new URLSearchParams({ ...(query ? { query } : {}), ...(state ? { state } : {}) });
  return parameters.size === 0 ? hrefOf('streams') : `${hrefOf('streams')}?${parameters}`;
}
