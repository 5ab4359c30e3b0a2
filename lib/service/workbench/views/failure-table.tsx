/** The failures of a stream, grouped by step and code. */

import { useState } from 'preact/hooks';
import { openFailures } from '../client/open-stored.ts';
import {
  type FailureCount,
  type FailureGroups,
  groupFailures,
  type Source,
  type Stream,
} from '../client/stored.ts';
import { useLoaded } from '../client/use-loaded.ts';
import { countText, ShareBar } from './charts.tsx';
import { Fault } from './list-parts.tsx';
import { stepName } from './step-names.tsx';
import { WideTable } from './wide-table.tsx';

interface FailureTableProps {
  readonly stream: Stream;
  readonly source: Source | undefined;
}

export function FailureTable({ stream, source }: FailureTableProps) {
  const { _id: id } = stream;
  const first = useLoaded(`failures ${id}`, () => groupFailures(id));
  const [further, setFurther] = useState<FailureGroups>();
  const [fault, setFault] = useState<string>();
  const groups = further ?? first.value;
  const say = (error: Error) => setFault(error.message);
  const total = groups?.counts.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <section aria-labelledby="failures-title">
      <h3 id="failures-title">Failures</h3>
      <Fault fault={first.fault ?? fault} retry={first.fault === undefined ? undefined : first.reload} />
      {groups ? (
        <p role="status">
          {total === 0
            ? 'There is none.'
            : `${groups.after === undefined ? '' : 'At least '}${countText(total)}`}
        </p>
      ) : null}
      {groups && total > 0 ? (
        <GroupTable
          groups={groupsOf(groups.counts)}
          total={total}
          source={source}
          open={({ step, code }) => void openFailures(id, stream.source, queryOf(step, code)).catch(say)}
        />
      ) : null}
      <div class="row">
        {groups?.after === undefined ? null : (
          <button type="button" onClick={() => void groupFailures(id, groups).then(setFurther, say)}>
            Count further
          </button>
        )}
        {total > 0 ? (
          <button type="button" onClick={() => void openFailures(id, stream.source).catch(say)}>
            Open failures in the workbench
          </button>
        ) : null}
      </div>
    </section>
  );
}

interface FailureKind {
  readonly key: string;
  readonly step: number | undefined;
  readonly code: string;
  readonly count: number;
  /** With its kinds of messages. */
  readonly kinds: readonly FailureCount[];
}

function groupsOf(counts: readonly FailureCount[]): readonly FailureKind[] {
  const byKey = Map.groupBy(counts, ({ step, code }) => `${step} ${code}`);
  return [...byKey]
    .map(([key, kinds]) => ({
      key,
      step: kinds[0]?.step,
      code: kinds[0]?.code ?? '',
      count: kinds.reduce((sum, { count }) => sum + count, 0),
      kinds,
    }))
    .toSorted((one, other) => other.count - one.count);
}

/** Those of one row. */
function queryOf(step: number | undefined, code: string): string {
  return `error.code:=${code} AND ${step === undefined ? 'NOT step:*' : `step:=${step}`}`;
}

interface GroupTableProps {
  readonly groups: readonly FailureKind[];
  readonly total: number;
  readonly source: Source | undefined;
  readonly open: (kind: FailureKind) => void;
}

const maxKinds = 10;

function GroupTable({ groups, total, source, open }: GroupTableProps) {
  return (
    <WideTable
      title="Failures by step and code"
      columns={['Step', 'Code', 'Count', 'Share', 'Messages', 'Fix']}
    >
      {groups.map((kind) => {
        const { key, step, code, count, kinds } = kind;
        return (
          <tr key={key}>
            <th scope="row">{stepText(step, source)}</th>
            <td>{code}</td>
            <td>{countText(count)}</td>
            <td>
              <ShareBar title={code} part={count} whole={total} />
            </td>
            <td>
              <ul class="messages">
                {kinds.slice(0, maxKinds).map(({ message = 'other messages', count: number }) => (
                  <li key={message}>
                    {message} <span class="quiet">{countText(number)}</span>
                  </li>
                ))}
              </ul>
            </td>
            <td>
              <button
                type="button"
                aria-label={`Fix in the workbench: ${stepText(step, source)}, ${code}`}
                onClick={() => open(kind)}
              >
                Fix in the workbench
              </button>
            </td>
          </tr>
        );
      })}
    </WideTable>
  );
}

/** Counted from 1. The source may have other steps by now. */
function stepText(step: number | undefined, source: Source | undefined): string {
  if (step === undefined) return 'none';
  const configuration = source?.preprocessors[step];
  return configuration ? `${step + 1} ${stepName(configuration)}` : String(step + 1);
}
