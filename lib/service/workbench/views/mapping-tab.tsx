/** The mapping that Elasticsearch would make, and what it refuses. */

import { writeJson } from 'headwater/json';
import type { RunReport } from '../engine/protocol.ts';
import { WideTable } from './wide-table.tsx';

export function MappingTab({ report }: { readonly report: RunReport }) {
  const { rows, conflicts, elasticsearch, refusals } = report.mapping;
  if (rows.length === 0) return <p class="quiet">There are no documents.</p>;
  return (
    <div class="stack">
      {refusals.length > 0 ? (
        <p class="issue">
          Elasticsearch refuses {refusals.length} documents, first: {refusals[0]?.message}
        </p>
      ) : null}
      {conflicts.map(({ path, types, elasticsearch_outcome: outcome, suggestion }) => (
        <div key={path} class="conflict">
          <h3>
            {path}: {types.join(', ')}
          </h3>
          <p>{outcome}</p>
          <p class="quiet">All values fit {suggestion}.</p>
        </div>
      ))}
      <WideTable title="Mapping" columns={['Field', 'Type', 'Documents']}>
        {rows.map(({ path, type, format, count }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td>
              {type} {format ?? ''}
            </td>
            <td>{count}</td>
          </tr>
        ))}
      </WideTable>
      <details>
        <summary>As Elasticsearch takes it</summary>
        <pre>{writeJson({ mappings: { properties: elasticsearch } }, 2)}</pre>
      </details>
    </div>
  );
}
