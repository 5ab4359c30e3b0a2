/** The records of a stream: a search, their counts over time, their fields, a table, and one of them. */

import { useMemo, useState } from 'preact/hooks';
import { download, toCsv, toNdjson } from '../client/record-export.ts';
import { hrefOfSearch, type RecordSearch, withValue, zoomed } from '../client/record-search.ts';
import { hrefOf } from '../client/route.ts';
import { getStream } from '../client/stored.ts';
import {
  fetchFields,
  fetchHistogram,
  type RecordPage,
  type StoredRecord,
  type StreamFields,
} from '../client/stream-records.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { SplitPanels } from '../parts/split-panels.tsx';
import { FieldValues } from './field-values.tsx';
import { Fault } from './list-parts.tsx';
import { RecordChart } from './record-chart.tsx';
import { type FilterActions, RecordPanel } from './record-panel.tsx';
import { RecordSearchBar } from './record-search-bar.tsx';
import { RecordTable, type Rows, useRows } from './record-table.tsx';

interface StreamRecordsProps {
  readonly id: string;
  readonly search: RecordSearch;
}

/** Until a person chooses some. */
const usualColumns = 5;

export function StreamRecords({ id, search }: StreamRecordsProps) {
  const key = hrefOfSearch(id, { ...search, columns: [] });
  const [round, setRound] = useState(0);
  const asked = useMemo(() => ({ id, search, now: Date.now() }), [key, round]);
  const stream = useLoaded(id, () => getStream(id));
  const histogram = useLoaded(`${key} ${round} histogram`, () => fetchHistogram(asked));
  const fields = useLoaded(`${key} ${round} fields`, () => fetchFields(asked));
  const [isTailed, setTailed] = useState(false);
  const rows = useRows(`${key} ${round}`, asked, isTailed);
  const known = (fields.value?.hits ?? []).map(({ path }) => path);
  const columns = search.columns.length > 0 ? search.columns : known.slice(0, usualColumns);
  const go = (changed: Partial<RecordSearch>) => {
    location.hash = hrefOfSearch(id, { ...search, ...changed });
  };
  const actions: FilterActions = {
    filter: (path, value, isOut) =>
      go({ query: withValue(search.query, { path, value, ...(isOut ? { isOut } : {}) }) }),
    toggleColumn: (path) =>
      go({ columns: columns.includes(path) ? columns.filter((one) => one !== path) : [...columns, path] }),
  };
  return (
    <div class="records-view">
      <div class="records-head">
        <h2>
          <a href={hrefOf('streams', id)}>{stream.value?.data.name ?? id}</a>
        </h2>
        <RecordSearchBar
          key={`${search.query} ${search.by}`}
          search={search}
          fields={fields.value}
          go={go}
          again={() => setRound(round + 1)}
        />
        <label class="inline">
          <input type="checkbox" checked={isTailed} onChange={() => setTailed(!isTailed)} /> Live
        </label>
        <ExportMenu records={rows.records} columns={columns} />
      </div>
      <Fault fault={rows.fault ?? histogram.fault ?? fields.fault} retry={() => setRound(round + 1)} />
      <AbsentFields page={rows.page} />
      {histogram.value ? (
        <RecordChart histogram={histogram.value} onZoom={(from, to) => go(zoomed(search, from, to))} />
      ) : (
        <p class="quiet chart-empty">{histogram.isLoading ? 'Counting' : ''}</p>
      )}
      <RecordPanels
        id={id}
        source={stream.value?.data.source}
        fields={fields.value}
        rows={rows}
        columns={columns}
        actions={actions}
      />
    </div>
  );
}

interface RecordPanelsProps {
  readonly id: string;
  readonly source: string | undefined;
  readonly fields: StreamFields | undefined;
  readonly rows: Rows;
  readonly columns: readonly string[];
  readonly actions: FilterActions;
}

function RecordPanels({ id, source, fields, rows, columns, actions }: RecordPanelsProps) {
  const [selected, setSelected] = useState<StoredRecord>();
  return (
    <SplitPanels
      key={selected ? 'three' : 'two'}
      name={selected ? 'record' : 'records'}
      shares={selected ? [20, 48, 32] : [22, 78]}
      panels={[
        {
          title: 'Fields',
          content: fields ? (
            <FieldValues fields={fields} columns={columns} {...actions} />
          ) : (
            <section class="pane" aria-label="Fields" />
          ),
        },
        {
          title: 'Records',
          content: (
            <section class="pane" aria-label="Records">
              <div class="pane-body">
                <RecordTable rows={rows} columns={columns} selected={selected} select={setSelected} />
              </div>
            </section>
          ),
        },
        ...(selected
          ? [
              {
                title: 'Record',
                content: (
                  <RecordPanel
                    key={`${selected.position} ${selected.part}`}
                    stream={id}
                    source={source}
                    record={selected}
                    close={() => setSelected(undefined)}
                    {...actions}
                  />
                ),
              },
            ]
          : []),
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

function ExportMenu({
  records,
  columns,
}: {
  readonly records: readonly StoredRecord[];
  readonly columns: readonly string[];
}) {
  return (
    <Menu
      items={[
        {
          title: 'Shown records as NDJSON',
          act: () => download('records.ndjson', 'application/x-ndjson', toNdjson(records)),
        },
        {
          title: 'Shown columns as CSV',
          act: () => download('records.csv', 'text/csv', toCsv(records, columns)),
        },
      ]}
    >
      Export <Icon name="down" />
    </Menu>
  );
}
