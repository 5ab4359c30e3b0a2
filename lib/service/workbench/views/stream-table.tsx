/** Streams in rows, with what they hold and their last hour: one request for all of them. */

import { hrefOf } from '../client/route.ts';
import { countPushed, fetchOverview, type Stream, type StreamOverview } from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { ColumnChart, countText, ShareBar, shareText } from './charts.tsx';
import { Fault, ShortTime, StateMark, usePages } from './list-parts.tsx';
import { WideTable } from './wide-table.tsx';

interface StreamTableProps {
  readonly query: string;
  /** All states if it is absent. */
  readonly state?: Stream['state'] | undefined;
  readonly source?: string;
}

const hourMs = 3_600_000;

export function StreamTable({ query, state, source }: StreamTableProps) {
  const { hits, total, fault, isLoading, more, retry } = usePages(
    `streams ${source} ${state} ${query}`,
    'stream',
    (after) => fetchOverview({ query: query || undefined, state, source, after, size: 20 }),
  );
  const names = [
    'Name',
    ...(source ? [] : ['Source']),
    'State',
    'Last hour',
    'Records',
    'Failures',
    'Behind',
    'Opened',
  ];
  return (
    <>
      <Fault fault={fault} retry={retry} />
      <p class="quiet" role="status">
        {isLoading ? 'Loading' : total}
      </p>
      <WideTable title="Streams" columns={names}>
        {hits.map((stream) => (
          <StreamRow key={stream._id} stream={stream} hasSource={!source} />
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
  readonly stream: StreamOverview;
  readonly hasSource: boolean;
}

function StreamRow({ stream, hasSource }: StreamRowProps) {
  const { _id: id, name, source, state, created, records, failures, lag } = stream;
  const whole = records + failures;
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
        <LastHour stream={stream} />
      </td>
      <td>
        <a href={hrefOf('streams', id, 'records')}>{countText(records)}</a>
      </td>
      <td>
        <ShareBar title="Failures" part={failures} whole={whole} />{' '}
        {whole === 0 ? '' : shareText(failures / whole)}
      </td>
      <td>{lag === undefined ? 'no index' : countText(lag)}</td>
      <td>
        <ShortTime time={created} />
      </td>
    </tr>
  );
}

function LastHour({ stream: { stored, failed } }: { readonly stream: StreamOverview }) {
  if (!stored) return <span class="quiet">not counted yet</span>;
  const values = stored.map((count, index) => count + (failed?.[index] ?? 0));
  return <ColumnChart title="Records pushed" values={values} from="an hour ago" to="now" />;
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
  if (rates.fault !== undefined) return <Fault fault={rates.fault} retry={rates.reload} />;
  if (!rates.value) return <p class="quiet">Counting</p>;
  return <ColumnChart title="Records pushed" {...rates.value} />;
}

/** @returns the time of UTC in minutes, with its day. */
function clockText(time: number): string {
  return `${new Date(time).toISOString().slice(5, 16).replace('T', ' ')} UTC`;
}
