/** Streams in rows, with the rates of the last hour if somebody asks for them. */

import { useState } from 'preact/hooks';
import { hrefOf } from '../client/route.ts';
import { countPushed, fetchStreams, type Stream } from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { ColumnChart } from './charts.tsx';
import { Fault, ShortTime, StateMark, usePages } from './list-parts.tsx';
import { WideTable } from './wide-table.tsx';

interface StreamTableProps {
  readonly query: string;
  /** All states if it is absent. */
  readonly state?: Stream['state'] | undefined;
  readonly source?: string;
}

const hourMs = 3_600_000;
/** Each part is a search in the log, so that a list has few. */
const listedParts = 6;

export function StreamTable({ query, state, source }: StreamTableProps) {
  const [hasRates, setRates] = useState(false);
  const { hits, total, fault, isLoading, more } = usePages(
    `streams ${source} ${state} ${query}`,
    'stream',
    (after) => fetchStreams({ query: query || undefined, state, source, after, size: 10 }),
  );
  const names = [
    'Name',
    ...(source ? [] : ['Source']),
    'State',
    'Opened',
    'Days',
    ...(hasRates ? ['Last hour'] : []),
  ];
  return (
    <>
      <Fault fault={fault} />
      <div class="row">
        <p class="quiet" role="status">
          {isLoading ? 'Loading' : total}
        </p>
        {hits.length > 0 ? (
          <label class="inline">
            <input
              type="checkbox"
              checked={hasRates}
              onChange={({ currentTarget: { checked } }) => setRates(checked)}
            />
            Rates of the last hour
          </label>
        ) : null}
      </div>
      <WideTable title="Streams" columns={names}>
        {hits.map((stream) => (
          <StreamRow key={stream._id} stream={stream} hasSource={!source} hasRate={hasRates} />
        ))}
      </WideTable>
      {more ? (
        <button type="button" onClick={more}>
          Show more streams
        </button>
      ) : null}
    </>
  );
}

interface StreamRowProps {
  readonly stream: Stream;
  readonly hasSource: boolean;
  readonly hasRate: boolean;
}

function StreamRow({ stream, hasSource, hasRate }: StreamRowProps) {
  const { _id: id, name, source, state, created, retention_days: days } = stream;
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf('streams', id)}>{name ?? id}</a>
      </th>
      {hasSource ? (
        <td>
          <a href={hrefOf('sources', source)}>{source}</a>
        </td>
      ) : null}
      <td>
        <StateMark state={state} />
      </td>
      <td>
        <ShortTime time={created} />
      </td>
      <td>{days}</td>
      {hasRate ? (
        <td>
          <RateChart stream={id} span={{ title: 'the last hour', ms: hourMs, parts: listedParts }} />
        </td>
      ) : null}
    </tr>
  );
}

export interface RateSpan {
  readonly title: string;
  readonly ms: number;
  readonly parts: number;
}

export const rateSpans: readonly RateSpan[] = [
  { title: 'the last hour', ms: hourMs, parts: 12 },
  { title: 'the last day', ms: 24 * hourMs, parts: 24 },
  { title: 'the last week', ms: 7 * 24 * hourMs, parts: 28 },
];

export function RateChart({ stream, span }: { readonly stream: string; readonly span: RateSpan }) {
  const rates = useLoaded(`${stream} ${span.title} ${span.parts}`, async () => {
    const to = Date.now();
    const values = await countPushed(stream, { from: to - span.ms, to, parts: span.parts });
    return { values, from: clockText(to - span.ms), to: clockText(to) };
  });
  if (rates.fault !== undefined) return <Fault fault={rates.fault} />;
  if (!rates.value) return <p class="quiet">Counting</p>;
  return <ColumnChart title="Records pushed" {...rates.value} />;
}

/** @returns the time of UTC in minutes, with its day. */
function clockText(time: number): string {
  return new Date(time).toISOString().slice(5, 16).replace('T', ' ');
}
