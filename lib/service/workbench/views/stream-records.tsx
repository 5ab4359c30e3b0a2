/** The records of a stream: a search, their counts over time, their fields, a table, and one of them. */

import { useEffect, useState } from 'preact/hooks';
import { type FoundRecords, useFound } from '../client/found-records.ts';
import { hrefOfSearch, type RecordSearch, withValue, zoomed } from '../client/record-search.ts';
import { hrefOf } from '../client/route.ts';
import { getStream } from '../client/stored.ts';
import type { RecordPage, StoredRecord, StreamField } from '../client/stream-records.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { SplitPanels } from '../parts/split-panels.tsx';
import { amountText } from './charts.tsx';
import { FieldValues } from './field-values.tsx';
import { Fault } from './list-parts.tsx';
import { RecordChart } from './record-chart.tsx';
import { type RecordMode, RecordPanel } from './record-panel.tsx';
import { RecordSearchBar } from './record-search-bar.tsx';
import { RecordTable } from './record-table.tsx';
import { RecordTools, type TableLayout } from './record-tools.tsx';
import type { FilterActions } from './record-tree.tsx';

interface StreamRecordsProps {
  readonly id: string;
  readonly search: RecordSearch;
}

/** Until a person chooses some. */
const usualColumns = 5;

export function StreamRecords({ id, search }: StreamRecordsProps) {
  const stream = useLoaded(id, () => getStream(id));
  const [isTailed, setTailed] = useState(false);
  const [isFull, setFull] = useState(false);
  useEscape(isFull, () => setFull(false));
  const found = useFound(id, search, isTailed);
  const { known, asked, again } = found;
  const go = (changed: Partial<RecordSearch>) => {
    location.hash = hrefOfSearch(id, { ...search, ...changed });
  };
  const layout = layoutOf(id, search, known);
  const { columns, change } = layout;
  const actions: FilterActions = {
    filter: (path, value, isOut) =>
      go({ query: withValue(search.query, { path, value, ...(isOut ? { isOut } : {}) }) }),
    toggleColumn: (path) => {
      const others = columns.filter((one) => one.path !== path);
      change({ columns: others.length < columns.length ? others : [...columns, { path }] });
    },
  };
  const bar = { asked, again, go, fields: known };
  return (
    <div class={isFull ? 'records-view full' : 'records-view'}>
      <div class="records-head">
        <h2>
          <a href={hrefOf('streams', id)}>{stream.value?.data.name ?? id}</a>
        </h2>
        <RecordSearchBar {...bar} />
      </div>
      <Fault fault={stream.fault} retry={stream.reload} />
      <Fault fault={found.fault} retry={found.retry} />
      <AbsentFields page={found.rows.page} />
      <Chart found={found} onZoom={(from, to) => go(zoomed(search, from, to))} />
      <RecordPanels
        id={id}
        source={stream.value?.data.source}
        found={found}
        layout={layout}
        actions={actions}
        tools={{ isTailed, setTailed, isFull, setFull }}
      />
    </div>
  );
}

interface ChartProps {
  readonly found: FoundRecords;
  readonly onZoom: (from: number, to: number) => void;
}

function Chart({ found: { histogram, isStale, fault }, onZoom }: ChartProps) {
  if (!histogram) return <p class="quiet chart-empty">{fault === undefined ? 'Counting' : ''}</p>;
  return (
    <div class={isStale.histogram ? 'is-stale' : ''}>
      <RecordChart histogram={histogram} onZoom={onZoom} />
    </div>
  );
}

/** Escape closes what is open above the page first. */
function useEscape(isOn: boolean, act: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector(':popover-open')) act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);
}

/** How the table looks is in the link, and no step of the history. */
function layoutOf(id: string, search: RecordSearch, known: readonly StreamField[]): TableLayout {
  const usual = known.slice(0, usualColumns).map(({ path }) => ({ path }));
  return {
    columns: search.columns.length > 0 ? search.columns : usual,
    isWrapped: search.isWrapped,
    change: (changed) => location.replace(hrefOfSearch(id, { ...search, ...changed })),
  };
}

interface RecordPanelsProps {
  readonly id: string;
  readonly source: string | undefined;
  readonly found: FoundRecords;
  readonly layout: TableLayout;
  readonly actions: FilterActions;
  readonly tools: Omit<Parameters<typeof RecordTools>[0], 'records' | 'status' | 'layout'>;
}

function RecordPanels({ id, source, found, layout, actions, tools }: RecordPanelsProps) {
  const [selected, setSelected] = useState<StoredRecord>();
  const [mode, setMode] = useState<RecordMode>('tree');
  const { rows, fields, isLoading, isStale } = found;
  const shown = `${amountText(rows.records.length, 'record')} shown`;
  const status = isLoading ? 'Loading' : `${shown}${isStale.rows ? ', of the search before' : ''}`;
  const { isFull } = tools;
  const { columns } = layout;
  const fieldsPanel = {
    title: 'Fields',
    content: fields ? (
      <FieldValues fields={fields} columns={columns.map(({ path }) => path)} {...actions} />
    ) : (
      <section class="pane" aria-label="Fields" />
    ),
  };
  const table = (
    <section class="pane" aria-label="Records">
      <div class="pane-head">
        <RecordTools records={rows.records} status={status} layout={layout} {...tools} />
      </div>
      <div class={isStale.rows ? 'pane-body is-stale' : 'pane-body'}>
        <RecordTable rows={rows} layout={layout} selected={selected} select={setSelected} />
      </div>
    </section>
  );
  const record = selected ? (
    <RecordPanel
      key={`${selected.position} ${selected.part}`}
      stream={id}
      source={source}
      record={selected}
      mode={mode}
      setMode={setMode}
      close={() => setSelected(undefined)}
      {...actions}
    />
  ) : null;
  const shares = [...(isFull ? [] : [20]), ...(record ? [48, 32] : [80])];
  return (
    <SplitPanels
      name={['records', ...shares].join('-')}
      shares={shares}
      panels={[
        ...(isFull ? [] : [fieldsPanel]),
        { title: 'Records', content: table },
        ...(record ? [{ title: 'Record', content: record }] : []),
      ]}
    />
  );
}

function AbsentFields({ page }: { readonly page: RecordPage | undefined }) {
  const { absent_fields: absent = [], partial = false } = page ?? {};
  return (
    <>
      {absent.length > 0 ? (
        <p class="notice">No record that was read has {absent.join(', ')}: is the name misspelt?</p>
      ) : null}
      {partial ? (
        <p class="notice">The search has stopped before the page was full: "Show more" goes on.</p>
      ) : null}
    </>
  );
}
