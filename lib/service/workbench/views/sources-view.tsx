/** The sources: `#/sources`, and one of them: `#/sources/ID`. */

import { currentRoute, hrefOf } from '../client/route.ts';
import { useStore } from '../client/store.ts';
import { countBySource, fetchSources, type Source, type SourceStats } from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { countText, ShareBar } from './charts.tsx';
import { Fault, SearchForm, ShortTime, usePages } from './list-parts.tsx';
import { SourceDetail } from './source-detail.tsx';
import { WideTable } from './wide-table.tsx';

export function SourcesView() {
  const { path, query } = useStore(currentRoute);
  const [id] = path;
  return id ? <SourceDetail key={id} id={id} /> : <SourceList query={query.get('query') ?? ''} />;
}

function SourceList({ query }: { readonly query: string }) {
  const { hits, total, fault, isLoading, more, retry } = usePages(`sources ${query}`, 'source', (after) =>
    fetchSources({ query: query || undefined, after, size: 20 }),
  );
  const stats = useLoaded('stats', () => countBySource());
  return (
    <section class="page" aria-labelledby="sources-title">
      <h2 id="sources-title">Sources</h2>
      <SearchForm label="Query, such as tags:web or preprocessors.type:grok" query={query} />
      <Fault fault={fault} retry={retry} />
      <Fault
        fault={stats.fault === undefined ? undefined : `Without counts: ${stats.fault}`}
        retry={stats.reload}
      />
      <p class="quiet" role="status">
        {isLoading ? 'Loading' : total}
      </p>
      <WideTable
        title="Sources"
        columns={[
          'Name',
          'Format',
          'Steps',
          'Streams',
          'Records',
          'Failures',
          'Share of failures',
          'Changed',
        ]}
      >
        {hits.map((source) => (
          <SourceRow
            key={source._id}
            source={source}
            stats={stats.value && (stats.value.get(source._id) ?? 'none')}
          />
        ))}
      </WideTable>
      {more ? (
        <button type="button" onClick={more}>
          Show more
        </button>
      ) : null}
    </section>
  );
}

interface SourceRowProps {
  readonly source: Source;
  /** `none`: the source has no streams. Absent until they are counted. */
  readonly stats: SourceStats | 'none' | undefined;
}

function SourceRow({ source, stats }: SourceRowProps) {
  const { _id: id, name, format, preprocessors, updated } = source;
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf('sources', id)}>{name ?? id}</a>
      </th>
      <td>{format}</td>
      <td>{preprocessors.length}</td>
      {typeof stats === 'object' ? (
        <StoredCells stats={stats} />
      ) : (
        <td colSpan={4}>{stats ? 'no streams' : ''}</td>
      )}
      <td>
        <ShortTime time={updated} />
      </td>
    </tr>
  );
}

function StoredCells({ stats: { streams, open, records, failures } }: { readonly stats: SourceStats }) {
  return (
    <>
      <td>{`${open} of ${streams} open`}</td>
      <td>{countText(records)}</td>
      <td>{countText(failures)}</td>
      <td>
        <ShareBar title="Failures" part={failures} whole={records + failures} />
      </td>
    </>
  );
}
