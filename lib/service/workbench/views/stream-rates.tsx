/** The records of a stream over time: one request. A range that is dragged leads to its records. */

import { useState } from 'preact/hooks';
import { hrefOfSearch, readSearch, spans, zoomed } from '../client/record-search.ts';
import { fetchHistogram } from '../client/stream-records.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { Fault } from './list-parts.tsx';
import { RecordChart } from './record-chart.tsx';

const shown = ['1h', '24h', '7d'] as const;

export function StreamRates({ id }: { readonly id: string }) {
  const [span, setSpan] = useState<(typeof shown)[number]>('1h');
  const search = readSearch(new URLSearchParams({ span }));
  const { value, fault, reload } = useLoaded(`rates ${id} ${span}`, () =>
    fetchHistogram({ id, search, now: Date.now() }),
  );
  return (
    <section aria-labelledby="rates-title">
      <div class="row">
        <h3 id="rates-title">Records pushed</h3>
        <span class="space" />
        {shown.map((one) => (
          <button key={one} type="button" aria-pressed={one === span} onClick={() => setSpan(one)}>
            {spans[one].title}
          </button>
        ))}
      </div>
      <Fault fault={fault} retry={reload} />
      {value ? (
        <RecordChart
          histogram={value}
          onZoom={(from, to) => {
            location.hash = hrefOfSearch(id, zoomed(search, from, to));
          }}
        />
      ) : null}
      {value || fault !== undefined ? null : <p class="quiet">Counting</p>}
    </section>
  );
}
