/** Streams in rows, with what they hold, their last hour and what alerts: one request for all of them. */

import { useState } from 'preact/hooks';
import { hrefOf } from '../client/route.ts';
import { fetchOverview, namesOfSources, type Stream, type StreamOverview } from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { AlertMarks } from './alert-marks.tsx';
import { countText, ShareBar, shareText, sizeText } from './charts.tsx';
import { HourChart } from './hour-chart.tsx';
import { Fault, ShortTime, StateMark, usePages } from './list-parts.tsx';
import { SortedHead, WideTable } from './wide-table.tsx';

interface StreamTableProps {
  readonly query: string;
  /** All states if it is absent. */
  readonly state?: Stream['state'] | undefined;
  readonly source?: string;
}

/** What a person sorts by: what is more is first. */
const measures = {
  Rate: (stream: StreamOverview) => hourOf(stream).all,
  'Failures, 1 h': (stream: StreamOverview) => hourOf(stream).share,
  Records: ({ records }: StreamOverview) => records,
  Size: ({ bytes }: StreamOverview) => bytes,
  Behind: ({ lag = -1 }: StreamOverview) => lag,
  'Last push': ({ pushed = '' }: StreamOverview) => Date.parse(pushed) || 0,
} as const;
type Measure = keyof typeof measures;

/** The records of the last hour, and the share of failures among them. */
export function hourOf({ stored = [], failed = [] }: Pick<StreamOverview, 'stored' | 'failed'>) {
  const bad = failed.reduce((sum, count) => sum + count, 0);
  const all = stored.reduce((sum, count) => sum + count, bad);
  return { all, share: all === 0 ? 0 : bad / all };
}

/** @example rateText(7_200) // '2 / s' */
export function rateText(perHour: number): string {
  const [perSecond, perMinute] = [perHour / 3_600, perHour / 60];
  if (perSecond >= 1) return `${countText(Math.round(perSecond))} / s`;
  return perMinute >= 1 ? `${countText(Math.round(perMinute))} / min` : `${perHour} / h`;
}

export function StreamTable({ query, state, source }: StreamTableProps) {
  const { hits, total, fault, isLoading, more, retry } = usePages(
    `streams ${source} ${state} ${query}`,
    'stream',
    (after) => fetchOverview({ query: query || undefined, state, source, after, size: 100 }),
  );
  const [sort, setSort] = useState<Measure>();
  const ids = source ? [] : [...new Set(hits.map((stream) => stream.source))].toSorted();
  const names = useLoaded(`sources ${ids.join(' ')}`, () => namesOfSources(ids));
  const shown = sort ? hits.toSorted((one, other) => measures[sort](other) - measures[sort](one)) : hits;
  const measured = (Object.keys(measures) as Measure[]).map((name) => (
    <SortedHead
      key={name}
      name={name}
      isSorted={sort === name}
      isNumber={name !== 'Failures, 1 h' && name !== 'Last push'}
      sort={() => setSort(sort === name ? undefined : name)}
    />
  ));
  return (
    <>
      <Fault fault={fault} retry={retry} />
      <p class="quiet" role="status">
        {isLoading ? 'Loading' : total}
        {sort && more ? `. Those that are shown are sorted by ${sort.toLowerCase()}` : ''}
      </p>
      <WideTable
        title="Streams"
        columns={['Name', ...(source ? [] : ['Source']), 'State', 'Last hour', ...measured]}
      >
        {shown.map((stream) => (
          <StreamRow
            key={stream._id}
            stream={stream}
            source={source ? undefined : (names.value?.get(stream.source) ?? stream.source)}
          />
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
  /** The name of its source, where the list has several. */
  readonly source: string | undefined;
}

function StreamRow({ stream, source }: StreamRowProps) {
  const { _id: id, name, state, records, bytes, lag, pushed, alerting, times, stored, failed = [] } = stream;
  const hour = hourOf(stream);
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf('streams', id)}>{name ?? id}</a> <AlertMarks alerting={alerting} />
      </th>
      {source === undefined ? null : (
        <td>
          <a href={hrefOf('sources', stream.source)}>{source}</a>
        </td>
      )}
      <td>
        <StateMark state={state} />
      </td>
      <td>
        {stored ? (
          <HourChart times={times} stored={stored} failed={failed} />
        ) : (
          <span class="quiet">not counted yet</span>
        )}
      </td>
      <td class="number">{stored ? rateText(hour.all) : ''}</td>
      <td>
        <ShareBar title="Failures of the last hour" part={hour.share} whole={1} />{' '}
        {hour.all === 0 ? '' : shareText(hour.share)}
      </td>
      <td class="number">
        <a href={hrefOf('streams', id, 'records')}>{countText(records)}</a>
      </td>
      <td class="number">{sizeText(bytes)}</td>
      <td class="number">{lag === undefined ? <span class="quiet">no index</span> : countText(lag)}</td>
      <td>{pushed === undefined ? <span class="quiet">never</span> : <ShortTime time={pushed} />}</td>
    </tr>
  );
}
